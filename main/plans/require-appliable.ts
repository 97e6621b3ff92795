import type { WaitReason } from '@shared/model/plan'
import { plural } from '@shared/model/plural'
import { conflict } from '@shared/model/refusal'
import { holds } from '../sandboxes'
import { standingSentence } from './domain/standing-sentence'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'

/** Reasons for which Execute waits in the middle of its work. */
const inTheMiddle: ReadonlySet<WaitReason> = new Set<WaitReason>([
  'stopped',
  'restored',
  'budget',
  'trust',
  'child',
  'environment',
  'source_changed',
])

/** Refuses to apply half of the work unless that is asked for. */
export function requireFinished(plan: Plan, asIs: boolean): void {
  if (asIs || plan.phase !== 'execute' || plan.state !== 'awaiting_input') return
  if (plan.reason === null || !inTheMiddle.has(plan.reason)) return
  throw conflict(
    'apply.not_finished',
    `Execute of plan ${plan.id} has not come to its end: ${standingSentence(plan)}. Nothing was changed.`,
    {
      hint: `Let it go on: agents plan execute ${plan.id}. Or apply what is there: agents plan apply --as-is ${plan.id}`,
      details: { plan_id: plan.id },
    },
  )
}

type Deps = Pick<PlanDeps, 'sandboxes' | 'review'>

/** Refuses to apply what a person rejected in another form: that decision no longer holds, and nobody has made it again. */
export async function requireStandingRejections(deps: Deps, planId: string): Promise<void> {
  const rejections = deps.review.rejections(planId)
  if (rejections.length === 0) return
  const changes = await deps.sandboxes.changes(planId, { patches: false })
  const open = changes.filter((change) => {
    const about = rejections.filter(
      ({ resourceId, path }) => resourceId === change.resourceId && (path === change.path || path === change.oldPath),
    )
    return about.some((rejection) => !holds(rejection, change))
  })
  if (open.length === 0) return
  const paths = open.map(({ path }) => path)
  const first = paths.slice(0, 5).join(', ')
  const list = paths.length > 5 ? `${first} and ${paths.length - 5} more` : first
  throw conflict(
    'apply.rejections_void',
    `${plural(paths.length, 'file was', 'files were')} rejected, wholly or in part, and changed since: ${list}. Nothing was applied.`,
    {
      hint: `Look again, then reject or accept each: agents plan reject ${planId} PATH, agents plan accept ${planId} PATH`,
      details: { plan_id: planId, paths },
    },
  )
}

/** Refuses Apply while everything is rejected, or was rejected in another form; the plan stays as it is. */
export async function requireAccepted(deps: Deps, plan: Pick<Plan, 'id'>): Promise<void> {
  if (deps.review.rejections(plan.id).length === 0) return
  await requireStandingRejections(deps, plan.id)
  if (!(await deps.sandboxes.acceptedChanges(plan.id)).rejectedAll) return
  throw conflict(
    'apply.nothing_accepted',
    'Every change is rejected, so there is nothing to apply. Nothing was changed.',
    {
      hint: 'Accept a file or a hunk, or cancel the plan.',
      details: { plan_id: plan.id },
    },
  )
}
