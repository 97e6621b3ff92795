import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { invalid } from '@shared/model/refusal'
import { contentKey, type FileChange, type Hunk } from '../sandboxes'
import { createColouring } from './domain/colour-lines'
import { languageOf } from './domain/languages'
import { endingsOf, onlyEndingsDiffer, pointsTo } from './domain/line-endings'
import { marksOf, type Marks } from './domain/word-marks'
import { kindOf, sameChange } from './find-change'
import type { ReviewDeps } from './ports'
import { readContent, textOf } from './read-hunks'

const longestRow = 1000
const mostRows = 100_000
const mostColoured = 40_000
const mostMarked = 4000
const linesInOneGo = 1500
const filesHeld = 16

export type ReadHunk = Hunk & {
  /** Names the hunk's text: equal while the text is. */
  readonly mark: string
  readonly cut: readonly (readonly [row: number, length: number])[]
  readonly words: ReadonlyMap<number, Marks>
  readonly tokens: readonly string[]
}

export type ReadFile = {
  readonly change: FileChange
  readonly hunks: readonly ReadHunk[]
  readonly totalHunks: number
  readonly totalRows: number
  readonly text: { readonly old: string | null; readonly new: string | null }
  readonly notShown: 'binary' | 'too_large' | 'link' | 'submodule' | 'same' | null
}

const linesOf = (text: string): string[] => text.split('\n')

/** The colours of a text's first lines, made in slices so that other calls are answered meanwhile; more where they are known. */
async function coloursOf(
  deps: ReviewDeps,
  path: string,
  oid: string,
  text: string | null,
  until = Infinity,
): Promise<readonly string[]> {
  const language = languageOf(path)
  if (!language || text === null) return []
  const { coloured } = deps.memory
  const key = `${oid} ${path.slice(path.lastIndexOf('/') + 1)}`
  const held = coloured.get(key) ?? { colour: createColouring(language), done: [] }
  const lines = linesOf(text)
  if (lines.length > mostColoured) return []
  coloured.set(key, held)
  for (const oldest of coloured.keys()) if (coloured.size > filesHeld) coloured.delete(oldest)
  const { done, colour } = held
  const end = Math.min(until, lines.length)
  while (done.length < end) {
    // Another look at the same file may go on from here while this one waits.
    for (const line of lines.slice(done.length, Math.min(end, done.length + linesInOneGo)))
      done.push(colour(line.endsWith('\r') ? line.slice(0, -1) : line).join(' '))
    if (done.length < end) await turn()
  }
  return done
}

function tokensOf(hunk: Hunk, old: readonly string[], next: readonly string[]): string[] {
  let [before, after] = [hunk.range.oldStart - 1, hunk.range.newStart - 1]
  return hunk.rows.map((row) => {
    const tokens = (row.startsWith('-') ? old[before] : next[after]) ?? ''
    if (!row.startsWith('+')) before += 1
    if (!row.startsWith('-')) after += 1
    return tokens
  })
}

/** Names of the hunks by their text; where two hunks have one text, by which of them it is. */
function marksFor(hunks: readonly Hunk[]): string[] {
  const seen = new Map<string, number>()
  return hunks.map((hunk) => {
    const text = createHash('sha256').update(hunk.rows.join('\n')).digest('hex').slice(0, 24)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return count === 1 ? text : `${text}:${count}`
  })
}

/** The last line of each version that the first rows of the hunks reach. */
function lastLines(hunks: readonly Hunk[], most: number): { readonly old: number; readonly next: number } {
  let left = most
  for (const { range, rows } of hunks) {
    if (rows.length < left) {
      left -= rows.length
      continue
    }
    const shown = rows.slice(0, left)
    const count = (other: string) => shown.filter((row) => !row.startsWith(other)).length
    return { old: range.oldStart + count('+'), next: range.newStart + count('-') }
  }
  return { old: Infinity, next: Infinity }
}

async function shape(
  hunks: readonly Hunk[],
  most: number,
  old: readonly string[],
  next: readonly string[],
): Promise<ReadHunk[]> {
  const marks = marksFor(hunks)
  const shaped: ReadHunk[] = []
  let left = most
  let marked = mostMarked
  for (const [at, hunk] of hunks.entries()) {
    if (left <= 0) break
    const rows = hunk.rows.slice(0, left)
    left -= rows.length
    marked -= rows.length
    const words = marked > 0 ? marksOf(rows) : new Map<number, Marks>()
    const cut = rows.flatMap((row, index): [number, number][] =>
      row.length > longestRow + 1 ? [[index, row.length - 1]] : [],
    )
    const short = rows.map((row) => (row.length > longestRow + 1 ? row.slice(0, longestRow + 1) : row))
    shaped.push({ ...hunk, rows: short, mark: marks[at]!, cut, words, tokens: tokensOf({ ...hunk, rows }, old, next) })
    if (at % 50 === 49) await turn()
  }
  return shaped
}

