import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { applyModes, planFilters } from '@shared/model/plan'
import { profileSources } from '@shared/model/profile'
import { activityEvent } from './activity'
import { idQuery, nameQuery, procedure, said, time } from './base'
import { decisionDetail, decisionNode } from './decisions'
import { estimate, isolation } from './insight'
import { invariant, waivedRule } from './invariants'
import { conflictCause, planConflicts } from './plan-conflicts'
import { planControl } from './plan-control'
import { planSandbox } from './plan-sandbox'
import { plan, planSummary } from './plan-view'
import { decision, hunkStanding } from './review'
import { risk } from './risk'

export const changedFile = z.object({
  resource: z.string(),
  path: z.string(),
  old_path: z.string().nullable(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'mode', 'type']),
  insertions: z.number().int(),
  deletions: z.number().int(),
  binary: z.boolean(),
  /** Null where it is binary, too large, or was not asked for. */
  patch: z.string().nullable(),
  too_large: z.boolean(),
  kind: z.enum(['file', 'link', 'submodule']),
  old_mode: z.string().nullable(),
  new_mode: z.string().nullable(),
  /** Written by a program, by its name. */
  generated: z.boolean(),
  /** Names what the file was and what it became; equal while both are the same. */
  content: z.string(),
  /** The whole file is rejected, so that Apply leaves it out. */
  rejected: z.boolean(),
  /** It was rejected, wholly or in part, and has changed since, so that this no longer holds. */
  rejection_void: z.boolean(),
  /** Empty where patches were not asked for or the file has none. */
  hunks: z.array(hunkStanding),
})
export type ChangedFile = z.infer<typeof changedFile>

export const artifact = z.object({
  path: z.string(),
  resource: z.string(),
  kind: z.enum(['write', 'edit', 'delete', 'move', 'report']),
  size: z.number().int().nullable(),
  insertions: z.number().int(),
  deletions: z.number().int(),
  /** Whether Apply leaves the whole file out. */
  rejected: z.boolean(),
  /** The hunks of it that Apply leaves out, counted from 1. */
  rejected_hunks: z.array(z.number().int()),
})
export type ArtifactView = z.infer<typeof artifact>
export const checkpoint = z.object({
  id: z.string(),
  /** Rises with time; numbers of dropped checkpoints are not given again. */
  number: z.number().int(),
  label: z.string(),
  cause: z.string(),
  tool: z.string().nullable(),
  decision_id: z.string().nullable(),
  created: time,
})

export const applyPreview = z.object({
  files: z.number().int(),
  insertions: z.number().int(),
  deletions: z.number().int(),
  mode: z.enum(applyModes),
  resources: z.array(
    z.object({
      resource: z.string(),
      branch: z.string().nullable(),
      checked_out: z.boolean(),
      files: z.array(z.string()),
      notices: z.array(z.string()),
    }),
  ),
  conflicts: z.array(
    z.object({
      resource: z.string(),
      path: z.string(),
      reason: z.string(),
      cause: conflictCause,
    }),
  ),
  /** What arrives of each file. */
  changes: z.array(changedFile.pick({ resource: true, path: true, status: true, insertions: true, deletions: true })),
  /** The message of the commit that would be made; null where none is. */
  message: z.string().nullable(),
  /** The rules that do not hold the plan, because a person set them aside. */
  waived: z.array(waivedRule),
})
export type ApplyPreviewView = z.infer<typeof applyPreview>

export const usePreview = z.object({
  invariants: z.array(invariant),
  /** Rules that gave way to another, which is named. */
  overridden: z.array(invariant.extend({ overridden_by: z.string(), why: z.string() })),
  actors: z.record(z.string(), z.string().nullable()),
  actor_notices: z.array(z.string()),
  automation_profile: z.string(),
  profile_source: z.enum(profileSources),
  /** What runs by itself and what waits for a person, in a few lines. */
  summary: z.array(z.string()),
  /** Every threshold as a sentence. */
  sentences: z.array(z.string()),
  resources: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      read_only: z.boolean(),
      branch: z.string().nullable(),
      uncommitted: z.number().int(),
      problem: z.string().nullable(),
    }),
  ),
  /** What is wrong with the args given so far, by the arg's name. */
  arg_problems: z.array(z.object({ arg: z.string(), message: z.string() })),
  indexed_files: z.number().int(),
  /** What such a plan takes, as far as earlier ones tell. */
  estimate: estimate.nullable(),
})

const one = z.object({ plan_id: idQuery })
export const argValue = z.union([z.string(), z.number(), z.boolean()])
const use = z.object({
  action: nameQuery,
  projects: z.array(nameQuery),
  args: z.record(z.string(), argValue).default({}),
  automation_profile: nameQuery.optional(),
  include_uncommitted: z.boolean().default(false),
  /** What the plan is called in lists and in the commit that applies it; without one its action and arguments say it. */
  title: z.string().max(200).optional(),
})
/** What a caller's environment gives to the plan's providers and commands; kept in memory only. */
const caller = z.object({
  env: z.record(z.string(), z.string()).optional(),
  /** When the caller asked, in milliseconds since 1970: where another caller has started the plan since, the race is lost. */
  asked_at: z.number().optional(),
})

