import type { DiffHunkView, FileDiffView } from '@shared/contract/review'
import type { DiffSide } from '@shared/model/review'

/** One line of one version of the file. */
export type Line = {
  readonly kind: 'add' | 'delete' | 'context'
  readonly old: number | null
  readonly new: number | null
  readonly text: string
  /** Coloured pieces as the core tells them. */
  readonly tokens: string
  readonly words: readonly number[]
  /** Length of the whole line where it is cut; null where it is whole. */
  readonly cut: number | null
  /** The file ends here without a line feed. */
  readonly unended: boolean
  readonly carriage: boolean
}

export type Gap = { readonly index: number; readonly oldFrom: number; readonly from: number; readonly to: number }

export type Row =
  | { readonly type: 'hunk'; readonly key: string; readonly hunk: DiffHunkView; readonly at: number }
  | { readonly type: 'gap'; readonly key: string; readonly gap: Gap; readonly first: boolean; readonly last: boolean }
  | { readonly type: 'unified'; readonly key: string; readonly line: Line; readonly at: number | null }
  | {
      readonly type: 'split'
      readonly key: string
      readonly left: Line | null
      readonly right: Line | null
      readonly at: number | null
    }
  | { readonly type: 'said'; readonly key: string; readonly side: DiffSide; readonly line: number }

/** Lines of a gap that are shown, by its index: how many below the hunk above, and how many above the hunk below. */
export type Opened = ReadonlyMap<number, { readonly below: number; readonly above: number }>
/** Lines that were read to fill gaps, by their number in the new version. */
export type ReadLines = ReadonlyMap<number, { readonly text: string; readonly tokens: string }>

const kinds = { '+': 'add', '-': 'delete', ' ': 'context' } as const

/** The lines of a hunk in their order. */
export function linesOf(hunk: DiffHunkView): Line[] {
  const cut = new Map(hunk.cut)
  const unended = new Set(hunk.unended)
  let old = hunk.old_start + (hunk.old_count === 0 ? 1 : 0)
  let next = hunk.new_start + (hunk.new_count === 0 ? 1 : 0)
  return hunk.rows.map((row, at) => {
    const kind = kinds[row.charAt(0) as keyof typeof kinds] ?? 'context'
    const carriage = row.endsWith('\r')
    return {
      kind,
      old: kind === 'add' ? null : old++,
      new: kind === 'delete' ? null : next++,
      text: carriage ? row.slice(1, -1) : row.slice(1),
      tokens: hunk.tokens[at] ?? '',
      words: hunk.words[at] ?? [],
      cut: cut.get(at) ?? null,
      unended: unended.has(at),
      carriage,
    }
  })
}

/** What lies unchanged between and around the hunks. */
export function gapsOf(file: FileDiffView): Gap[] {
  const gaps: Gap[] = []
  let [old, next] = [1, 1]
  for (const [index, hunk] of file.hunks.entries()) {
    const from = hunk.new_start + (hunk.new_count === 0 ? 1 : 0)
    gaps.push({ index, oldFrom: old, from: next, to: from - 1 })
    old = hunk.old_start + hunk.old_count + (hunk.old_count === 0 ? 1 : 0)
    next = from + hunk.new_count
  }
  const shownAll = file.hunks.length === file.total_hunks
  gaps.push({ index: file.hunks.length, oldFrom: old, from: next, to: shownAll ? (file.lines.new ?? 0) : 0 })
  return gaps.filter((gap) => gap.to >= gap.from && file.lines.old !== null && file.lines.new !== null)
}

function contextLine(gap: Gap, number: number, read: ReadLines): Line {
  const found = read.get(number)
  const old = gap.oldFrom + number - gap.from
  return {
    kind: 'context',
    old,
    new: number,
    text: found?.text ?? '',
    tokens: found?.tokens ?? '',
    words: [],
    cut: null,
    unended: false,
    carriage: false,
  }
}

