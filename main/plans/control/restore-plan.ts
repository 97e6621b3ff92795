import { conflict } from '@shared/model/refusal'
import type { Plan } from '../domain/plan'
import { movePlan, type Moved } from '../move-plan'
import { meetRules } from '../meet-rules'
import type { PlanDeps } from '../ports'
import { requireNotUndone } from '../undone-apply'
import { requireAllowed } from './before-change'

/** Brings a cancelled plan back with its sandboxes, byte for byte as far as they are kept; it then waits for a person. */
export async function restorePlan(deps: PlanDeps, plan: Plan): Promise<Moved> {
  requireNotUndone(deps, plan)
  if (plan.state === 'applied')
    throw conflict('plan.applied', `Plan ${plan.id} is applied, so its work is in the repository already.`, {
      hint: 'Undo the apply, or roll back to a checkpoint.',
    })
  requireAllowed(plan, { type: 'restored' })
  const before = deps.sandboxes.get(plan.id)
  try {
    await deps.sandboxes.restore(plan.id)
  } catch (error) {
    await deps.sandboxes.putAway(before.filter(({ trash }) => trash !== null))
    throw error
  }
  return deps.db.transaction(() => {
    const moved = movePlan(deps, plan, { type: 'restored' })
    meetRules(deps, moved.plan)
    return moved
  })
}
