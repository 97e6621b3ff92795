import type { Receipt } from '../sandboxes'
import type { Plan } from './domain/plan'
import { movePlan } from './move-plan'
import { appliedTo } from './phases/run-apply'
import type { PlanDeps } from './ports'
import type { Runner } from './runner'

export type RecoverDeps = PlanDeps & {
  /** Ends a process group that a crash left behind, where the pid still names that very process. */
  readonly endLeftover: (pid: number, processStart: string) => boolean
}

/**
 * Puts right what a killed application left: its commands' processes are ended, half done applies are finished or taken
 * back, plans that were being worked on show as interrupted, and queued ones go on.
 */
export async function recoverPlans(
  deps: RecoverDeps,
  runner: Runner,
): Promise<{ readonly interrupted: readonly string[]; readonly resumed: readonly string[] }> {
  for (const left of deps.conversation.leftRunning()) {
    const ended = deps.endLeftover(left.pid, left.processStart)
    if (ended) deps.log.warn('recover.ended_process', { plan: left.planId, pid: left.pid })
  }
  const { journals } = await deps.sandboxes.recover()
  const finished = new Map(
    journals.filter((journal) => journal.result === 'finished').map((journal) => [journal.planId, journal.receipts]),
  )
  const processing = deps.plans.inState('processing')
  for (const plan of processing) settleOne(deps, plan, finished.get(plan.id))
  await discardEnded(deps)
  const queued = deps.plans.inState('queued')
  for (const plan of queued) await runner.perform({ plan, effects: ['run'], nothing: null })
  return { interrupted: processing.map((plan) => plan.id), resumed: queued.map((plan) => plan.id) }
}

function settleOne(deps: PlanDeps, plan: Plan, receipts: readonly Receipt[] | undefined): void {
  if (plan.phase === 'apply' && receipts) {
    // The change had arrived in the target; only the plan's row had not been told.
    movePlan(deps, plan, { type: 'applied' }, { applied: receipts.map(appliedTo) })
    return
  }
  movePlan(deps, plan, { type: 'interrupted' })
}

/** Removes sandboxes whose plans had ended before the crash could remove them. */
async function discardEnded(deps: PlanDeps): Promise<void> {
  for (const planId of deps.sandboxes.openPlans()) {
    const plan = deps.plans.byId(planId)
    if (plan && (plan.state === 'applied' || plan.state === 'cancelled')) await deps.sandboxes.discard(planId)
  }
}
