import type { ChangedFile } from '@shared/contract/plans'
import { plural } from '@shared/model/plural'
import type { HunkRangeView, ReviewStateView } from '@shared/contract/review'

type Said = ReviewStateView['files'][number]

/** What a person decided about a file and looked at, as far as it still holds. */
export type Standing = {
  readonly rejected: boolean
  readonly rejectedHunks: readonly HunkRangeView[]
  /** It was rejected and has changed since. */
  readonly isVoid: boolean
  readonly viewed: boolean
  readonly viewedMarks: ReadonlySet<string>
}

const sameRange = (one: HunkRangeView, other: HunkRangeView): boolean =>
  one.old_start === other.old_start &&
  one.old_count === other.old_count &&
  one.new_start === other.new_start &&
  one.new_count === other.new_count

export function standingOf(file: ChangedFile, said: Said | undefined): Standing {
  const now = said?.rejections.filter((one) => one.content === file.content) ?? []
  const viewedMarks = new Set(said?.viewed)
  return {
    rejected: now.some((one) => one.range === null),
    rejectedHunks: now.flatMap((one) => (one.range === null ? [] : [one.range])),
    isVoid: now.length < (said?.rejections.length ?? 0),
    viewed: viewedMarks.has(file.content),
    viewedMarks,
  }
}

/** What is rejected of all files, whole or by hunks, in a few words; empty where nothing is. */
export function rejectedWords(all: readonly Pick<Standing, 'rejected' | 'rejectedHunks'>[]): string {
  const files = all.filter(({ rejected }) => rejected).length
  const hunks = all.reduce((sum, { rejected, rejectedHunks }) => sum + (rejected ? 0 : rejectedHunks.length), 0)
  const parts = [...(files > 0 ? [plural(files, 'file')] : []), ...(hunks > 0 ? [plural(hunks, 'hunk')] : [])]
  return parts.join(' and ')
}

export const isHunkRejected = (standing: Standing, hunk: HunkRangeView): boolean =>
  standing.rejected || standing.rejectedHunks.some((one) => sameRange(one, hunk))

/** A whole file that was looked at has all its hunks looked at. */
export const isHunkViewed = (standing: Standing, mark: string): boolean =>
  standing.viewed || standing.viewedMarks.has(mark)

/** The marks to add and to remove so that a hunk is looked at, or no longer; the file follows its hunks. */
export function marksAfter(
  file: ChangedFile,
  standing: Standing,
  all: readonly string[],
  wish: { readonly mark: string; readonly viewed: boolean },
): { readonly add: string[]; readonly remove: string[] } {
  if (wish.viewed) {
    const done = all.every((mark) => mark === wish.mark || isHunkViewed(standing, mark))
    return { add: [wish.mark, ...(done ? [file.content] : [])], remove: [] }
  }
  const others = all.filter((mark) => mark !== wish.mark && isHunkViewed(standing, mark))
  return { add: others, remove: [wish.mark, file.content] }
}
