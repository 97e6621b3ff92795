import * as z from 'zod'
import { correctionModes } from '@shared/model/decision'
import { applyModes } from '@shared/model/plan'
import { idQuery, nameQuery, procedure, time } from './base'
import { waivedRule } from './invariants'
import { plan } from './plan-view'

/** What becomes of paths that somebody else changed since; without a choice they make the command a conflict. */
export const onConflict = z.enum(['keep', 'overwrite'])

/** A path that a rollback, a correction or an undo puts back as it was, or takes away because it was added since. */
export const restoredPath = z.object({
  resource: z.string(),
  path: z.string(),
  action: z.enum(['restored', 'removed']),
  /** Where only these of its hunks are meant, from 1. */
  hunks: z.array(z.number().int()).optional(),
})
export type RestoredPath = z.infer<typeof restoredPath>

const conflictPath = z.object({ resource: z.string(), path: z.string(), reason: z.string() })

export const rollback = z.object({
  plan_id: z.string(),
  checkpoint_id: z.string(),
  label: z.string(),
  files: z.array(restoredPath),
  files_restored: z.array(z.string()),
  files_removed: z.array(z.string()),
  /** Changed by somebody else since: `on_conflict` says what becomes of them. */
  conflicts: z.array(conflictPath),
  /** Changed by somebody else alone: they stay. */
  kept: z.array(z.string()),
  decisions_superseded: z.number().int(),
  tool_calls_undone: z.number().int(),
  children_invalidated: z.number().int(),
  checkpoints_dropped: z.number().int(),
  checkpoints_remaining: z.number().int(),
  /** What the real repositories get where the plan was applied: a commit on top that takes it back. */
  revert: z.object({ files: z.array(restoredPath), conflicts: z.array(conflictPath) }).nullable(),
  warnings: z.array(z.string()),
  dry_run: z.boolean(),
  plan,
})
export type RollbackView = z.infer<typeof rollback>

export const undone = rollback
  .pick({
    plan_id: true,
    files: true,
    files_restored: true,
    files_removed: true,
    decisions_superseded: true,
    checkpoints_remaining: true,
    plan: true,
  })
  .extend({
    undone: z.enum(['rollback', 'correction', 'update', 'apply', 'rejection']),
    /** Decisions that hold again. */
    decisions_revived: z.number().int(),
  })
export type UndoneView = z.infer<typeof undone>

/** What an undo would do. */
export const undoPreview = undone.omit({ plan: true }).extend({
  /** What the command would be called, such as `Undo the rollback …`. */
  label: z.string(),
  conflicts: z.array(conflictPath),
  /** The real targets that are changed too: by a commit on top, or by their files; empty where none is. */
  targets: z.array(z.object({ resource: z.string(), branch: z.string().nullable(), mode: z.enum(applyModes) })),
})
export type UndoPreviewView = z.infer<typeof undoPreview>

export const correction = z.object({
  plan_id: z.string(),
  decision_id: z.string(),
  mode: z.enum(correctionModes),
  guidance: z.string(),
  /** Null in a preview. */
  correction_id: z.string().nullable(),
  new_decision_id: z.string().nullable(),
  invalidated: z.array(z.object({ id: z.string(), type: z.string(), question: z.string() })),
  /** Decisions that stay as they are. */
  preserved: z.number().int(),
  files: z.array(restoredPath),
  children: z.array(z.object({ plan_id: z.string(), title: z.string() })),
  conflicts: z.array(conflictPath),
  warnings: z.array(z.string()),
  impact: z.enum(['low', 'medium', 'high']),
  /** Everything that makes it so, one sentence each. */
  impact_reasons: z.array(z.string()),
  /** What the steps that are done again cost before; no cost where a price was unknown. */
  estimate: z.object({
    calls: z.number().int(),
    tokens: z.number().int(),
    cost_usd: z.number().nullable(),
    duration_ms: z.number().int(),
  }),
  attempt: z.number().int(),
  dry_run: z.boolean(),
  plan,
})
export type CorrectionView = z.infer<typeof correction>

const lines = z.object({ insertions: z.number().int(), deletions: z.number().int() })

