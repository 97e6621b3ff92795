import { conflict } from '@shared/model/refusal'
import type { OnConflict } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { requireNotUndone } from '../undone-apply'
import type { Runner } from '../runner'
import { atRest, hasApplied, newChange, requireAllowed, resolved, settleInterrupted } from './before-change'
import { carryingRejections } from './carry-rejections'
import { filesOf, type ChangedPath } from './changed-paths'
import type { Effects, PlanChange } from './plan-change'
import { revertOf } from './roll-back'
import { runChange } from './run-change'

export type UndoneKind = 'rollback' | 'correction' | 'update' | 'apply' | 'rejection'

export type Undone = {
  readonly kind: UndoneKind
  readonly plan: Plan
  readonly files: readonly ChangedPath[]
  readonly superseded: number
  readonly revived: number
  readonly checkpointsRemaining: number
}

/** The refusal of an undo that has nothing to take back. */
export function nothingToUndo(plan: Plan) {
  return conflict('undo.nothing', `Plan ${plan.id} has nothing that could be undone; nothing was changed.`, {
    hint: 'A rollback, a correction, a rejection, an update or an apply can be undone.',
  })
}

/** How the plan stood before the change, put together from what the change recorded. */
export function undoEffects(deps: PlanDeps, plan: Plan, change: PlanChange): Partial<Effects> {
  const { before, effects } = change.data
  const since = deps.decisions.live(plan.id).filter(({ seq }) => seq > before.decisionSeq)
  const phases = ['strategize', 'execute'] as const
  return {
    event: { type: 'undone', to: before.standing },
    plan: before.plan,
    supersede: since.map(({ id }) => id),
    revive: effects.supersede,
    withdrawGuidance: change.newDecisionId,
    cut: phases.map((phase) => ({ phase, from: before.lastTurns[phase] + 1 })),
    uncut: change.id,
    turns: effects.turns.map(({ phase, seq, before: old, after }) => ({ phase, seq, before: after, after: old })),
    dropAbove: before.checkpointNumber,
    undrop: change.id,
    undoes: change.id,
  }
}

async function undoChange(
  deps: PlanDeps,
  runner: Runner,
  given: Plan,
  change: PlanChange,
  onConflict: OnConflict | undefined,
): Promise<Undone> {
  const gone = change.kind === 'rollback' && deps.plans.claimedSince(given.id, 'execute', change.updated)
  if (gone)
    throw conflict('undo.too_late', 'Execute has gone on since the rollback, so it cannot be undone any more.', {
      hint: 'Roll back to a checkpoint, or correct a decision.',
    })
  const plan = await atRest(deps, runner, given)
  const effects = undoEffects(deps, plan, change)
  if (effects.event) requireAllowed(plan, effects.event)
  await settleInterrupted(deps, plan)
  const trees = change.data.before.trees ?? {}
  const restore = await deps.sandboxes.previewRestore(plan.id, trees, {
    start: change.data.after ?? trees,
    number: change.data.before.checkpointNumber,
  })
  const after = await resolved(deps, plan.id, trees, restore, onConflict)
  const files = filesOf(deps, plan.id, restore)
  const back: Parameters<typeof runChange>[1] = {
    id: deps.newId(),
    planId: plan.id,
    kind: 'undo',
    decisionId: change.decisionId,
    newDecisionId: change.newDecisionId,
    version: plan.version,
    seen: restore.present,
    data: {
      ...newChange(deps, plan, `undo of the ${change.data.title}`, effects),
      after,
      bases: change.data.bases ? { before: change.data.bases.after, after: change.data.bases.before } : null,
      repository: change.data.repository === 'undo' ? 'redo' : null,
      outcome: { files, invalidated: effects.supersede ?? [] },
    },
  }
  const run = () => runChange(deps, back)
  // Only that merged files which were decided about already.
  const moved = await (change.kind === 'update' ? carryingRejections(deps, plan, run) : run())
  await runner.perform(moved)
  return {
    kind: change.kind === 'undo' ? 'correction' : change.kind,
    plan: moved.plan,
    files,
    superseded: effects.supersede?.length ?? 0,
    revived: effects.revive?.length ?? 0,
    checkpointsRemaining: deps.sandboxes.checkpoints(plan.id).length,
  }
}

/** Takes back in the repositories what the plan applied; the plan stays as it ended, with its receipt. */
async function undoApply(deps: PlanDeps, plan: Plan): Promise<Undone> {
  const { files } = await revertOf(deps, plan.id)
  const moved = await runChange(deps, {
    id: deps.newId(),
    planId: plan.id,
    kind: 'undo',
    decisionId: null,
    newDecisionId: null,
    version: plan.version,
    seen: {},
    data: {
      ...newChange(deps, plan, 'undo of the apply', {}),
      before: { ...newChange(deps, plan, '', {}).before, sandboxes: null },
      repository: 'undo',
      outcome: { files, invalidated: [] },
    },
  })
  const checkpointsRemaining = deps.sandboxes.checkpoints(plan.id).length
  return { kind: 'apply', plan: moved.plan, files, superseded: 0, revived: 0, checkpointsRemaining }
}

/** Takes back the latest rollback, correction, rejection, update or apply of a plan. */
export async function undo(deps: PlanDeps, runner: Runner, plan: Plan, onConflict?: OnConflict): Promise<Undone> {
  if (plan.state === 'cancelled') throw nothingToUndo(plan)
  if (hasApplied(deps, plan.id)) return undoApply(deps, plan)
  requireNotUndone(deps, plan)
  if (plan.state === 'applied') throw nothingToUndo(plan)
  const change = deps.changeLog.latest(plan.id)
  const rejected = deps.review.rejections(plan.id).at(-1)?.created ?? 0
  if (rejected > (change?.updated ?? 0)) {
    const parts = await deps.review.latestRejected(plan.id)
    deps.review.takeBackLatestRejection(plan.id)
    deps.changes.publish('review', plan.id)
    const files = parts.map((part) => ({ resource: '', ...part, action: 'restored' as const }))
    const checkpointsRemaining = deps.sandboxes.checkpoints(plan.id).length
    return { kind: 'rejection', plan, files, superseded: 0, revived: 0, checkpointsRemaining }
  }
  if (!change) throw nothingToUndo(plan)
  return undoChange(deps, runner, plan, change, onConflict)
}
