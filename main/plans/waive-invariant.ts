import { conflict } from '@shared/model/refusal'
import type { Plan } from './domain/plan'
import { movePlan, type Moved } from './move-plan'
import { recordFact } from './phases/record-fact'
import type { PlanDeps } from './ports'
import { actingRole, builtinOf } from './require-guidable'

/** The refusal where a violated rule holds a plan back: it names scope and full text of each. */
export function violated(deps: Pick<PlanDeps, 'invariants' | 'resolveActor'>, plan: Plan) {
  const isBuiltin = builtinOf(deps, plan, actingRole(plan)) !== null
  const mend = isBuiltin ? 'Correct the plan, reject what violates it' : 'Give the plan guidance, correct it'
  const rules = deps.invariants.violated(plan.id)
  const told = rules.map(({ scope, text, evidence }) => `the ${scope} invariant "${text}" (${evidence})`).join('; ')
  const waivable = rules
    .filter(({ nonOverridable }) => !nonOverridable)
    .map(({ id }) => `agents plan approve ${plan.id} --waive ${id} --reason "…"`)
  return conflict('invariant.violated', `Plan ${plan.id} violates ${told}. Approving alone does not pass it.`, {
    hint:
      waivable.length === 0
        ? `${mend}, or cancel it.`
        : `${mend}, cancel it, or set the invariant aside for this plan: ${waivable.join('; ')}`,
    details: {
      plan_id: plan.id,
      invariants: rules.map(({ id, scope, text, evidence, nonOverridable }) => ({
        id,
        scope,
        text,
        evidence,
        non_overridable: nonOverridable,
      })),
    },
  })
}

/**
 * Sets a violated rule aside for this plan and for what was found of it, with a person's reason; the plan goes on once none
 * is left.
 */
export function waiveInvariant(deps: PlanDeps, plan: Plan, query: string, reason: string): Moved {
  if (plan.state !== 'awaiting_input' || plan.reason !== 'invariant') {
    throw conflict(
      'invariant.not_waiting',
      `Plan ${plan.id} does not wait because of an invariant; nothing was changed.`,
      {
        hint: 'See `agents plan status`.',
      },
    )
  }
  const rule = deps.invariants.waivable(plan.id, query)
  const { moved, decision } = deps.db.transaction(() => {
    deps.invariants.waive(rule, reason)
    const fact = {
      type: 'user_intervention',
      question: `Must the ${rule.scope} invariant hold here? ${rule.text}`,
      chosen: `Waived: ${reason}`,
      rationale: reason,
      answeredBy: 'person',
    } as const
    return {
      decision: recordFact(deps, plan, plan.phase, fact),
      moved: movePlan(deps, plan, { type: 'waived', violationsLeft: deps.invariants.violated(plan.id).length }),
    }
  })
  deps.activity.add(plan.id, {
    phase: plan.phase,
    kind: 'decision',
    title: `A person waived the ${rule.scope} invariant "${rule.text}"`,
    body: `${reason}\nFor what was found: ${rule.evidence}`,
    decisionId: decision.id,
  })
  return moved
}
