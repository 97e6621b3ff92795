/** A line of two texts side by side: kept, gone from the first, or new in the second. */
export type DiffLine = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string }

/** Beyond this many pairs of lines the middle is told as replaced whole. */
const mostPairs = 4_000_000

/** What makes `after` of `before`, by lines: the longest common part stays. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end += 1
  const [gone, made] = [old.slice(start, old.length - end), next.slice(start, next.length - end)]
  const line = (kind: DiffLine['kind']) => (text: string) => ({ kind, text })
  return [
    ...old.slice(0, start).map(line('same')),
    ...between(gone, made),
    ...old.slice(old.length - end).map(line('same')),
  ]
}

function between(gone: readonly string[], made: readonly string[]): DiffLine[] {
  if (gone.length * made.length > mostPairs)
    return [
      ...gone.map((text) => ({ kind: 'gone', text }) as const),
      ...made.map((text) => ({ kind: 'new', text }) as const),
    ]
  const width = made.length + 1
  const common = new Uint32Array((gone.length + 1) * width)
  for (let row = gone.length - 1; row >= 0; row -= 1)
    for (let column = made.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        gone[row] === made[column]
          ? common[(row + 1) * width + column + 1]! + 1
          : Math.max(common[(row + 1) * width + column]!, common[row * width + column + 1]!)
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < gone.length || column < made.length) {
    if (row < gone.length && column < made.length && gone[row] === made[column]) {
      lines.push({ kind: 'same', text: gone[row]! })
      row += 1
      column += 1
    } else if (
      column >= made.length ||
      (row < gone.length && common[(row + 1) * width + column]! >= common[row * width + column + 1]!)
    )
      lines.push({ kind: 'gone', text: gone[row++]! })
    else lines.push({ kind: 'new', text: made[column++]! })
  }
  return lines
}

/** The lines that differ, each with `around` lines of what surrounds it; null stands where lines are left out. */
export function changedLines(lines: readonly DiffLine[], around: number): readonly (DiffLine | null)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, at): (DiffLine | null)[] => (near[at] ? [line] : at === 0 || near[at - 1] ? [null] : []))
}
