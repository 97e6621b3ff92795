import type { FileDiffView, ReviewCommentView } from '@shared/contract/review'
import { linesOf } from './rows'

/** Comments by `side:line` where their line is shown now; those whose line is gone are `lost`. */
export type Placed = {
  readonly at: ReadonlyMap<string, readonly ReviewCommentView[]>
  readonly lost: readonly ReviewCommentView[]
}

/** A comment stays at its line while that says the same, else it goes to the nearest shown line that does. */
export function placeComments(file: FileDiffView, comments: readonly ReviewCommentView[]): Placed {
  const at = new Map<string, ReviewCommentView[]>()
  const lost: ReviewCommentView[] = []
  if (comments.length === 0) return { at, lost }
  const shown = file.hunks.flatMap(linesOf)
  for (const comment of comments) {
    const lines = shown.flatMap((line) => {
      const number = comment.side === 'old' ? line.old : line.new
      return number !== null && line.text.slice(0, 1000) === comment.quote ? [number] : []
    })
    const near = lines.toSorted((one, other) => Math.abs(one - comment.line) - Math.abs(other - comment.line))[0]
    const total = comment.side === 'old' ? file.lines.old : file.lines.new
    // Lines outside of the hunks are unchanged, so that their numbers still hold.
    const isInHunk = shown.some((line) => (comment.side === 'old' ? line.old : line.new) === comment.line)
    const line = near ?? (!isInHunk && comment.line <= (total ?? 0) ? comment.line : null)
    if (line === null) lost.push(comment)
    else at.set(`${comment.side}:${line}`, [...(at.get(`${comment.side}:${line}`) ?? []), comment])
  }
  return { at, lost }
}