export const plans = {
  ...planControl,
  ...planConflicts,
  ...planSandbox,
  /** Shows what using the action would mean, without making a plan. */
  preview: procedure
    .input(use.pick({ action: true, projects: true, args: true, automation_profile: true, include_uncommitted: true }))
    .output(usePreview),
  /** Makes a plan; starts it where the profile says so. */
  use: procedure.input(use.extend(caller.shape)).output(plan),
  /** Starts or resumes the phase that is due (Strategize or Execute). `warning` says where nothing was due. */
  execute: procedure.input(one.extend(caller.shape)).output(plan.extend({ warning: z.string().nullable() })),
  /**
   * At a phase gate starts the next phase; at a paused decision accepts the proposal or the nth alternative, from 1. Where
   * a decision of the strategy was flagged for the gate before Execute, `choose` answers it and the plan stays there. A violated invariant is passed only by waiving it with a reason.
   */
  approve: procedure
    .input(
      one
        .extend({
          choose: z.number().int().min(1).optional(),
          decision_id: idQuery.optional(),
          /** A violated invariant of the plan, to be set aside for it. */
          waive: z.string().min(1).max(4000).optional(),
          /** Why it is set aside; wanted with `waive`. */
          reason: said.trim().min(1).max(4000).optional(),
          /** Dollars that the cap which holds the plan is raised to, for this plan alone. */
          budget_usd: z.number().min(0).max(1_000_000_000).optional(),
          /** Lets the plan use models of unknown price. */
          allow_unknown_cost: z.boolean().optional(),
          ...caller.shape,
        })
        .refine(({ waive, reason }) => (waive === undefined) === (reason === undefined), {
          message: 'waive and reason are given together',
        }),
    )
    .output(plan),
  /** Gives guidance: resumes a waiting plan with it, queues it on a running one. */
  prompt: procedure
    .input(one.extend({ text: said.min(1).max(100_000), ...caller.shape }))
    .output(plan.extend({ decision_id: z.string() })),
  /** Ends the running step, or the hook that an apply waits for; sandbox and history stay. */
  stop: procedure.input(one).output(plan),
  /** Hands a hook's refusal to the actor, with its whole output as guidance and what a person adds. */
  fix: procedure.input(one.extend({ text: z.string().max(100_000).optional(), ...caller.shape })).output(plan),
  /** Ends the plan and removes its sandbox; the source is untouched. */
  cancel: procedure.input(one).output(plan),
  status: procedure.input(one).output(plan),
  list: procedure
    .input(
      z.object({
        state: z.enum(planFilters).optional(),
        project: nameQuery.optional(),
        action: nameQuery.optional(),
        /** Lists the archived plans in place of the others. */
        archived: z.boolean().default(false),
        limit: z.number().int().min(1).max(100_000).default(10_000),
      }),
    )
    .output(z.object({ plans: z.array(planSummary), total: z.number().int(), archived: z.number().int() })),
  /** Takes ended plans out of the lists, or puts them back; all or none. Nothing of them is deleted. */
  archive: procedure
    .input(z.object({ plan_ids: z.array(idQuery).min(1).max(10_000), archived: z.boolean().default(true) }))
    .output(z.object({ plan_ids: z.array(z.string()) })),
  tree: procedure
    .input(one.extend({ show_superseded: z.boolean().default(false) }))
    .output(z.object({ plan_id: z.string(), nodes: z.array(decisionNode), superseded: z.number().int() })),
  explain: procedure
    .input(
      z.object({
        decision_id: idQuery,
        show_context: z.boolean().default(false),
        show_reasoning: z.boolean().default(false),
      }),
    )
    .output(decisionDetail),
  /** The changeset as git would store it. */
  diff: procedure
    .input(
      one.extend({
        patches: z.boolean().default(true),
        paths: z.array(z.string()).optional(),
        /** Compares from this checkpoint on, to the other or to the present state. */
        checkpoint: z.string().max(64).optional(),
        to_checkpoint: z.string().max(64).optional(),
      }),
    )
    .output(
      z.object({
        plan_id: z.string(),
        files: z.array(changedFile),
        insertions: z.number().int(),
        deletions: z.number().int(),
      }),
    ),
  /** Works out how risky the changes are; what was worked out for these very files is not done twice. */
  risk: procedure.input(one).output(z.object({ plan_id: z.string(), risk: z.array(risk) })),
  /** Tells how the plan's work is kept apart from what it works on, looked up now. */
  isolation: procedure.input(one).output(z.object({ plan_id: z.string(), isolation: z.array(isolation) })),
  /** Leaves a file, or one of its hunks, out of what Apply brings. Void once the file changes. */
  reject: decision,
  /** Takes a rejection back: of a whole file with its hunks, or of one hunk. */
  accept: decision,
  artifacts: procedure.input(one).output(
    z.object({
      plan_id: z.string(),
      artifacts: z.array(artifact),
      checkpoints: z.array(checkpoint),
      report: z.string().nullable(),
    }),
  ),
  /** Merges in memory and tells the outcome; changes nothing. */
  previewApply: procedure.input(one.extend({ mode: z.enum(applyModes).optional() })).output(applyPreview),
  /** Applies the changes. A refusal is a CONFLICT with code `apply.conflict` and the files in its details; nothing is changed then. `warning` says where nothing was due. */
  apply: procedure
    .input(
      one.extend({
        mode: z.enum(applyModes).optional(),
        /** Passes over the repository's hooks, this once. */
        skip_hooks: z.boolean().default(false),
        /** Applies what is there of a plan whose Execute was stopped or waits in the middle. */
        as_is: z.boolean().default(false),
      }),
    )
    .output(plan.extend({ warning: z.string().nullable() })),
  /** What happens in a plan, live. With `after`, only items above that sequence. */
  activity: procedure.input(one.extend({ after: z.number().int().optional() })).output(eventIterator(activityEvent)),
}
