import type { Decision } from '../../decisions'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { Beside } from '../views/inbox-view'

/** The caps of the configuration, asked once for every set of projects. */
function knownCosts(limits: Pick<PlanDeps['limits'], 'costs'>): Beside['limits'] {
  const known = new Map<string, ReturnType<PlanDeps['limits']['costs']>>()
  return {
    costs: (plan) => {
      const key = plan.projects.map(({ id }) => id).join(' ')
      const costs = known.get(key) ?? limits.costs(plan)
      known.set(key, costs)
      return costs
    },
  }
}

function byPlan(decisions: readonly Decision[]): ReadonlyMap<string, readonly Decision[]> {
  return Map.groupBy(decisions, (decision) => decision.planId)
}

/** What stands beside plans in other tables, as far as the inbox tells it: read for all of them in a few statements. */
export function readBeside(
  deps: Pick<PlanDeps, 'decisions' | 'invariants' | 'budgets' | 'limits'>,
  plans: readonly Plan[],
  decisionIds: readonly string[],
): Beside {
  const ids = plans.map((plan) => plan.id)
  const of = (reason: Plan['reason']) => plans.filter((plan) => plan.reason === reason).map((plan) => plan.id)
  const waiting = byPlan(deps.decisions.byIds(decisionIds))
  const reversions = deps.decisions.latestReversions(of('rolled_back'))
  const rules = deps.invariants.ofPlans(ids)
  const escalated = deps.invariants.escalatedIn(of('low_confidence'))
  const none: ReadonlyMap<string, string> = new Map()
  return {
    decisions: {
      waiting: (planId) => waiting.get(planId) ?? [],
      latestReversion: (planId) => reversions.get(planId),
    },
    invariants: {
      ofPlan: (planId) => rules.get(planId) ?? [],
      violated: (planId) => (rules.get(planId) ?? []).filter((rule) => rule.verdict === 'violated'),
      escalated: (planId) => escalated.get(planId) ?? none,
    },
    budgets: deps.budgets.ofPlans(of('budget')),
    limits: knownCosts(deps.limits),
  }
}
