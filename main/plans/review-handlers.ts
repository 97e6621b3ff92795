import { isTerminal } from '@shared/model/plan'
import { conflict } from '@shared/model/refusal'
import type { review as reviewContract } from '@shared/contract/review'
import type { HandlersOf } from '../platform/handlers'
import type { Plan } from './domain/plan'
import { findPlan, type Moved } from './move-plan'
import type { PlanDeps } from './ports'
import { promptPlan } from './prompt-plan'
import type { PlanHandlerDeps } from './handlers'
import { commentView, decidedView, fileView, reviewStateView } from './views/review-view'

/** Decisions about changes are for plans that may still be applied. */
function requireOpen(plan: Plan): void {
  const applying = plan.phase === 'apply' && (plan.state === 'queued' || plan.state === 'processing')
  if (!isTerminal(plan.state) && !applying) return
  throw conflict(
    'review.plan_ended',
    applying ? 'The changes are being applied.' : 'The plan has ended, so its changes are no longer decided about.',
    { hint: applying ? 'Wait for the end of Apply.' : 'Use the action again for more changes.' },
  )
}

type ReviewDeps = PlanDeps & Pick<PlanHandlerDeps, 'runner'>

export function decisionHandler(deps: PlanDeps, reject: boolean) {
  return async (input: {
    readonly plan_id: string
    readonly path: string
    readonly resource?: string | undefined
    readonly hunk?: number | undefined
  }) => {
    const plan = findPlan(deps, input.plan_id)
    requireOpen(plan)
    const { path, resource, hunk } = input
    const decided = await deps.review.decide(plan.id, { reject, path, resource, hunk })
    deps.changes.publish('review', plan.id)
    return decidedView(plan.id, decided)
  }
}

async function give(deps: ReviewDeps, plan: Plan, text: string): Promise<Moved & { readonly decisionId: string }> {
  const moved = promptPlan(deps, plan, text)
  await deps.runner.perform(moved)
  return moved
}

export function reviewHandlers(deps: ReviewDeps): HandlersOf<typeof reviewContract> {
  const { review } = deps
  const planId = (input: { readonly plan_id: string }) => findPlan(deps, input.plan_id).id
  const names = (plan: string) => {
    const byId = new Map(deps.sandboxes.get(plan).map((sandbox) => [sandbox.resourceId, sandbox.name]))
    return (resourceId: string) => byId.get(resourceId) ?? resourceId
  }
  return {
    state: async (input) => {
      const id = planId(input)
      const said = { rejections: review.rejections(id), viewed: review.viewed(id), comments: review.comments(id) }
      return reviewStateView(id, said, names(id))
    },
    file: async (input) => {
      const id = planId(input)
      const file = await review.file(id, input)
      const { change } = file
      const sizes = change.binary
        ? await review.sizes(id, change.resourceId, [change.oldOid, change.newOid])
        : new Map<string, number>()
      return fileView(file, { old: sizes.get(change.oldOid) ?? null, new: sizes.get(change.newOid) ?? null })
    },
    lines: async (input) => {
      const { lines, tokens } = await review.lines(planId(input), input)
      return { lines: [...lines], tokens: [...tokens] }
    },
    setViewed: async ({ resource, path, add, remove, ...input }) => {
      const id = planId(input)
      review.setViewed(id, { resource, path }, { add, remove })
      deps.changes.publish('review', id)
      return { ok: true }
    },
    comment: async ({ plan_id, ...comment }) => {
      const id = planId({ plan_id })
      const added = review.comment(id, comment)
      deps.changes.publish('review', id)
      return commentView(added, comment.resource)
    },
    changeComment: async (input) => {
      const id = planId(input)
      review.changeComment(id, input.comment_id, input.text)
      deps.changes.publish('review', id)
      return { ok: true }
    },
    send: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      deps.rememberEnvironment(plan.id, input.env)
      const { sent, decisionId } = await review.send(plan.id, (text) => give(deps, plan, text))
      deps.changes.publish('review', plan.id)
      return { plan_id: plan.id, sent, decision_id: decisionId }
    },
    undoReject: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      requireOpen(plan)
      const paths = review.takeBackLatestRejection(plan.id)
      deps.changes.publish('review', plan.id)
      return { plan_id: plan.id, paths: [...paths] }
    },
  }
}
