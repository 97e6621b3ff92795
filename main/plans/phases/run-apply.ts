import { plural } from '@shared/model/plural'
import { lowestOpenConfidence } from '../../decisions'
import type { Receipt } from '../../sandboxes'
import { modeOfApply, type AppliedTo, type Plan, type PlanError } from '../domain/plan'
import type { PlanEvent } from '../domain/transition'
import { movePlan } from '../move-plan'
import type { PlanDeps } from '../ports'
import { mayRevert, revert, revisionText } from './answer-failure'
import { checkApplied, gateApply, postApplyError } from './gate-apply'
import { commitMessage } from './commit-message'
import { errorFrom } from './outcome'
import { requireUnchangedTrust } from './trusted-resources'
import { heldBackBy, standings } from './run-validations'

export type ApplyEnd = {
  readonly event: PlanEvent
  readonly change: Partial<Plan>
  /** Runs in the transaction that moves the plan. */
  readonly also?: () => void
}

/** What a receipt says, as it is kept with the plan. */
export function appliedTo({ resource, mode, branch, before, after, commit, files, notices }: Receipt): AppliedTo {
  return { resource, mode, branch, before, after, commit, files: files.length, notices }
}

/**
 * Applies a claimed plan once its gate lets it: all resources or none. A conflict changes nothing and lists the files. Null
 * where the application ends before anything was applied.
 */
async function applyOnce(deps: PlanDeps, plan: Plan, signal: AbortSignal): Promise<ApplyEnd | null> {
  try {
    // What arrived in the target is not applied again: only the checks that look there are left.
    if (plan.applied !== null) return await checkApplied(deps, plan, {}, signal)
    await requireUnchangedTrust(deps, plan)
    const held = await gateApply(deps, plan, signal)
    if (held) return held
    // Looked at again: the checks may have taken long.
    const trusted = await requireUnchangedTrust(deps, plan)
    const outcome = await deps.sandboxes.apply(plan.id, {
      mode: modeOfApply(plan),
      message: await commitMessage(deps, plan),
      trusted: (resourceId) => trusted.has(resourceId),
      skipHooks: plan.skipHooks,
      signal,
      onHook: () => tellHook(deps, plan),
    })
    if (!outcome.applied) {
      const list = outcome.conflicts.map((item) => `${item.resource}: ${item.path}: ${item.reason}`).join('\n')
      deps.activity.add(plan.id, {
        phase: 'apply',
        kind: 'error',
        title: `Apply was refused: ${plural(outcome.conflicts.length, 'conflict')}; nothing was changed`,
        body: list,
      })
      const conflictCauses = [...new Set(outcome.conflicts.map(({ cause }) => cause))]
      return { event: { type: 'apply_refused', reason: 'conflict' }, change: { conflictCauses } }
    }
    const change = { applied: outcome.receipts.map(appliedTo) }
    try {
      return await checkApplied(deps, plan, change, signal)
    } catch (thrown) {
      deps.log.error('apply.check_failed', thrown, { plan: plan.id })
      return { event: { type: 'failed', error: postApplyError(['the checks did not come to an end']) }, change }
    }
  } catch (thrown) {
    if (signal.aborted) return null
    deps.log.error('apply.failed', thrown, { plan: plan.id })
    return { event: { type: 'failed', error: redacted(deps, errorFrom(thrown, deps.reserve.isFull)) }, change: {} }
  }
}

/** What a hook says may hold what nobody should read. */
function redacted(deps: PlanDeps, error: PlanError): PlanError {
  const output = error.details?.['output']
  return typeof output === 'string' ? { ...error, details: { ...error.details, output: deps.redact(output) } } : error
}

function tellHook(deps: PlanDeps, plan: Plan): void {
  const hook = deps.sandboxes.runningHook(plan.id)
  if (hook) {
    const limit = `it is ended after ${Math.round(hook.timeoutMs / 1000)} s`
    deps.activity.add(plan.id, {
      phase: 'apply',
      kind: 'notice',
      title: `The hook ${hook.name} of ${hook.resource} runs; ${limit}`,
    })
  }
  deps.changes.publish('plan', plan.id, 'processing')
}

/** Applies a claimed plan; skipping hooks holds for one apply. */
export async function runApply(deps: PlanDeps, plan: Plan, signal: AbortSignal): Promise<ApplyEnd | null> {
  const end = await applyOnce(deps, plan, signal)
  return end && { ...end, change: { ...end.change, skipHooks: false } }
}

/** Whether the next phase starts by itself: its threshold against the lowest confidence that nobody has answered. */
export function nextOpensAlone(deps: Pick<PlanDeps, 'decisions'>, plan: Plan): boolean {
  const { create_tool: startExecute, select_tool: startApply } = plan.profile.thresholds
  const threshold = plan.phase === 'strategize' ? startExecute : startApply
  if (threshold <= 0) return true
  if (threshold >= 1) return false
  return lowestOpenConfidence(deps.decisions.live(plan.id), plan.phase) >= threshold
}

/** Takes a plan whose apply a validation refused back to its strategy, where its profile does that; true where it did. */
export function reviseRefused(deps: PlanDeps, plan: Plan): boolean {
  if (plan.state !== 'constrained' || plan.reason !== 'validation') return false
  if (!mayRevert(deps, plan, plan.profile.thresholds.access_network)) return false
  if (deps.resolveActor(plan.action.actors['strategy'] ?? null, 'strategy').kind !== 'llm') return false
  const failures = heldBackBy(standings(deps, plan, ['execute', 'pre_apply']))
  const moved = deps.db.transaction(() => {
    revert(deps, plan, `Apply was refused by ${plural(failures.length, 'validation')}`, revisionText(failures))
    return movePlan(deps, plan, { type: 'reverted' })
  })
  return moved.effects.includes('run')
}
