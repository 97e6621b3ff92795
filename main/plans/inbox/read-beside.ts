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
  accepted: Beside['accepted'],
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
    accepted,
  }
}

/** Counts what Apply would bring, of plans before it of which something is rejected. */
export async function countAccepted(
  deps: Pick<PlanDeps, 'review' | 'sandboxes'>,
  plans: readonly Plan[],
): Promise<Beside['accepted']> {
  const gated = plans.filter(({ reason, gate }) => reason === 'phase_gate' && gate === 'apply')
  const counts = new Map<string, number>()
  for (const planId of deps.review.plansWithRejections(gated.map(({ id }) => id))) {
    try {
      counts.set(planId, (await deps.sandboxes.acceptedChanges(planId)).files.length)
    } catch {
      // What stands wrong with one sandbox is told where it is in the way; the list has to come all the same.
    }
  }
  return counts
}
