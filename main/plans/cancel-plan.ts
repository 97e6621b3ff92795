import type { Plan } from './domain/plan'
import { beginEnding, completeEnding } from './move-plan'
import type { PlanDeps } from './ports'
import type { Runner } from './runner'

/** Ends a plan without applying it. It stands as cancelled once its work has ended and its sandbox is gone. */
export async function cancelPlan(deps: PlanDeps, runner: Pick<Runner, 'end'>, plan: Plan): Promise<void> {
  beginEnding(deps, plan, { type: 'cancel_requested' })
  await runner.end(plan.id)
  completeEnding(deps, plan.id)
}
