import { conflict } from '@shared/model/refusal'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'
import { useAgainCommand } from './use-again'

/** Refuses a command on a plan whose apply was undone, with what can be done instead; any other plan passes. */
export function requireNotUndone(deps: Pick<PlanDeps, 'sandboxes' | 'plans'>, plan: Plan): void {
  const undone = plan.state === 'applied' ? deps.sandboxes.applyRecord(plan.id)?.undone : null
  if (!undone) return
  const again = useAgainCommand(deps, plan)
  const reverts = undone.receipts.flatMap(({ resource, commit }) => (commit === null ? [] : [{ resource, commit }]))
  const back = reverts.map(({ resource, commit }) => `git revert ${commit} (in ${resource})`)
  throw conflict(
    'plan.apply_undone',
    `Plan ${plan.id} was applied, and then the apply was undone: its changes are not in the repository. Nothing was changed.`,
    {
      hint: [
        `Use the action again: ${again}`,
        `or roll the plan back to a checkpoint and go on from there: agents plan rollback ${plan.id} CHECKPOINT`,
        ...(back.length > 0 ? [`or bring the changes back by reverting the revert: ${back.join('; ')}`] : []),
      ].join('; '),
      details: { plan_id: plan.id, undone_at: undone.at, use_again: again, reverts },
    },
  )
}
