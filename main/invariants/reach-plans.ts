import { conflict } from '@shared/model/refusal'
import type { Invariant } from './domain/invariant'
import { resolveInvariants } from './domain/resolve-invariants'
import type { InvariantDeps, Target } from './ports'
import { attachInvariants, detachInvariant, planInvariantsOf } from './repository'

export type Reached = {
  readonly plan: Target
  readonly invariantId: string
  /** The rule of the plan that wins over it; null where the plan holds it now. */
  readonly overriddenBy: { readonly invariant: Invariant; readonly why: string } | null
}

/** Gives a plan under way one more rule: what it contradicts gives way, unless that is stronger. */
function attachTo(deps: InvariantDeps, plan: Target, invariant: Invariant): Reached {
  const { overridden } = resolveInvariants<Invariant>([...planInvariantsOf(deps.db, plan.id), invariant])
  const lost = overridden.find((one) => one.invariant.id === invariant.id)
  if (lost) return { plan, invariantId: invariant.id, overriddenBy: { invariant: lost.by, why: lost.why } }
  for (const one of overridden) {
    detachInvariant(deps.db, plan.id, one.invariant.id)
    deps.released(plan.id, one.invariant, `it gave way to the ${invariant.scope} invariant "${invariant.text}"`)
  }
  attachInvariants(deps.db, plan.id, [invariant], true)
  deps.enforced(plan.id, invariant)
  return { plan, invariantId: invariant.id, overriddenBy: null }
}

/** Gives a new rule to every plan under way that its target has; refuses where it was meant for one plan that another rule binds. */
export function reachPlans(deps: InvariantDeps, invariant: Invariant): readonly Reached[] {
  const { scope, targetId } = invariant
  return deps.targets.plansUnderWay({ scope, targetId }).map((plan) => {
    const reached = attachTo(deps, plan, invariant)
    const { overriddenBy: by } = reached
    if (by === null || scope !== 'plan') return reached
    throw conflict(
      'invariant.overridden',
      `Plan ${plan.id} holds a ${by.invariant.scope} invariant that ${by.why}: ${by.invariant.text}`,
      {
        hint: 'Nothing was added. See `agents invariant list --plan ID --effective`.',
        details: { plan_id: plan.id, invariant_id: by.invariant.id },
      },
    )
  })
}