type Look = { readonly resource: string; readonly path: string; readonly content: string }

/**
 * One changed file with its hunks as a screen shows them, the first `rows` of them where that is given. Refuses a file that
 * has changed since it was listed.
 */
export async function readFile(
  deps: ReviewDeps,
  planId: string,
  look: Look & { readonly rows?: number | undefined },
): Promise<ReadFile> {
  const change = await sameChange(deps, planId, look)
  const kind = kindOf(change)
  const none = { change, hunks: [], totalHunks: 0, totalRows: 0 }
  const isText = !change.binary && kind !== 'submodule'
  const { old, next, hunks } = isText ? await readContent(deps, planId, change) : { old: null, next: null, hunks: [] }
  const text = { old, new: next }
  if (kind !== 'file') return { ...none, text, notShown: kind }
  if (change.binary) return { ...none, text, notShown: 'binary' }
  if (change.oldOid === change.newOid) return { ...none, text, notShown: 'same' }
  if (hunks === null) return { ...none, text, notShown: 'too_large' }
  const most = Math.min(look.rows ?? mostRows, mostRows)
  const last = lastLines(hunks, most)
  const [before, after] = await Promise.all([
    coloursOf(deps, change.oldPath ?? change.path, change.oldOid, old, last.old),
    coloursOf(deps, change.path, change.newOid, next, last.next),
  ])
  const totalRows = hunks.reduce((sum, hunk) => sum + hunk.rows.length, 0)
  const shaped = await shape(hunks, most, before, after)
  return { change, hunks: shaped, totalHunks: hunks.length, totalRows, text, notShown: null }
}

/** What a file's two versions tell of themselves beside their lines. */
export function factsOf({ change, text }: ReadFile) {
  const each = <T>(of: (text: string) => T) => ({
    old: text.old === null ? null : of(text.old),
    new: text.new === null ? null : of(text.new),
  })
  const isLink = (mode: string | null) => mode === '120000'
  const commit = (mode: string | null, oid: string) => (mode === '160000' ? oid : null)
  return {
    content: contentKey(change),
    lines: each((one) => linesOf(one).length - (one.endsWith('\n') || one === '' ? 1 : 0)),
    endings: each((one) => endingsOf(one).endings),
    size: each((one) => Buffer.byteLength(one)),
    lfs: each(pointsTo),
    onlyEndings: text.old !== null && text.new !== null && onlyEndingsDiffer(text.old, text.new),
    target: {
      old: isLink(change.oldMode) ? text.old : commit(change.oldMode, change.oldOid),
      new: isLink(change.newMode) ? text.new : commit(change.newMode, change.newOid),
    },
  }
}

const mostLines = 5000
const longestWhole = 4 * 1024 * 1024

/** Lines of one version of a changed file, from 1; uncut with `whole`. */
export async function readLines(
  deps: ReviewDeps,
  planId: string,
  look: Look & { readonly side: 'old' | 'new'; readonly from: number; readonly to: number; readonly whole: boolean },
): Promise<{ readonly lines: readonly string[]; readonly tokens: readonly string[] }> {
  if (look.to - look.from >= mostLines)
    throw invalid('review.too_many_lines', `At most ${mostLines} lines are read at once.`, { hint: 'Ask for fewer.' })
  const change = await sameChange(deps, planId, look)
  const text = change.binary ? null : await textOf(deps, planId, change, look.side)
  if (text === null)
    throw invalid('review.not_text', `${change.path} is not text that can be shown here.`, {
      hint: 'Open it in an editor.',
    })
  const [path, oid] =
    look.side === 'old' ? [change.oldPath ?? change.path, change.oldOid] : [change.path, change.newOid]
  const colours = await coloursOf(deps, path, oid, text)
  const longest = look.whole ? longestWhole : longestRow
  const all = linesOf(text.endsWith('\n') ? text.slice(0, -1) : text)
  const lines = all.slice(look.from - 1, look.to).map((line) => line.replace(/\r$/, '').slice(0, longest))
  return { lines, tokens: lines.map((_, at) => colours[look.from - 1 + at] ?? '') }
}
