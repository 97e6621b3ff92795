/** Columns from and to, in pairs, that differ in one line of a changed pair. */
export type Marks = readonly number[]

const longest = 2000
const largestTable = 60_000
const tokens = /[\p{L}\p{N}_]+|\s+|[=<>!&|+\-*/%^~?:.]+|[^\p{L}\p{N}_\s]/gu

type Token = { readonly text: string; readonly at: number }

const cut = (line: string): Token[] => [...line.matchAll(tokens)].map((found) => ({ text: found[0], at: found.index }))

/** For each token whether it belongs to the longest common part; all differ where the lines are too long to compare. */
function common(old: readonly Token[], next: readonly Token[]): { readonly old: boolean[]; readonly next: boolean[] } {
  const same = { old: old.map(() => false), next: next.map(() => false) }
  let start = 0
  while (start < old.length && start < next.length && old[start]!.text === next[start]!.text) start += 1
  let end = 0
  while (
    end < old.length - start &&
    end < next.length - start &&
    old[old.length - 1 - end]!.text === next[next.length - 1 - end]!.text
  )
    end += 1
  for (let at = 0; at < start; at += 1) same.old[at] = same.next[at] = true
  for (let at = 1; at <= end; at += 1) same.old[old.length - at] = same.next[next.length - at] = true
  const [rows, columns] = [old.length - start - end, next.length - start - end]
  if (rows === 0 || columns === 0 || rows * columns > largestTable) return same
  const width = columns + 1
  const length = new Uint16Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      length[row * width + column] =
        old[start + row]!.text === next[start + column]!.text
          ? length[(row + 1) * width + column + 1]! + 1
          : Math.max(length[(row + 1) * width + column]!, length[row * width + column + 1]!)
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (old[start + row]!.text === next[start + column]!.text) {
      same.old[start + row] = same.next[start + column] = true
      row += 1
      column += 1
    } else if (length[(row + 1) * width + column]! >= length[row * width + column + 1]!) row += 1
    else column += 1
  }
  return same
}

/** Joins neighbours; blanks between two marked words are marked with them. */
function spans(line: readonly Token[], same: readonly boolean[]): Marks {
  const marks: number[] = []
  for (const [at, token] of line.entries()) {
    const between = same[at] && /^\s+$/.test(token.text) && same[at - 1] === false && same[at + 1] === false
    if (same[at] && !between) continue
    if (marks.at(-1) === token.at) marks[marks.length - 1] = token.at + token.text.length
    else marks.push(token.at, token.at + token.text.length)
  }
  return marks
}

/** What differs between two versions of a line, by words; nothing where too little is the same for that to help. */
export function wordMarks(old: string, next: string): { readonly old: Marks; readonly next: Marks } {
  const none = { old: [], next: [] }
  if (old.length > longest || next.length > longest) return none
  const [before, after] = [cut(old), cut(next)]
  const same = common(before, after)
  const kept = before.reduce((sum, token, at) => sum + (same.old[at] ? token.text.trim().length : 0), 0)
  const whole = Math.max(old.trim().length, next.trim().length)
  if (whole === 0 || kept / whole < 0.3) return none
  return { old: spans(before, same.old), next: spans(after, same.next) }
}

const textOf = (row: string): string => row.slice(1).replace(/\r$/, '')

/** The marks of a hunk's rows, by row: the lines of a changed block are taken in pairs, in their order. */
export function marksOf(rows: readonly string[]): ReadonlyMap<number, Marks> {
  const marks = new Map<number, Marks>()
  for (let at = 0; at < rows.length;) {
    const from = at
    while (rows[at]?.startsWith('-')) at += 1
    const middle = at
    while (rows[at]?.startsWith('+')) at += 1
    const pairs = Math.min(middle - from, at - middle)
    for (let pair = 0; pair < pairs; pair += 1) {
      const { old, next } = wordMarks(textOf(rows[from + pair]!), textOf(rows[middle + pair]!))
      if (old.length > 0) marks.set(from + pair, old)
      if (next.length > 0) marks.set(middle + pair, next)
    }
    if (at === from) at += 1
  }
  return marks
}
