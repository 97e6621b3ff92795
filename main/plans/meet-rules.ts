import type { Plan } from './domain/plan'
import { recordEnforced, recordReleased } from './given-decisions'
import type { PlanDeps } from './ports'

/** Gives a plan that had ended and comes back the rules that were added meanwhile, and takes those that were removed. */
export function meetRules(deps: PlanDeps, plan: Plan): void {
  const { added, gone, gaveWay } = deps.invariants.meet(plan.id)
  for (const rule of gone) recordReleased(deps, plan.id, rule, 'it was removed while the plan was ended')
  for (const { invariant, by } of gaveWay)
    recordReleased(deps, plan.id, invariant, `it gave way to the ${by.scope} invariant "${by.text}"`)
  for (const rule of added) {
    recordEnforced(deps, plan.id, rule)
    deps.activity.add(plan.id, {
      phase: plan.phase,
      kind: 'notice',
      title: `The ${rule.scope} invariant "${rule.text}" holds for this plan from the next check on: it was added while the plan was ended`,
    })
  }
}
