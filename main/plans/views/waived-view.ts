import type { WaivedRuleView } from '@shared/contract/invariants'
import type { PlanDeps } from '../ports'

/** The rules that a person set aside for a plan, so that nobody approves it without knowing. */
export const waivedRules = (deps: Pick<PlanDeps, 'invariants'>, planId: string): WaivedRuleView[] =>
  deps.invariants
    .ofPlan(planId)
    .flatMap(({ id, scope, text, verdict, waivedReason: reason }) =>
      verdict !== 'waived' || reason === null ? [] : [{ id, scope, text, reason }],
    )
