import { plural } from '@shared/model/plural'
import { conflict } from '@shared/model/refusal'
import { phases } from '@shared/model/plan'
import { settledDecision, type Decision } from '../../decisions'
import type { Checkpoint, OnConflict, RestorePreview } from '../../sandboxes'
import { isGuardKey } from '../domain/guard'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import type { Runner } from '../runner'
import {
  atRest,
  basesTo,
  cutAt,
  findCheckpoint,
  hasApplied,
  isAfter,
  newChange,
  requireAllowed,
  resolved,
  settleInterrupted,
  wholeTrees,
} from './before-change'
import { filesOf, type ChangedPath } from './changed-paths'
import { runChange } from './run-change'

/** What taking back an applied change does in its target, and what stands in the way of that. */
export type Revert = {
  readonly files: readonly ChangedPath[]
  readonly conflicts: readonly { readonly resource: string; readonly path: string; readonly reason: string }[]
}

export type RollbackPreview = {
  readonly plan: Plan
  readonly checkpoint: Checkpoint
  readonly restore: RestorePreview
  readonly files: readonly ChangedPath[]
  readonly superseded: readonly Decision[]
  readonly toolCalls: number
  readonly checkpointsDropped: number
  readonly checkpointsRemaining: number
  /** What the target repositories get where the plan is applied; null where it is not. */
  readonly revert: Revert | null
  readonly warnings: readonly string[]
}

/** Rolling back needs a sandbox of every resource that the plan may write to. */
function requireIsolation(deps: PlanDeps, plan: Plan): void {
  const isolated = new Set(deps.sandboxes.get(plan.id).map(({ resourceId }) => resourceId))
  const direct = deps.plans.resources(plan.id).filter((one) => !one.readOnly && !isolated.has(one.resourceId))
  if (direct.length === 0) return
  const names = direct.map(({ name }) => name).join(', ')
  throw conflict(
    'rollback.not_isolated',
    `The plan works on ${names} without a sandbox, so there is no state to go back to. Nothing was changed.`,
    { hint: 'Put the files right by hand, or correct the plan with guidance.' },
  )
}

function warningsOf(deps: PlanDeps, plan: Plan, after: readonly Checkpoint[], preview: RestorePreview): string[] {
  const warnings: string[] = []
  const commands = after.filter(({ tool }) => tool === 'run_command').length
  if (commands > 0)
    warnings.push(
      `${plural(commands, 'command')} ran since. What ${commands === 1 ? 'it' : 'they'} did outside of the sandbox, and to ignored files in it, is not undone.`,
    )
  const nested = new Set(after.flatMap(({ resources }) => Object.values(resources).flatMap((one) => one.notCovered)))
  if (nested.size > 0) warnings.push(`Not covered by checkpoints: ${[...nested].join(', ')}.`)
  if (preview.kept.length > 0)
    warnings.push(
      `${plural(preview.kept.length, 'path that only somebody else changed stays as it is', 'paths that only somebody else changed stay as they are')}.`,
    )
  const live = deps.decisions.live(plan.id).filter(({ type }) => type === 'child_plan')
  if (live.length > 0) warnings.push('Child plans that were started since are not part of the plan any more.')
  return warnings
}

export async function revertOf(deps: PlanDeps, planId: string): Promise<Revert> {
  const { files, conflicts } = await deps.sandboxes.previewRevert(planId, 'undo')
  const told = files.map(({ resource, path, removed }): ChangedPath => {
    return { resource, path, action: removed ? 'removed' : 'restored' }
  })
  return { files: told, conflicts }
}

/** An applied change that cannot be taken back stays, and so does the plan. */
export function requireRevertible(revert: Revert | null): void {
  if (revert === null || revert.conflicts.length === 0) return
  throw conflict(
    'revert.conflict',
    `What the plan applied cannot be taken back: ${plural(revert.conflicts.length, 'file was', 'files were')} changed since. Nothing was changed.`,
    { hint: 'Settle these files in the repository, then try again.', details: { conflicts: revert.conflicts } },
  )
}

