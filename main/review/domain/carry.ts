type Words = { readonly rows: readonly string[]; readonly unended: readonly number[] }

const changedIn = ({ rows }: Words): readonly string[] => rows.filter((row) => /^[-+]/.test(row))

/** The hunk that has most of its changed lines from an earlier one; undefined where none has any. */
export function likestHunk<T extends Words>(one: Words, after: readonly T[]): T | undefined {
  const lines = new Set(changedIn(one))
  const shared = (hunk: T) => changedIn(hunk).filter((row) => lines.has(row)).length
  const [most] = after.filter((hunk) => shared(hunk) > 0).toSorted((a, b) => shared(b) - shared(a))
  return most
}

/** What a hunk says, wherever it stands. */
const wordsOf = ({ rows, unended }: Words): string => JSON.stringify([rows, unended])

/** Whether two patches say the same, wherever their hunks stand. */
export const sameHunks = (before: readonly Words[], after: readonly Words[]): boolean =>
  before.length > 0 && JSON.stringify(before.map(wordsOf)) === JSON.stringify(after.map(wordsOf))

/**
 * The hunk of a later patch that is textually a hunk of an earlier one; undefined where there is none. Of several that say
 * the same it is the one in the same place of their order, and none where their number is another.
 */
export function carriedHunk<T extends Words>(before: readonly T[], one: T, after: readonly T[]): T | undefined {
  const same = (hunks: readonly T[]) => hunks.filter((hunk) => wordsOf(hunk) === wordsOf(one))
  const [old, now] = [same(before), same(after)]
  return old.length === now.length ? now[old.indexOf(one)] : undefined
}
