/** Which lines a hunk covers, as its header writes it: from 1; a start with count 0 names the line before. */
export type HunkRange = {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
}

export type Hunk = {
  readonly range: HunkRange
  /** What git found to stand above, such as the name of a function. */
  readonly section: string
  /** Each line behind its sign: blank, `+` or `-`; without its line feed, with its carriage return. */
  readonly rows: readonly string[]
  /** Rows, by index, whose line has no line feed because the file ends there. */
  readonly unended: readonly number[]
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/

function rangeIn(line: string): { readonly range: HunkRange; readonly section: string } | null {
  const found = line.startsWith('@@') ? header.exec(line) : null
  if (!found) return null
  const [, oldStart, oldCount = '1', newStart, newCount = '1', section = ''] = found
  const range = {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  }
  return { range, section }
}

/** Reads the hunks of one file's unified patch; what stands above the first is passed over. */
export function parseHunks(patch: string): Hunk[] {
  const lines = patch.split('\n')
  const hunks: Hunk[] = []
  for (let at = 0; at < lines.length;) {
    const found = rangeIn(lines[at++] ?? '')
    if (!found) continue
    const rows: string[] = []
    const unended: number[] = []
    let [old, next] = [found.range.oldCount, found.range.newCount]
    for (; at < lines.length && (old > 0 || next > 0 || lines[at]?.startsWith('\\')); at += 1) {
      const line = lines[at] ?? ''
      if (line.startsWith('\\')) unended.push(rows.length - 1)
      else {
        rows.push(line)
        if (!line.startsWith('+')) old -= 1
        if (!line.startsWith('-')) next -= 1
      }
    }
    hunks.push({ ...found, rows, unended })
  }
  return hunks
}

/** The ranges of a patch's hunks, in their order. */
export const rangesOf = (patch: string): HunkRange[] => parseHunks(patch).map((hunk) => hunk.range)

export const sameRange = (one: HunkRange, other: HunkRange): boolean =>
  one.oldStart === other.oldStart &&
  one.oldCount === other.oldCount &&
  one.newStart === other.newStart &&
  one.newCount === other.newCount

/** Whether two hunks share a line of what the file became; where nothing is left of one, the line that it stood before. */
export const overlap = (one: HunkRange, other: HunkRange): boolean =>
  one.newStart < other.newStart + Math.max(1, other.newCount) &&
  other.newStart < one.newStart + Math.max(1, one.newCount)

/** The lines of a text with their line feeds; joined they are the text again. */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    const next = end < 0 ? text.length : end + 1
    lines.push(text.slice(start, next))
    start = next
  }
  return lines
}

const firstOf = (start: number, count: number): number => (count === 0 ? start : start - 1)

/**
 * The changed file with the lines of the rejected hunks as they were: every hunk rejected gives `base`, none gives
 * `changed`, byte for byte. Texts hold one character a byte.
 */
export function withoutHunks(base: string, changed: string, rejected: readonly HunkRange[]): string {
  const before = splitLines(base)
  const after = splitLines(changed)
  const kept: string[] = []
  let at = 0
  for (const range of rejected.toSorted(
    (one, other) => one.newStart - other.newStart || one.oldStart - other.oldStart,
  )) {
    const from = firstOf(range.newStart, range.newCount)
    const old = firstOf(range.oldStart, range.oldCount)
    if (from < at || from + range.newCount > after.length || old + range.oldCount > before.length)
      throw new Error('a rejected hunk does not lie in the file')
    kept.push(...after.slice(at, from), ...before.slice(old, old + range.oldCount))
    at = from + range.newCount
  }
  for (const line of after.slice(at)) kept.push(line)
  return kept.join('')
}
