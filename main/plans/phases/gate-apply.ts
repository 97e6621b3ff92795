import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { filesToApply, keepPresent, keptChanges } from '../checked-plan'
import { checkChanges } from './check-invariants'
import { requireStandingRejections } from '../require-appliable'
import { planError, tooManyChanges } from './outcome'
import { heldBackBy, runDue, standings } from './run-validations'
import type { ApplyEnd } from './run-apply'
import { whyViolated } from './why-paused'

/**
 * What has to hold before anything is applied, on what is applied of the changes: the rules that a machine checks, and every
 * required validation, run on this very tree. Null where nothing stands against it.
 */
export async function gateApply(deps: PlanDeps, plan: Plan, signal: AbortSignal): Promise<ApplyEnd | null> {
  await deps.sandboxes.requireWritable(plan.id)
  await keepPresent(deps, plan.id, 'before apply')
  await requireStandingRejections(deps, plan.id)
  const changes = await filesToApply(deps, plan.id, await keptChanges(deps, plan.id))
  const most = deps.limits.planChanges()
  if (changes.length > most)
    return { event: { type: 'failed', error: tooManyChanges(changes.length, most) }, change: {} }
  await checkChanges(deps, plan, 'apply', changes, signal)
  if (deps.invariants.violated(plan.id).length > 0) {
    const neverWaits = plan.profile.safety.neverWait
    // Execute is done: what comes next is a look at the rules, not the actor once more.
    const finishedPhase = { phase: 'execute', summary: plan.finishedPhase?.summary ?? '' } as const
    return {
      event: { type: 'apply_blocked', reason: 'invariant', neverWaits, why: whyViolated(deps, plan.id) },
      change: { finishedPhase },
    }
  }
  await runDue(deps, plan, { phase: 'apply', of: 'pre_apply', signal })
  const held = heldBackBy(standings(deps, plan, ['execute', 'pre_apply']))
  if (held.length === 0) return null
  deps.activity.add(plan.id, {
    phase: 'apply',
    kind: 'error',
    title: `Apply was refused: ${held[0]!.why}${held.length > 1 ? ` and ${held.length - 1} more` : ''}; nothing was changed`,
    body: held.map(({ why }) => why).join('\n'),
  })
  return { event: { type: 'apply_refused', reason: 'validation' }, change: {} }
}

/** Runs the validations that look at the real target; what fails there leaves the changes applied and says what can be done. */
export async function checkApplied(
  deps: PlanDeps,
  plan: Plan,
  change: Partial<Plan>,
  signal: AbortSignal,
): Promise<ApplyEnd> {
  const held = heldBackBy(await runDue(deps, plan, { phase: 'apply', of: 'post_apply', signal }))
  if (held.length === 0) return { event: { type: 'applied' }, change }
  return { event: { type: 'failed', error: postApplyError(held.map(({ why }) => why)) }, change }
}

/** What an applied plan shows whose post-apply validations did not pass. */
export const postApplyError = (why: readonly string[]) =>
  planError('apply.post_validation', `The changes are applied, but they did not pass afterwards: ${why.join('; ')}.`, {
    hint: 'Roll the plan back, correct the decision that led to it, or put the target right and apply again, which only runs the checks.',
  })
