import { conflict, missing } from '@shared/model/refusal'
import { holds, type FileChange } from '../sandboxes'
import type { Comment } from './domain/comment'
import { composeGuidance, type RejectedPart } from './domain/compose-guidance'
import { listFiles } from './find-change'
import type { ReviewDeps } from './ports'

export type NewComment = Pick<Comment, 'path' | 'side' | 'line' | 'quote' | 'text'> & { readonly resource: string }

function resourceIdOf(deps: ReviewDeps, planId: string, resource: string): string {
  const found = deps.sandboxes.get(planId).find((one) => one.name === resource || one.resourceId === resource)
  if (found) return found.resourceId
  throw missing('review.no_resource', `The plan has not worked on ${resource}.`, { hint: 'Look at the changes again.' })
}

/** Marks hunks, or whole files by their content, as looked at or no longer. */
export function setViewed(
  deps: ReviewDeps,
  planId: string,
  file: { readonly resource: string; readonly path: string },
  marks: { readonly add: readonly string[]; readonly remove: readonly string[] },
): void {
  const resourceId = resourceIdOf(deps, planId, file.resource)
  const set = (mark: string, at: number | null) =>
    deps.rows.setViewed(planId, { resourceId, path: file.path, mark }, at)
  for (const mark of marks.remove) set(mark, null)
  for (const mark of marks.add) set(mark, deps.clock())
}

/** Keeps a comment until the comments are sent. */
export function addComment(deps: ReviewDeps, planId: string, { resource, ...given }: NewComment): Comment {
  const resourceId = resourceIdOf(deps, planId, resource)
  const comment = {
    ...given,
    id: deps.newId(),
    planId,
    resourceId,
    created: deps.clock(),
    sent: null,
    decisionId: null,
  }
  deps.rows.addComment(comment)
  return comment
}

/** Changes a comment that is not sent yet; with null removes it. */
export function changeComment(deps: ReviewDeps, planId: string, id: string, text: string | null): void {
  if (deps.rows.changeComment(planId, id, text)) return
  throw missing('review.no_comment', 'There is no such comment, or it is sent already.', { hint: 'Write another one.' })
}

function rejectedParts(deps: ReviewDeps, planId: string, files: readonly FileChange[]): RejectedPart[] {
  const changeOf = (row: { readonly resourceId: string }) => files.filter((file) => file.resourceId === row.resourceId)
  return deps.rows.rejections(planId).flatMap((row): RejectedPart[] => {
    if (!changeOf(row).some((file) => holds(row, file))) return []
    const { range } = row
    if (range === null) return [{ path: row.path, lines: null }]
    const last = range.newStart + Math.max(range.newCount, 1) - 1
    return [{ path: row.path, lines: `lines ${range.newStart} to ${last}` }]
  })
}

/** Hands all waiting comments to `give` as one guidance and marks them as sent once it has taken them. */
export async function sendComments(
  deps: ReviewDeps,
  planId: string,
  give: (text: string) => Promise<{ readonly decisionId: string }>,
): Promise<{ readonly sent: number; readonly decisionId: string }> {
  const waiting = deps.rows.comments(planId).filter((comment) => comment.sent === null)
  if (waiting.length === 0)
    throw conflict('review.nothing_to_send', 'There is no comment to send.', { hint: 'Comment on a line first.' })
  const files = await listFiles(deps, planId, { patches: false })
  const sandboxes = deps.sandboxes.get(planId)
  const nameOf = (id: string) =>
    sandboxes.length > 1 ? (sandboxes.find((one) => one.resourceId === id)?.name ?? null) : null
  const { decisionId } = await give(composeGuidance(waiting, rejectedParts(deps, planId, files), nameOf))
  deps.rows.markSent(
    waiting.map((comment) => comment.id),
    decisionId,
    deps.clock(),
  )
  return { sent: waiting.length, decisionId }
}
