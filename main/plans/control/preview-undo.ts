import type { Receipt } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { requireNotUndone } from '../undone-apply'
import { settleInterrupted } from './before-change'
import { filesOf, type ChangedPath } from './changed-paths'
import { nothingToUndo, undoEffects, type UndoneKind } from './undo'
import { undoView } from './views'
import { revertOf } from './roll-back'

export type UndoPreview = {
  readonly kind: UndoneKind
  readonly label: string
  readonly plan: Plan
  readonly files: readonly ChangedPath[]
  readonly conflicts: readonly { readonly resource: string; readonly path: string; readonly reason: string }[]
  readonly superseded: number
  readonly revived: number
  readonly checkpointsRemaining: number
  /** Real repositories and folders that get it too. */
  readonly targets: readonly Pick<Receipt, 'resource' | 'branch' | 'mode'>[]
}

const reversed = { undo: 'redo', redo: 'undo' } as const

const targetsOf = (deps: PlanDeps, planId: string): UndoPreview['targets'] =>
  deps.sandboxes.applyRecord(planId)?.receipts ?? []

async function ofApply(deps: PlanDeps, planId: string) {
  const { files, conflicts } = await revertOf(deps, planId)
  return {
    files,
    conflicts: conflicts.map(({ resource, path, reason }) => ({ resource, path, reason })),
  }
}

async function ofChange(deps: PlanDeps, plan: Plan) {
  const change = deps.changeLog.latest(plan.id)
  if (!change) throw nothingToUndo(plan)
  await settleInterrupted(deps, plan)
  const { before, after, repository } = change.data
  const trees = before.trees ?? {}
  const since = { start: after ?? trees, number: before.checkpointNumber }
  const restore = await deps.sandboxes.previewRestore(plan.id, trees, since)
  const effects = undoEffects(deps, plan, change)
  const revert = repository === null ? null : await deps.sandboxes.previewRevert(plan.id, reversed[repository])
  const kept = deps.sandboxes.everyCheckpoint(plan.id).filter(({ number }) => number <= before.checkpointNumber)
  return {
    files: filesOf(deps, plan.id, restore),
    conflicts: [...restore.conflicts, ...(revert?.conflicts ?? [])].map(({ resource, path, reason }) => ({
      resource,
      path,
      reason,
    })),
    superseded: effects.supersede?.length ?? 0,
    revived: effects.revive?.length ?? 0,
    checkpointsRemaining: kept.length,
    targets: repository === null ? [] : targetsOf(deps, plan.id),
  }
}

/** Shows what `undo` would take back now, path by path. Nothing is changed. */
export async function previewUndo(deps: PlanDeps, plan: Plan): Promise<UndoPreview> {
  const due = undoView(deps, plan)
  if (due === null) {
    requireNotUndone(deps, plan)
    throw nothingToUndo(plan)
  }
  const { kind, label } = due
  const checkpointsRemaining = deps.sandboxes.checkpoints(plan.id).length
  const still = { kind, label, plan, superseded: 0, revived: 0, checkpointsRemaining, targets: [] }
  if (kind === 'apply') return { ...still, ...(await ofApply(deps, plan.id)), targets: targetsOf(deps, plan.id) }
  if (kind === 'rejection') {
    const parts = await deps.review.latestRejected(plan.id)
    const files = parts.map((part) => ({ resource: '', ...part, action: 'restored' as const }))
    return { ...still, files, conflicts: [] }
  }
  return { ...still, ...(await ofChange(deps, plan)) }
}
