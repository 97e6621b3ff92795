import type { ChangedFile } from '@shared/contract/plans'
import type { DiffHunkView, FileDiffView, ReviewCommentView } from '@shared/contract/review'
import { describe, expect, it } from 'vitest'
import { flattenTree } from '../ui/flatten-tree'
import { fileNodes, filesIn } from './file-nodes'
import { placeComments } from './place-comments'
import { placeIn, type Row, rowsOf } from './rows'
import { isHunkRejected, isHunkViewed, marksAfter, rejectedWords, standingOf } from './standing'

function hunk(number: number, at: number, rows: readonly string[], mark = `m${number}`): DiffHunkView {
  const count = (sign: string) => rows.filter((row) => row.startsWith(sign) || row.startsWith(' ')).length
  const range = { old_start: at, old_count: count('-'), new_start: at, new_count: count('+') }
  return { ...range, number, mark, section: '', rows: [...rows], cut: [], unended: [], words: {}, tokens: [] }
}

const file = (hunks: DiffHunkView[], lines = 100): FileDiffView => ({
  resource: 'local/app',
  path: 'a.ts',
  content: 'now',
  hunks,
  total_hunks: hunks.length,
  total_rows: 0,
  lines: { old: lines, new: lines },
  endings: { old: 'lf', new: 'lf' },
  only_endings: false,
  target: { old: null, new: null },
  size: { old: 1, new: 1 },
  lfs: { old: null, new: null },
  not_shown: null,
})

const two = file([hunk(1, 10, [' a', '-b', '-c', '+B', ' d']), hunk(2, 60, [' x', '+y'])])
const plain = { split: false, opened: new Map(), read: new Map(), said: new Set<string>() }

const told = (rows: readonly Row[]) =>
  rows.map((row) => {
    switch (row.type) {
      case 'hunk':
        return `hunk ${row.hunk.number}`
      case 'gap':
        return `gap ${row.gap.from}-${row.gap.to}`
      case 'unified':
        return `${row.line.old ?? ''}:${row.line.new ?? ''} ${row.line.text}`
      case 'split':
        return `${row.left?.old ?? ''} ${row.left?.text ?? ''} | ${row.right?.new ?? ''} ${row.right?.text ?? ''}`
      case 'said':
        return `said ${row.side}:${row.line}`
    }
  })

describe('the rows of a file', () => {
  it('are its hunks with their lines, and the gaps around them', () => {
    expect(told(rowsOf(two, plain))).toEqual([
      'gap 1-9',
      'hunk 1',
      '10:10 a',
      '11: b',
      '12: c',
      ':11 B',
      '13:12 d',
      'gap 13-59',
      'hunk 2',
      '60:60 x',
      ':61 y',
      'gap 62-100',
    ])
  })

  it('stand in two columns, deleted lines beside added ones', () => {
    expect(told(rowsOf(two, { ...plain, split: true })).slice(1, 6)).toEqual([
      'hunk 1',
      '10 a | 10 a',
      '11 b | 11 B',
      '12 c |  ',
      '13 d | 12 d',
    ])
  })

  it('hold what was opened of a gap, from both ends, until nothing is left of it', () => {
    const read = new Map(Array.from({ length: 100 }, (_, at) => [at + 1, { text: `line ${at + 1}`, tokens: '' }]))
    const opened = new Map([[1, { below: 2, above: 1 }]])
    expect(told(rowsOf(two, { ...plain, opened, read })).slice(7, 12)).toEqual([
      '14:13 line 13',
      '15:14 line 14',
      'gap 15-58',
      '60:59 line 59',
      'hunk 2',
    ])
    const whole = new Map([[1, { below: 90, above: 90 }]])
    expect(told(rowsOf(two, { ...plain, opened: whole, read })).filter((row) => row === 'gap 13-59')).toEqual([])
  })

  it('have what is said below their lines, and a place to say it', () => {
    const rows = rowsOf(two, { ...plain, said: new Set(['new:11', 'old:12']) })
    expect(told(rows).slice(4, 8)).toEqual(['12: c', 'said old:12', ':11 B', 'said new:11'])
    expect(placeIn(rows[4])).toEqual({ side: 'old', line: 12, text: 'c' })
    expect(placeIn(rows[0])).toBeNull()
  })
})

