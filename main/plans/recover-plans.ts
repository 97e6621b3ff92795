import { plural } from '@shared/model/plural'
import type { Recovery } from '../sandboxes'
import { commandMark } from './command-mark'
import { countFiles } from './count-files'
import { recoverChanges } from './control/run-change'
import type { Plan } from './domain/plan'
import { completeEnding, movePlan } from './move-plan'
import { checkedPlan } from './checked-plan'
import { postApplyError } from './phases/gate-apply'
import { appliedTo } from './phases/run-apply'
import type { PlanDeps } from './ports'
import { reconcilePlans } from './reconcile-plans'
import { removeTraces } from './remove-traces'
import type { Runner } from './runner'
import { estimatedPrice } from './usage'

export type RecoverDeps = PlanDeps & {
  /** Ends what a crash left running, by the marks of its commands and by their processes; answers how many there were. */
  readonly endLeftovers: (
    marks: readonly string[],
    processes: readonly { readonly pid: number; readonly start: string }[],
  ) => Promise<number>
  /** The ids of every resource that there is. */
  readonly registered: () => ReadonlySet<string>
  /** Told before half done applies are finished or taken back, which takes long where they are large. */
  readonly onRecovering?: ((what: readonly string[]) => void) | undefined
}

/** Tells what of the interrupted touches people's files, so that nobody takes a core for idle that works on them. */
function tellInterrupted({ sandboxes, log, onRecovering }: RecoverDeps): void {
  const applies = sandboxes.interruptedApplies()
  if (applies.length === 0) return
  const what = applies.map(
    ({ planId, isRevert, files }) =>
      `${isRevert ? 'taking back the apply' : 'the apply'} of plan ${planId} (${plural(files, 'file')})`,
  )
  log.info('recover.begun', { what })
  onRecovering?.(what)
}

/**
 * Puts right what a killed application left: its commands' processes are ended, half done applies are finished or taken
 * back, plans that were being worked on show as interrupted, and queued ones go on.
 */
export async function recoverPlans(
  deps: RecoverDeps,
  runner: Runner,
): Promise<{ readonly interrupted: readonly string[]; readonly resumed: readonly string[] }> {
  settleKilledCalls(deps)
  const left = deps.conversation.leftRunning()
  const ended = await deps.endLeftovers(
    left.map(commandMark),
    left.flatMap((command) => command.process ?? []),
  )
  if (ended > 0) deps.log.warn('recover.ended_processes', { count: ended })
  tellInterrupted(deps)
  const { journals, putBack, failed } = await deps.sandboxes.recover()
  for (const reason of failed) deps.log.warn('recover.sandbox_failed', { reason })
  for (const planId of deps.plans.endingPlans()) {
    await removeTraces(deps, planId)
    completeEnding(deps, planId)
  }
  await recoverChanges(deps)
  const processing = deps.plans.inState('processing')
  for (const plan of processing) {
    settleOne(deps, plan)
    await countFiles(deps, plan.id)
  }
  for (const { planId, attention } of journals) tellAttention(deps, planId, attention)
  for (const one of putBack) tellPutBack(deps, one)
  await reconcilePlans(deps)
  for (const reason of await deps.sandboxes.forgetOrphans(deps.registered()))
    deps.log.warn('recover.folder_left', { reason })
  const queued = deps.plans.inState('queued')
  for (const plan of queued) await runner.perform({ plan, effects: ['run'], nothing: null })
  return { interrupted: processing.map((plan) => plan.id), resumed: queued.map((plan) => plan.id) }
}

const noTokens = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }

/** Counts calls that were under way when the application was killed at the most that they may have cost. */
export function settleKilledCalls(
  deps: Pick<PlanDeps, 'budgets' | 'usage'> & { readonly plans: Pick<PlanDeps['plans'], 'byId'> },
): void {
  deps.budgets.settleAll(({ id, planId, cost, at }) => {
    const plan = deps.plans.byId(planId)
    if (!plan) return
    const call = { id, planId, phase: plan.phase, cost, at }
    deps.usage.add({ ...call, model: 'unknown', tokens: noTokens, priceVersion: estimatedPrice })
  })
}

function settleOne(deps: PlanDeps, plan: Plan): void {
  const receipts = plan.phase === 'apply' ? deps.sandboxes.receipts(plan.id) : null
  // The change had arrived in the target; only the plan's row had not been told.
  if (receipts) {
    const applied = receipts.map(appliedTo)
    const unchecked = deps.validations
      .checks(checkedPlan(deps, plan))
      .filter((check) => check.phase === 'post_apply' && check.mode === 'required')
    const error = postApplyError(unchecked.map(({ name }) => `${name} did not come to an end`))
    movePlan(deps, plan, unchecked.length > 0 ? { type: 'failed', error } : { type: 'applied' }, { applied })
  } else movePlan(deps, plan, { type: 'interrupted' })
}

/** Tells what a check that was interrupted had done to files. */
function tellPutBack(deps: PlanDeps, { planId, resource, changed }: Recovery['putBack'][number]): void {
  const plan = deps.plans.byId(planId)
  if (!plan) return
  const files = changed.length > 0 ? `: ${plural(changed.length, 'file')}, kept as a checkpoint` : ''
  const title = `The application ended during a check; what that had changed in the sandbox of ${resource} was put back${files}`
  deps.activity.add(planId, { phase: plan.phase, kind: 'notice', title, body: changed.join('\n') })
}

/** Tells what could not be put back by itself, so that a person looks at it. */
function tellAttention(deps: PlanDeps, planId: string, attention: readonly string[]): void {
  if (attention.length === 0 || !deps.plans.byId(planId)) return
  deps.activity.add(planId, {
    phase: 'apply',
    kind: 'notice',
    title: 'The application ended during Apply, and not everything could be put back by itself',
    body: attention.join('\n'),
  })
}
