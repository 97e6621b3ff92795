import { isTerminal } from '@shared/model/plan'
import { conflict } from '@shared/model/refusal'
import { refuseWhileChanging } from './control/change-log'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'
import { reconcilePlans } from './reconcile-plans'
import type { Runner } from './runner'

/** Puts right what others have done to the sandboxes of a plan; its standing stays as it is. */
export async function repairPlan(
  deps: PlanDeps,
  runner: Pick<Runner, 'settled'>,
  plan: Plan,
  movedTo?: string,
): Promise<Plan> {
  if (deps.changeLog.isOpen(plan.id)) throw refuseWhileChanging(plan.id)
  if (isTerminal(plan.state) || deps.plans.ending(plan.id))
    throw conflict('plan.wrong_state', `Plan ${plan.id} has ended, so it has no sandbox. Nothing was changed.`, {
      hint: `Bring a cancelled plan back with agents plan restore ${plan.id}.`,
    })
  if (plan.state === 'queued' || plan.state === 'processing')
    throw conflict('plan.wrong_state', `Plan ${plan.id} is running. Nothing was changed.`, {
      hint: `Stop it first: agents plan stop ${plan.id}.`,
    })
  await runner.settled(plan.id)
  await deps.sandboxes.repair(plan.id, movedTo)
  await reconcilePlans(deps)
  deps.activity.add(plan.id, { phase: plan.phase, kind: 'notice', title: 'Its sandboxes were put right' })
  deps.changes.publish('plan', plan.id)
  return deps.plans.byId(plan.id) ?? plan
}
