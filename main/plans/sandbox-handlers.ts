import type { planSandbox } from '@shared/contract/plan-sandbox'
import type { plans as plansContract } from '@shared/contract/plans'
import type { HandlersOf } from '../platform/handlers'
import { findPlan } from './move-plan'
import type { PlanDeps } from './ports'
import { createReconciler } from './reconcile-plans'
import { repairPlan } from './repair-plan'
import type { Runner } from './runner'
import { planView } from './views/plan-view'

export type SandboxHandlers = Pick<HandlersOf<typeof plansContract>, keyof typeof planSandbox>

/** Looks after sandboxes that others have done something to. */
export function sandboxHandlers(deps: PlanDeps & { readonly runner: Runner }): SandboxHandlers {
  const reconcile = createReconciler(deps)
  return {
    reconcile: async () => ({ plan_ids: [...(await reconcile())] }),
    repair: async (input) =>
      planView(deps, await repairPlan(deps, deps.runner, findPlan(deps, input.plan_id), input.moved_to)),
  }
}