/** One file before and after a correction; null on the side where the plan does not change it. */
export const comparedFile = z.object({
  resource: z.string(),
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'mode', 'type']),
  before: lines.nullable(),
  after: lines.nullable(),
  insertions: z.number().int(),
  deletions: z.number().int(),
  binary: z.boolean(),
  patch: z.string().nullable(),
  too_large: z.boolean(),
})

export const correctionDiff = z.object({
  correction_id: z.string(),
  plan_id: z.string(),
  decision_id: z.string(),
  new_decision_id: z.string(),
  mode: z.enum(correctionModes),
  guidance: z.string(),
  undone: z.boolean(),
  created: time,
  files: z.array(comparedFile),
  insertions: z.number().int(),
  deletions: z.number().int(),
})
export type CorrectionDiff = z.infer<typeof correctionDiff>

export const receipt = z.object({
  plan_id: z.string(),
  title: z.string(),
  action: z.string(),
  decisions: z.number().int(),
  applied_at: time,
  /** The rules that did not hold the plan, because a person set them aside. */
  waived: z.array(waivedRule),
  resources: z.array(
    z.object({
      resource: z.string(),
      mode: z.enum(applyModes),
      branch: z.string().nullable(),
      before: z.string(),
      after: z.string(),
      commit: z.string().nullable(),
      files: z.array(z.string()),
      checked_out: z.boolean(),
      notices: z.array(z.string()),
    }),
  ),
  /** Set where the apply was taken back: when, and by which commits. */
  undone: z
    .object({ at: time, commits: z.array(z.object({ resource: z.string(), commit: z.string().nullable() })) })
    .nullable(),
})
export type ReceiptView = z.infer<typeof receipt>

const one = z.object({ plan_id: idQuery })
const toCheckpoint = one.extend({ checkpoint_id: z.string().min(1).max(64) })
const correct = z.object({
  decision_id: idQuery,
  mode: z.enum(correctionModes),
  guidance: z.string().max(100_000).optional(),
  /** The nth alternative as listed, from 1, in place of guidance. */
  choose: z.number().int().min(1).optional(),
})

export const planControl = {
  /** Shows what rolling back to a checkpoint would do, path by path; changes nothing. */
  previewRollback: procedure.input(toCheckpoint).output(rollback),
  /** Sets the plan back to a checkpoint; it then waits. Where it was applied, the repository gets a commit that takes it back. */
  rollback: procedure.input(toCheckpoint.extend({ on_conflict: onConflict.optional() })).output(rollback),
  /** Counts what correcting a decision would do; changes nothing. */
  previewCorrection: procedure.input(correct).output(correction),
  /** Corrects a decision, by guidance or by choosing another of its alternatives. */
  correct: procedure
    .input(correct.extend({ on_conflict: onConflict.optional(), env: z.record(z.string(), z.string()).optional() }))
    .output(correction),
  /** Compares the plan's files before and after a correction, by its id or that of the decision it added. */
  correctionDiff: procedure
    .input(z.object({ correction: idQuery, patches: z.boolean().default(true) }))
    .output(correctionDiff),
  /** Lists the corrections of a plan, oldest first. */
  corrections: procedure.input(one).output(
    z.object({
      corrections: z.array(
        correctionDiff.pick({
          correction_id: true,
          decision_id: true,
          new_decision_id: true,
          mode: true,
          guidance: true,
          undone: true,
          created: true,
        }),
      ),
    }),
  ),
  /** Shows what an undo would take back, path by path; changes nothing. */
  previewUndo: procedure.input(one).output(undoPreview),
  /** Takes back the latest rollback, correction, rejection, update or apply. */
  undo: procedure.input(one.extend({ on_conflict: onConflict.optional() })).output(undone),
  /** Shows what an applied plan did to which targets. */
  receipt: procedure.input(one).output(receipt),
  /** Brings a cancelled plan back with its sandbox, for as long as that is kept; it then waits. */
  restore: procedure.input(one).output(plan),
  /** Gives a plan another automation profile, which holds from its next step on. */
  setProfile: procedure.input(one.extend({ automation_profile: nameQuery })).output(plan),
}