const comment = (line: number, quote: string): ReviewCommentView => ({
  id: `${line}`,
  resource: 'local/app',
  path: 'a.ts',
  side: 'new',
  line,
  quote,
  text: 'Why?',
  created: 0,
  sent: null,
})

describe('comments', () => {
  it('stay at their line, follow its text, and are lost with it', () => {
    const placed = placeComments(two, [comment(11, 'B'), comment(58, 'y'), comment(10, 'gone'), comment(30, 'unseen')])
    expect([...placed.at.keys()]).toEqual(['new:11', 'new:61', 'new:30'])
    expect(placed.lost.map((one) => one.quote)).toEqual(['gone'])
  })
})

const changed = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  resource: 'local/app',
  path,
  old_path: null,
  status: 'modified',
  insertions: 1,
  deletions: 0,
  binary: false,
  patch: null,
  too_large: false,
  kind: 'file',
  old_mode: '100644',
  new_mode: '100644',
  generated: false,
  content: 'now',
  rejected: false,
  rejection_void: false,
  hunks: [],
  ...more,
})

describe('the tree of files', () => {
  it('joins lonely folders, counts, and is walked from top to bottom', () => {
    const nodes = fileNodes(['src/deep/in/a.ts', 'b.ts', 'src/deep/in/c.ts', 'src/d.ts'].map((path) => changed(path)))
    const rows = flattenTree(nodes, () => true).map(({ node, level }) => `${level} ${node.label}`)
    expect(rows).toEqual(['1 src', '2 deep/in', '3 a.ts', '3 c.ts', '2 d.ts', '1 b.ts'])
    expect(nodes[0]!.value).toMatchObject({ files: 3 })
    expect(filesIn(nodes).map((one) => one.path)).toEqual(['src/deep/in/a.ts', 'src/deep/in/c.ts', 'src/d.ts', 'b.ts'])
  })

  it('has a root for each of several resources', () => {
    const nodes = fileNodes([changed('a.ts'), changed('a.ts', { resource: 'local/other' })])
    expect(nodes.map((node) => node.label)).toEqual(['local/app', 'local/other'])
  })
})

describe('what was decided about a file', () => {
  const one = { old_start: 1, old_count: 2, new_start: 1, new_count: 2 }
  const said = (content: string, range: typeof one | null, viewed: string[] = []) => ({
    resource: 'local/app',
    path: 'a.ts',
    rejections: [{ content, range }],
    viewed,
  })

  it('holds while its content is the same', () => {
    const now = standingOf(changed('a.ts'), said('now', one))
    expect([isHunkRejected(now, one), isHunkRejected(now, { ...one, new_start: 9 }), now.isVoid]).toEqual([
      true,
      false,
      false,
    ])
    expect(standingOf(changed('a.ts'), said('before', null))).toMatchObject({ rejected: false, isVoid: true })
  })

  it('marks the file with its last hunk, and unmarks it with any', () => {
    const some = standingOf(changed('a.ts'), said('now', null, ['m1']))
    expect(marksAfter(changed('a.ts'), some, ['m1', 'm2'], { mark: 'm2', viewed: true }).add).toEqual(['m2', 'now'])
    const all = standingOf(changed('a.ts'), said('now', null, ['now']))
    expect(isHunkViewed(all, 'm1')).toBe(true)
    expect(marksAfter(changed('a.ts'), all, ['m1', 'm2'], { mark: 'm2', viewed: false })).toEqual({
      add: ['m1'],
      remove: ['m2', 'now'],
    })
  })
})

it('says what is rejected of all files', () => {
  const range = { old_start: 1, old_count: 1, new_start: 1, new_count: 1 }
  const none = { rejected: false, rejectedHunks: [] }
  const whole = { rejected: true, rejectedHunks: [range] }
  const part = { rejected: false, rejectedHunks: [range, range] }
  expect(rejectedWords([none])).toBe('')
  expect(rejectedWords([none, { ...part, rejectedHunks: [range] }])).toBe('1 hunk')
  expect(rejectedWords([whole, part, none])).toBe('1 file and 2 hunks')
})
