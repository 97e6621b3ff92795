import type { PlanView } from '@shared/contract/plan-view'
import type { Decision } from '../../decisions'
import type { Plan } from '../domain/plan'
import { checkedPlan, checkedTree } from '../checked-plan'
import type { PlanDeps } from '../ports'

type Deps = Pick<PlanDeps, 'plans' | 'projects' | 'sandboxes' | 'review' | 'invariants' | 'validations' | 'decisions'>

export function validationsView(deps: Deps, plan: Plan): PlanView['validations'] {
  return deps.validations
    .standings(checkedPlan(deps, plan), checkedTree(deps, plan.id))
    .map(({ check, result, stale }) => ({
      name: check.name,
      mode: check.mode,
      phase: check.phase,
      description: check.description,
      passed: result?.passed ?? null,
      stale,
      exit_code: result?.exitCode ?? null,
      timed_out: result?.timedOut ?? false,
      duration_ms: result?.durationMs ?? null,
      tests: result?.tests ?? null,
      ran_on: result?.ranOn ?? '',
      note: result?.note ?? '',
      at: result?.at ?? null,
    }))
}

export type EscalationReads = { readonly invariants: Pick<PlanDeps['invariants'], 'escalated' | 'ofPlan'> }

/** What sent a decision to a person whatever its confidence; null where nothing did. */
export function escalationView(deps: EscalationReads, decision: Decision): NonNullable<PlanView['escalation']> | null {
  const id = deps.invariants.escalated(decision.planId).get(decision.id)
  const rule = deps.invariants.ofPlan(decision.planId).find((one) => one.id === id)
  if (!rule) return null
  const { confidence, threshold } = decision
  return {
    decision_id: decision.id,
    type: decision.type,
    question: decision.question,
    proposed: decision.proposed,
    confidence,
    threshold,
    would_proceed: confidence !== null && threshold !== null && (threshold <= 0 || confidence >= threshold),
    invariant_id: rule.id,
    scope: rule.scope,
    source: rule.source,
    text: rule.text,
  }
}

/** The first waiting decision that a rule sent to a person. */
export function planEscalation(deps: Deps, plan: Plan): PlanView['escalation'] {
  if (plan.reason !== 'low_confidence') return null
  for (const decision of deps.decisions.waiting(plan.id)) {
    const view = escalationView(deps, decision)
    if (view) return view
  }
  return null
}
