import type { PlanView } from '@shared/contract/plan-view'
import type {
  CorrectionView,
  ReceiptView,
  RestoredPath,
  RollbackView,
  UndoneView,
  UndoPreviewView,
} from '@shared/contract/plan-control'
import type { Checkpoint, Trees } from '../../sandboxes'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { findCheckpoint, hasApplied, treesOf } from './before-change'
import type { ChangedPath } from './changed-paths'
import type { CorrectionPreview } from './preview-correction'
import type { UndoPreview } from './preview-undo'
import type { RollbackPreview } from './roll-back'
import type { Undone } from './undo'

export const checkpointView = ({ id, number, label, cause, tool, decisionId, created }: Checkpoint) => ({
  id,
  number,
  label,
  cause,
  tool,
  decision_id: decisionId,
  created,
})

type UndoDeps = Pick<PlanDeps, 'changeLog' | 'sandboxes' | 'review' | 'plans'>

/** What `plan undo` would take back now. */
export function undoView(deps: UndoDeps, plan: Plan): PlanView['undo'] {
  if (plan.state === 'cancelled') return null
  if (hasApplied(deps, plan.id)) return { kind: 'apply', label: 'Undo the apply' }
  if (plan.state === 'applied') return null
  const change = deps.changeLog.latest(plan.id)
  const rejected = deps.review.rejections(plan.id).at(-1)?.created ?? 0
  if (rejected > (change?.updated ?? 0)) return { kind: 'rejection', label: 'Undo the rejection' }
  if (!change || change.kind === 'undo') return null
  if (change.kind === 'rollback' && deps.plans.claimedSince(plan.id, 'execute', change.updated)) return null
  return { kind: change.kind, label: `Undo the ${change.data.title}` }
}

/** The two states that a diff compares where a checkpoint is named; null where it is the whole changeset. */
export function comparedStates(
  deps: PlanDeps,
  plan: Plan,
  from: string | undefined,
  to: string | undefined,
): { readonly from: Trees; readonly to: Trees | null } | null {
  if (from === undefined) return to === undefined ? null : { from: {}, to: treesOf(findCheckpoint(deps, plan, to)) }
  return {
    from: treesOf(findCheckpoint(deps, plan, from)),
    to: to === undefined ? null : treesOf(findCheckpoint(deps, plan, to)),
  }
}

const pathsOf = (files: readonly ChangedPath[], action: ChangedPath['action']): string[] =>
  files.filter((file) => file.action === action).map(({ path }) => path)

const pathView = ({ hunks, ...file }: ChangedPath): RestoredPath => ({
  ...file,
  ...(hunks === undefined ? {} : { hunks: [...hunks] }),
})

const told = (files: readonly ChangedPath[]) => ({
  files: files.map(pathView),
  files_restored: pathsOf(files, 'restored'),
  files_removed: pathsOf(files, 'removed'),
})

export function rollbackView(preview: RollbackPreview, plan: PlanView, dryRun: boolean): RollbackView {
  const { checkpoint, restore, revert } = preview
  return {
    plan_id: plan.plan_id,
    checkpoint_id: checkpoint.id,
    label: checkpoint.label,
    ...told(preview.files),
    conflicts: restore.conflicts.map(({ resource, path, reason }) => ({ resource, path, reason })),
    kept: restore.kept.map(({ path }) => path),
    decisions_superseded: preview.superseded.length,
    tool_calls_undone: preview.toolCalls,
    children_invalidated: 0,
    checkpoints_dropped: preview.checkpointsDropped,
    checkpoints_remaining: preview.checkpointsRemaining,
    revert: revert && {
      files: revert.files.map(pathView),
      conflicts: revert.conflicts.map(({ resource, path, reason }) => ({ resource, path, reason })),
    },
    warnings: [...preview.warnings],
    dry_run: dryRun,
    plan,
  }
}

export function undoneView(undone: Undone, plan: PlanView): UndoneView {
  return {
    plan_id: plan.plan_id,
    undone: undone.kind,
    ...told(undone.files),
    decisions_superseded: undone.superseded,
    decisions_revived: undone.revived,
    checkpoints_remaining: undone.checkpointsRemaining,
    plan,
  }
}

export function undoPreviewView(preview: UndoPreview): UndoPreviewView {
  return {
    plan_id: preview.plan.id,
    undone: preview.kind,
    label: preview.label,
    ...told(preview.files),
    conflicts: preview.conflicts.map((conflict) => ({ ...conflict })),
    decisions_superseded: preview.superseded,
    decisions_revived: preview.revived,
    checkpoints_remaining: preview.checkpointsRemaining,
    targets: preview.targets.map(({ resource, branch, mode }) => ({ resource, branch, mode })),
  }
}

type Made = { readonly correctionId: string; readonly newDecisionId: string }

export function correctionView(
  preview: CorrectionPreview,
  plan: PlanView,
  guidance: string,
  made: Made | null,
): CorrectionView {
  const { calls, tokens, costMicro, durationMs } = preview.estimate
  return {
    plan_id: plan.plan_id,
    decision_id: preview.target.id,
    mode: preview.mode,
    guidance,
    correction_id: made?.correctionId ?? null,
    new_decision_id: made?.newDecisionId ?? null,
    invalidated: preview.invalidated.map(({ id, type, question }) => ({ id, type, question })),
    preserved: preview.preserved,
    files: preview.files.map(pathView),
    children: preview.children.map(({ id, title }) => ({ plan_id: id, title })),
    conflicts: preview.conflicts.map((conflict) => ({ ...conflict })),
    warnings: [...preview.warnings],
    impact: preview.impact.level,
    impact_reasons: [...preview.impact.reasons],
    estimate: {
      calls,
      tokens,
      cost_usd: costMicro === null ? null : costMicro / 1_000_000,
      duration_ms: durationMs,
    },
    attempt: made ? plan.attempt : plan.attempt + 1,
    dry_run: made === null,
    plan,
  }
}

type ApplyRecord = NonNullable<ReturnType<PlanDeps['sandboxes']['applyRecord']>>

export function receiptView(
  plan: Plan,
  decisions: number,
  waived: ReceiptView['waived'],
  record: ApplyRecord,
): ReceiptView {
  return {
    plan_id: plan.id,
    title: plan.title,
    action: plan.action.name,
    decisions,
    applied_at: record.at,
    waived,
    resources: record.receipts.map(({ resource, mode, branch, before, after, commit, files, checkedOut, notices }) => ({
      resource,
      mode,
      branch,
      before,
      after,
      commit,
      files: [...files],
      checked_out: checkedOut,
      notices: [...notices],
    })),
    undone: record.undone && {
      at: record.undone.at,
      commits: record.undone.receipts.map(({ resource, commit }) => ({ resource, commit })),
    },
  }
}
