export type { Carried } from './carry-rejections'
import { rememberRejections } from './carry-rejections'
import { listFiles } from './find-change'
import { readFile, readLines } from './read-file'
import type { ReviewDeps } from './ports'
import { decideOn, latestRejected, takeBackLatestRejection, type Choice } from './reject-change'
import { addComment, changeComment, sendComments, setViewed, type NewComment } from './send-comments'

export { isGenerated } from './domain/line-endings'
export { kindOf } from './find-change'
export { factsOf, type ReadFile, type ReadHunk } from './read-file'
export type { Decided } from './reject-change'
export { createReviewRows, type ReviewRows, type StoredRejection } from './repository'
export type { Comment } from './domain/comment'

/** What people look at, decide and say about the changes of plans. */
export type Review = ReturnType<typeof createReview>

export function createReview(given: Omit<ReviewDeps, 'memory'>) {
  const deps: ReviewDeps = { ...given, memory: { lists: new Map(), coloured: new Map(), read: new Map() } }
  return {
    files: (planId: string, options: { readonly patches: boolean; readonly paths?: readonly string[] }) =>
      listFiles(deps, planId, options),
    /** Bytes of binary files, by what git calls their content. */
    sizes: deps.sandboxes.sizes,
    file: (planId: string, look: Parameters<typeof readFile>[2]) => readFile(deps, planId, look),
    lines: (planId: string, look: Parameters<typeof readLines>[2]) => readLines(deps, planId, look),
    decide: (planId: string, choice: Choice) => decideOn(deps, planId, choice),
    takeBackLatestRejection: (planId: string) => takeBackLatestRejection(deps, planId),
    latestRejected: (planId: string) => latestRejected(deps, planId),
    rememberRejections: (planId: string) => rememberRejections(deps, planId),
    rejections: (planId: string) => deps.rows.rejections(planId),
    plansWithRejections: deps.rows.plansWithRejections,
    viewed: (planId: string) => deps.rows.viewed(planId),
    comments: (planId: string) => deps.rows.comments(planId),
    setViewed: (planId: string, file: Parameters<typeof setViewed>[2], marks: Parameters<typeof setViewed>[3]) =>
      setViewed(deps, planId, file, marks),
    comment: (planId: string, comment: NewComment) => addComment(deps, planId, comment),
    changeComment: (planId: string, id: string, text: string | null) => changeComment(deps, planId, id, text),
    send: (planId: string, give: Parameters<typeof sendComments>[2]) => sendComments(deps, planId, give),
  }
}
