import { plural } from '@shared/model/plural'
import type { Moved } from '../move-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { Carried } from '../../review'

/** Makes a change that merges files, with what a person rejected of them carried to what they became, and says so. */
export async function carryingRejections(
  deps: PlanDeps,
  plan: Plan,
  change: () => Promise<Moved>,
): Promise<Moved & { readonly rejections: Carried }> {
  const carry = await deps.review.rememberRejections(plan.id)
  const moved = await change()
  const { carried, left } = await carry()
  const note = (title: string) => deps.activity.add(plan.id, { phase: moved.plan.phase, kind: 'notice', title })
  if (carried.length > 0)
    note(`${plural(carried.length, 'rejection')} carried over: the changes are textually the same`)
  if (left.length > 0)
    note(`Rejected before, and changed by the merge, so to be looked at again before Apply: ${left.join(', ')}`)
  if (carried.length > 0 || left.length > 0) deps.changes.publish('review', plan.id)
  return { ...moved, rejections: { carried, left } }
}
