import * as z from 'zod'
import { applyModes, updateChoices } from '@shared/model/plan'
import { idQuery, procedure } from './base'
import { plan } from './plan-view'

/** Whose work stands against the plan's: the target's own commits, edits that are not committed, or a file in the way. */
export const conflictCause = z.enum(['committed', 'uncommitted', 'in_the_way'])

/** One version of a file in conflict. */
export const conflictSide = z.object({
  oid: z.string(),
  mode: z.string(),
  size: z.number().int(),
  binary: z.boolean(),
  /** Null where it is binary or too large to be shown. */
  text: z.string().nullable(),
})
export type ConflictSideView = z.infer<typeof conflictSide>

/** A file in conflict: what both began with, what stands in the target now, what the plan made of it; null where there is none. */
export const applyConflict = z.object({
  resource: z.string(),
  resource_id: z.string(),
  path: z.string(),
  reason: z.string(),
  cause: conflictCause,
  base: conflictSide.nullable(),
  now: conflictSide.nullable(),
  plan: conflictSide.nullable(),
  /** Unified patches: from the base to what is there now, from the base to the plan's, from what is there to the plan's. */
  now_patch: z.string().nullable(),
  plan_patch: z.string().nullable(),
  between_patch: z.string().nullable(),
})
export type ApplyConflictView = z.infer<typeof applyConflict>

export const planUpdate = z.object({
  plan_id: z.string(),
  resources: z.array(
    z.object({
      resource: z.string(),
      branch: z.string().nullable(),
      from: z.string(),
      to: z.string(),
      /** Paths that the target has changed since the plan started. */
      incoming: z.array(z.string()),
    }),
  ),
  conflicts: z.array(applyConflict.extend({ take: z.enum(updateChoices).nullable() })),
  /** Files of the rejections that hold for what was merged, and of those that are void until they are looked at again; empty before. */
  rejections: z.object({ carried: z.array(z.string()), void: z.array(z.string()) }),
  dry_run: z.boolean(),
  plan,
})
export type PlanUpdateView = z.infer<typeof planUpdate>

const one = z.object({ plan_id: idQuery })
const update = one.extend({
  /** Brings the target's uncommitted edits in as well; the plan then leaves its own changes uncommitted on top of them. */
  include_uncommitted: z.boolean().default(false),
  /** By path, with or without the resource's name and a colon before it. */
  choices: z.array(z.object({ path: z.string().min(1), take: z.enum(updateChoices) })).default([]),
  /** For every conflicting file that no choice names; without it such a file makes the command a conflict. */
  rest: z.enum(updateChoices).optional(),
})

export const planConflicts = {
  /** Shows every file that stands against applying a plan: base, what is there now, what the plan did; changes nothing. */
  conflicts: procedure
    .input(one.extend({ mode: z.enum(applyModes).optional() }))
    .output(z.object({ plan_id: z.string(), conflicts: z.array(applyConflict) })),
  /** Shows what bringing a plan up to date with its targets would merge and where it would conflict; changes nothing. */
  previewUpdate: procedure.input(update).output(planUpdate),
  /** Merges what the targets got meanwhile into the plan's sandboxes; its checks run again before it may be applied. */
  update: procedure.input(update.extend({ env: z.record(z.string(), z.string()).optional() })).output(planUpdate),
}
