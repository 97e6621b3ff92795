import type { PlanInvariant } from '../../invariants'
import type { Decision } from '../../decisions'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

export type Escalated = {
  readonly rule: PlanInvariant
  /** What a person said when such a decision was sent to them before; it answers this one. */
  readonly guidance: Decision | null
}

type Proposed = { readonly type: string; readonly paths: readonly string[]; readonly words: string }

/** Guidance that answered a decision of this rule and that no later one has used. */
function unusedGuidance(deps: PlanDeps, plan: Plan, ruleId: string): Decision | null {
  const escalated = deps.invariants.escalated(plan.id)
  const all = deps.decisions.ofPlan(plan.id)
  const byRule = all.filter((decision) => escalated.get(decision.id) === ruleId)
  const given = all.filter(
    ({ id, type, supersededAt }) =>
      type === 'user_intervention' && supersededAt === null && byRule.some((decision) => decision.supersededBy === id),
  )
  return given.findLast(({ id }) => !byRule.some((decision) => decision.influencedBy.includes(id))) ?? null
}

/** Whether a rule sends a decision to a person, whatever its confidence. */
export function escalationOf(deps: PlanDeps, plan: Plan, proposed: Proposed): Escalated | null {
  const rule = deps.invariants.escalationOf(plan.id, proposed)
  return rule ? { rule, guidance: unusedGuidance(deps, plan, rule.id) } : null
}

/** The rule that asks for a person before these paths change, where none has answered a decision of it yet. */
export function unansweredAt(
  deps: PlanDeps,
  plan: Plan,
  paths: readonly string[],
): { readonly rule: PlanInvariant; readonly paths: readonly string[] } | null {
  const rules = deps.invariants.escalationsAt(plan.id, paths)
  if (rules.length === 0) return null
  const escalated = deps.invariants.escalated(plan.id)
  const live = deps.decisions.live(plan.id)
  const guidance = new Set(live.filter(({ type }) => type === 'user_intervention').map(({ id }) => id))
  const answered = (ruleId: string) =>
    live.some(
      (decision) =>
        escalated.get(decision.id) === ruleId &&
        (decision.answeredBy === 'person' || decision.influencedBy.some((id) => guidance.has(id))),
    )
  return rules.find(({ rule }) => !answered(rule.id)) ?? null
}
