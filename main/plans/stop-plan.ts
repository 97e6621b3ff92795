import type { Plan } from './domain/plan'
import { movePlan } from './move-plan'
import type { PlanDeps } from './ports'
import type { Runner } from './runner'

const now = (deps: PlanDeps, plan: Plan): Plan => deps.plans.byId(plan.id) ?? plan

/**
 * Ends what a plan does now; its work stays. A hook that an apply waits for is ended with all its processes, and the
 * target stays as it is; one that follows the commit is ended, and the plan comes to its end.
 */
export async function stopPlan(deps: PlanDeps, runner: Pick<Runner, 'perform' | 'settled'>, plan: Plan): Promise<Plan> {
  const hook = deps.sandboxes.runningHook(plan.id)
  if (hook?.after === true) {
    hook.stop()
    await runner.settled(plan.id)
    return now(deps, plan)
  }
  // Nothing comes between this look and the end of the hook: both are one turn.
  await runner.perform(movePlan(deps, plan, { type: 'stop_requested', hookRuns: hook !== null }))
  return now(deps, plan)
}
