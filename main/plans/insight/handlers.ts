import type { plans as plansContract } from '@shared/contract/plans'
import type { HandlersOf } from '../../platform/handlers'
import { findPlan } from '../move-plan'
import type { PlanDeps } from '../ports'
import { assessChanges } from './assess-changes'
import { readIsolation } from './isolation'
import { riskView } from './views'

export type InsightHandlers = Pick<HandlersOf<typeof plansContract>, 'risk' | 'isolation'>

/** What a reader needs to decide about a plan. */
export function insightHandlers(deps: PlanDeps): InsightHandlers {
  return {
    risk: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      return { plan_id: plan.id, risk: (await assessChanges(deps, plan)).risks.map(riskView) }
    },
    isolation: async (input) => {
      const plan = findPlan(deps, input.plan_id)
      return { plan_id: plan.id, isolation: await readIsolation(deps, plan) }
    },
  }
}