/** Shows what rolling back would do, path by path. Nothing is changed. */
export async function previewRollback(deps: PlanDeps, plan: Plan, query: string): Promise<RollbackPreview> {
  requireAllowed(plan, { type: 'rolled_back' })
  requireIsolation(deps, plan)
  await settleInterrupted(deps, plan)
  const checkpoint = findCheckpoint(deps, plan, query)
  const all = deps.sandboxes.checkpoints(plan.id)
  const later = all.filter(({ number }) => number > checkpoint.number)
  const trees = wholeTrees(deps, checkpoint)
  const restore = await deps.sandboxes.previewRestore(plan.id, trees, { start: trees, number: checkpoint.number })
  const revert = hasApplied(deps, plan.id) ? await revertOf(deps, plan.id) : null
  const superseded = deps.decisions
    .live(plan.id)
    .filter((decision) => decision.parentId !== null && isAfter(decision, checkpoint))
  return {
    plan,
    checkpoint,
    restore,
    files: filesOf(deps, plan.id, restore),
    superseded,
    toolCalls: superseded.filter(({ type, key }) => type === 'tool_invocation' && !isGuardKey(key)).length,
    checkpointsDropped: later.length,
    checkpointsRemaining: all.length - later.length,
    revert,
    warnings: warningsOf(deps, plan, later, restore),
  }
}

/** The decision that a rollback leaves in the tree, which supersedes what came after the checkpoint. */
function reversion(deps: PlanDeps, plan: Plan, checkpoint: Checkpoint): Omit<Decision, 'seq'> {
  const root = deps.decisions.live(plan.id).find(({ parentId }) => parentId === null)
  return personDecision(deps, plan, {
    parentId: root?.id ?? null,
    type: 'reversion',
    phase: 'execute',
    attempt: plan.attempt,
    question: 'Which state does the plan go back to?',
    chosen: `Checkpoint ${checkpoint.number}: ${checkpoint.label}`,
  })
}

type Told = Pick<Decision, 'parentId' | 'type' | 'phase' | 'attempt' | 'question' | 'chosen'> & Partial<Decision>

/** A decision that a person made with a command. */
export function personDecision(deps: PlanDeps, plan: Plan, told: Told): Omit<Decision, 'seq'> {
  return settledDecision({
    id: deps.newId(),
    planId: plan.id,
    answeredBy: 'person',
    created: deps.clock(),
    ...told,
  })
}

/** Sets a plan back to a checkpoint: files, decisions, checkpoints and history, all or nothing; it then waits. */
export async function rollBack(
  deps: PlanDeps,
  runner: Runner,
  given: Plan,
  options: { readonly checkpoint: string; readonly onConflict?: OnConflict },
): Promise<RollbackPreview> {
  requireAllowed(given, { type: 'rolled_back' })
  const plan = await atRest(deps, runner, given)
  const preview = await previewRollback(deps, plan, options.checkpoint)
  const { checkpoint, restore, revert } = preview
  requireRevertible(revert)
  const after = await resolved(deps, plan.id, wholeTrees(deps, checkpoint), restore, options.onConflict)
  const decision = reversion(deps, plan, checkpoint)
  const { position } = checkpoint
  const history =
    position?.turnSeq == null
      ? {}
      : cutAt(deps, plan.id, 'execute', {
          turnSeq: position.turnSeq,
          callId: position.callId,
          keeps: position.done,
        })
  const data = newChange(deps, plan, `rollback to checkpoint ${checkpoint.number}: ${checkpoint.label}`, {
    event: { type: 'rolled_back' },
    plan: { applied: null },
    decision,
    supersede: preview.superseded.map(({ id }) => id),
    by: decision.id,
    dropAbove: checkpoint.number,
    ...history,
  })
  const moved = await runChange(deps, {
    id: deps.newId(),
    planId: plan.id,
    kind: 'rollback',
    decisionId: null,
    newDecisionId: decision.id,
    version: plan.version,
    seen: restore.present,
    data: {
      ...data,
      after,
      bases: basesTo(deps, checkpoint),
      repository: revert === null ? null : 'undo',
      outcome: { files: preview.files, invalidated: preview.superseded.map(({ id }) => id) },
    },
  })
  await runner.perform(moved)
  return { ...preview, plan: moved.plan }
}

/** Phases whose work comes after a decision's phase, that one included. */
export const phasesFrom = (phase: Plan['phase']) => phases.slice(phases.indexOf(phase))