/** Pairs each block's deleted lines with its added ones, in their order. */
function pairs(lines: readonly Line[]): { readonly left: Line | null; readonly right: Line | null }[] {
  const rows: { left: Line | null; right: Line | null }[] = []
  for (let at = 0; at < lines.length;) {
    const gone: Line[] = []
    const made: Line[] = []
    while (lines[at]?.kind === 'delete') gone.push(lines[at++]!)
    while (lines[at]?.kind === 'add') made.push(lines[at++]!)
    for (let pair = 0; pair < Math.max(gone.length, made.length); pair += 1)
      rows.push({ left: gone[pair] ?? null, right: made[pair] ?? null })
    if (gone.length + made.length === 0) {
      rows.push({ left: lines[at]!, right: lines[at]! })
      at += 1
    }
  }
  return rows
}

type Options = {
  readonly split: boolean
  readonly opened: Opened
  readonly read: ReadLines
  /** Lines with comments or a form below them, as `side:line`. */
  readonly said: ReadonlySet<string>
}

function addLines(rows: Row[], lines: readonly Line[], at: number | null, options: Options): void {
  const saidBelow = (line: Line | null, side: DiffSide) => {
    const number = side === 'old' ? line?.old : line?.new
    if (number && options.said.has(`${side}:${number}`))
      rows.push({ type: 'said', key: `said:${side}:${number}`, side, line: number })
  }
  if (options.split)
    for (const { left, right } of pairs(lines)) {
      rows.push({ type: 'split', key: `${left?.old ?? ''}:${right?.new ?? ''}`, left, right, at })
      saidBelow(left, 'old')
      saidBelow(right, 'new')
    }
  else
    for (const line of lines) {
      rows.push({ type: 'unified', key: `${line.old ?? ''}:${line.new ?? ''}`, line, at })
      saidBelow(line, 'old')
      saidBelow(line, 'new')
    }
}

function addGap(rows: Row[], gap: Gap, last: boolean, options: Options): void {
  const opened = options.opened.get(gap.index) ?? { below: 0, above: 0 }
  const size = gap.to - gap.from + 1
  const below = Math.min(opened.below, size)
  const above = Math.min(opened.above, size - below)
  const between = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => contextLine(gap, from + at, options.read))
  addLines(rows, between(gap.from, gap.from + below - 1), null, options)
  if (below + above < size) {
    const left = {
      index: gap.index,
      oldFrom: gap.oldFrom + below,
      from: gap.from + below,
      to: gap.to - above,
    }
    rows.push({ type: 'gap', key: `gap:${gap.index}`, gap: left, first: gap.index === 0, last })
  }
  addLines(rows, between(gap.to - above + 1, gap.to), null, options)
}

/** Everything that a file's view shows, from top to bottom. */
export function rowsOf(file: FileDiffView, options: Options): Row[] {
  const rows: Row[] = []
  const gaps = new Map(gapsOf(file).map((gap) => [gap.index, gap]))
  for (const [at, hunk] of file.hunks.entries()) {
    const gap = gaps.get(at)
    if (gap) addGap(rows, gap, false, options)
    rows.push({ type: 'hunk', key: `hunk:${at}`, hunk, at })
    addLines(rows, linesOf(hunk), at, options)
  }
  const end = gaps.get(file.hunks.length)
  if (end) addGap(rows, end, true, options)
  return rows
}

/** The line that a row stands for, where a comment on it belongs. */
export function placeIn(
  row: Row | undefined,
): { readonly side: DiffSide; readonly line: number; readonly text: string } | null {
  if (row?.type !== 'unified' && row?.type !== 'split') return null
  const line = row.type === 'unified' ? row.line : (row.right ?? row.left)
  if (line?.new) return { side: 'new', line: line.new, text: line.text }
  return line?.old ? { side: 'old', line: line.old, text: line.text } : null
}

/** Columns that the widest line takes, tabs counted as four. */
export function widestOf(rows: readonly Row[]): number {
  let widest = 0
  const measure = (line: Line | null) => {
    if (!line || line.text.length * 4 <= widest) return
    let width = line.text.length + (line.cut === null ? 0 : 24)
    for (let at = line.text.indexOf('\t'); at >= 0; at = line.text.indexOf('\t', at + 1)) width += 3
    if (width > widest) widest = width
  }
  for (const row of rows) {
    if (row.type === 'unified') measure(row.line)
    else if (row.type === 'split') {
      measure(row.left)
      measure(row.right)
    }
  }
  return widest
}
