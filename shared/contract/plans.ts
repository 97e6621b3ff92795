import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { applyModes, phases, planFilters, planStates, waitReasons } from '@shared/model/plan'
import { profileSources } from '@shared/model/profile'
import { idQuery, nameQuery, procedure, time } from './base'

export const tokens = z.object({
  input: z.number().int(),
  output: z.number().int(),
  cache_write: z.number().int(),
  cache_read: z.number().int(),
  total: z.number().int(),
})

export const planError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  tool: z.string().nullable(),
  step: z.number().int().nullable(),
  recoverable: z.boolean(),
  /** What a model answered where its answer was the error. */
  raw: z.string().nullable(),
})

export const planResource = z.object({
  resource_id: z.string(),
  name: z.string(),
  type: z.string(),
  path: z.string(),
  read_only: z.boolean(),
  branch: z.string().nullable(),
  base_commit: z.string().nullable(),
  sandbox_strategy: z.string(),
  /** Null until the sandbox is made, and after it is gone. */
  sandbox_path: z.string().nullable(),
  sandbox_branch: z.string().nullable(),
  /** Uncommitted paths in the source when the plan was created; capped. */
  uncommitted: z.array(z.string()),
  includes_uncommitted: z.boolean(),
})

export const phaseCost = z.object({
  phase: z.enum(phases),
  started: time.nullable(),
  ended: time.nullable(),
  tokens,
  cost_usd: z.number().nullable(),
  tool_calls: z.number().int(),
})

export const plan = z.object({
  plan_id: z.string(),
  /** The shortest unique prefix, at least ten characters. */
  short_id: z.string(),
  title: z.string(),
  phase: z.enum(phases),
  state: z.enum(planStates),
  reason: z.enum(waitReasons).nullable(),
  attempt: z.number().int(),
  action: z.string(),
  projects: z.array(z.string()),
  args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  resources: z.array(planResource),
  actors: z.record(z.string(), z.string().nullable()),
  read_only: z.boolean(),
  automation_profile: z.string(),
  profile_source: z.enum(profileSources),
  apply_mode: z.enum(applyModes),
  parent_plan_id: z.string().nullable(),
  context: z.object({ resources: z.number().int(), indexed_files: z.number().int(), view: z.string() }),
  tool_calls: z.number().int(),
  files_modified: z.number().int(),
  decisions: z.number().int(),
  waiting_decisions: z.number().int(),
  checkpoints: z.number().int(),
  tokens,
  cost_usd: z.number().nullable(),
  cost_by_phase: z.array(phaseCost),
  timing: z.object({ created: time, started: time.nullable(), ended: time.nullable(), elapsed_ms: z.number().int() }),
  /** Guidance that waits for the next step, and that has been used. */
  guidance: z.object({ pending: z.array(z.string()), applied: z.number().int() }),
  notices: z.array(z.string()),
  next_steps: z.array(z.string()),
  error: planError.nullable(),
  /** Set once applied: what arrived where. */
  applied: z
    .array(
      z.object({
        resource: z.string(),
        mode: z.enum(applyModes),
        branch: z.string().nullable(),
        before: z.string(),
        after: z.string(),
        commit: z.string().nullable(),
        files: z.number().int(),
        notices: z.array(z.string()),
      }),
    )
    .nullable(),
  /** A read-only plan's result. */
  report: z.string().nullable(),
  definition_of_done: z.string(),
})
export type PlanView = z.infer<typeof plan>

export const planSummary = plan
  .pick({
    plan_id: true,
    short_id: true,
    title: true,
    phase: true,
    state: true,
    reason: true,
    attempt: true,
    action: true,
    projects: true,
    automation_profile: true,
    cost_usd: true,
    files_modified: true,
    waiting_decisions: true,
    parent_plan_id: true,
  })
  .extend({ created: time, updated: time, elapsed_ms: z.number().int(), error_code: z.string().nullable() })
export type PlanSummary = z.infer<typeof planSummary>

export const alternative = z.object({ text: z.string(), proposed: z.boolean(), chosen: z.boolean() })

export const decisionNode = z.object({
  id: z.string(),
  plan_id: z.string(),
  parent_id: z.string().nullable(),
  sequence: z.number().int(),
  type: z.string(),
  question: z.string(),
  proposed: z.string(),
  /** Empty while the decision waits for an answer. */
  chosen: z.string(),
  confidence: z.number().nullable(),
  /** The threshold it was compared with; null where none applies. */
  threshold: z.number().nullable(),
  alternatives: z.array(alternative),
  superseded: z.boolean(),
  superseded_by: z.string().nullable(),
  corrects: z.string().nullable(),
  waiting: z.boolean(),
  /** Flagged for the review at the end of its phase. */
  flagged: z.boolean(),
  phase: z.enum(phases),
  attempt: z.number().int(),
  created: time,
})
export type DecisionNode = z.infer<typeof decisionNode>

export const decisionDetail = decisionNode.extend({
  rationale: z.string(),
  influenced_by: z.array(z.string()),
  influences: z.array(z.string()),
  artifacts: z.array(z.string()),
  answered_by: z.enum(['actor', 'person']).nullable(),
  impact: z.object({ decisions: z.number().int(), files: z.number().int(), level: z.enum(['low', 'medium', 'high']) }),
  /** What was in the prompt, where asked for. */
  context: z
    .object({
      hash: z.string(),
      entries: z.array(z.object({ kind: z.string(), name: z.string(), tokens: z.number().int() })),
    })
    .nullable(),
  /** The model's own reasoning, where asked for. */
  reasoning: z.string().nullable(),
})
export type DecisionDetail = z.infer<typeof decisionDetail>

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
})
export type ChangedFile = z.infer<typeof changedFile>

export const artifact = z.object({
  path: z.string(),
  resource: z.string(),
  kind: z.enum(['write', 'edit', 'delete', 'move', 'report']),
  size: z.number().int().nullable(),
  insertions: z.number().int(),
  deletions: z.number().int(),
})
export const checkpoint = z.object({ id: z.string(), label: z.string(), tool: z.string().nullable(), created: time })

export const activityItem = z.object({
  /** Rises by one within a plan. */
  seq: z.number().int(),
  plan_id: z.string(),
  phase: z.enum(phases),
  kind: z.enum([
    'state',
    'text',
    'reasoning',
    'tool_call',
    'tool_result',
    'decision',
    'checkpoint',
    'retry',
    'notice',
    'error',
    'guidance',
  ]),
  /** One line. */
  title: z.string(),
  /** The whole text, capped; empty where the title says it all. */
  body: z.string(),
  tool: z.string().nullable(),
  call_id: z.string().nullable(),
  decision_id: z.string().nullable(),
  ok: z.boolean().nullable(),
  duration_ms: z.number().int().nullable(),
  at: time,
})
export type ActivityItem = z.infer<typeof activityItem>

/** A snapshot first, then deltas: `append` adds items, `delta` adds text of an answer that is still being written, `plan` tells the new state. */
export const activityEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), items: z.array(activityItem), plan }),
  z.object({ type: z.literal('append'), items: z.array(activityItem) }),
  z.object({
    type: z.literal('delta'),
    kind: z.enum(['text', 'reasoning', 'tool_arguments', 'output']),
    text: z.string(),
  }),
  z.object({ type: z.literal('plan'), plan }),
])
export type ActivityEvent = z.infer<typeof activityEvent>

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
  conflicts: z.array(z.object({ resource: z.string(), path: z.string(), reason: z.string() })),
})
export type ApplyPreviewView = z.infer<typeof applyPreview>

export const usePreview = z.object({
  invariants: z.array(z.object({ scope: z.string(), text: z.string() })),
  actors: z.record(z.string(), z.string().nullable()),
  actor_notices: z.array(z.string()),
  automation_profile: z.string(),
  profile_source: z.enum(profileSources),
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
  indexed_files: z.number().int(),
})

const one = z.object({ plan_id: idQuery })
export const argValue = z.union([z.string(), z.number(), z.boolean()])
const use = z.object({
  action: nameQuery,
  projects: z.array(nameQuery),
  args: z.record(z.string(), argValue).default({}),
  automation_profile: nameQuery.optional(),
  include_uncommitted: z.boolean().default(false),
})
/** What a caller's environment gives to the plan's providers and commands; kept in memory only. */
const caller = z.object({ env: z.record(z.string(), z.string()).optional() })

export const plans = {
  /** Shows what using the action would mean, without making a plan. */
  preview: procedure.input(use.pick({ action: true, projects: true, automation_profile: true })).output(usePreview),
  /** Makes a plan; starts it where the profile says so. */
  use: procedure.input(use.extend(caller.shape)).output(plan),
  /** Starts or resumes the phase that is due (Strategize or Execute). `warning` says where nothing was due. */
  execute: procedure.input(one.extend(caller.shape)).output(plan.extend({ warning: z.string().nullable() })),
  /** At a phase gate starts the next phase; at a paused decision accepts the proposal or the nth alternative, from 1. */
  approve: procedure
    .input(one.extend({ choose: z.number().int().min(1).optional(), decision_id: idQuery.optional(), ...caller.shape }))
    .output(plan),
  /** Gives guidance: resumes a waiting plan with it, queues it on a running one. */
  prompt: procedure
    .input(one.extend({ text: z.string().min(1).max(100_000), ...caller.shape }))
    .output(plan.extend({ decision_id: z.string() })),
  /** Ends the running step; sandbox and history stay. */
  stop: procedure.input(one).output(plan),
  /** Ends the plan and removes its sandbox; the source is untouched. */
  cancel: procedure.input(one).output(plan),
  status: procedure.input(one).output(plan),
  list: procedure
    .input(
      z.object({
        state: z.enum(planFilters).optional(),
        project: nameQuery.optional(),
        action: nameQuery.optional(),
        limit: z.number().int().min(1).max(100_000).default(10_000),
      }),
    )
    .output(z.object({ plans: z.array(planSummary), total: z.number().int() })),
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
    .input(one.extend({ patches: z.boolean().default(true), paths: z.array(z.string()).optional() }))
    .output(
      z.object({
        plan_id: z.string(),
        files: z.array(changedFile),
        insertions: z.number().int(),
        deletions: z.number().int(),
      }),
    ),
  artifacts: procedure
    .input(one)
    .output(
      z.object({
        plan_id: z.string(),
        artifacts: z.array(artifact),
        checkpoints: z.array(checkpoint),
        report: z.string().nullable(),
      }),
    ),
  /** Merges in memory and tells the outcome; changes nothing. */
  previewApply: procedure.input(one.extend({ mode: z.enum(applyModes).optional() })).output(applyPreview),
  /** Applies the changes. A refusal is a CONFLICT with code `apply.conflict` and the files in its details; nothing is changed then. */
  apply: procedure.input(one.extend({ mode: z.enum(applyModes).optional() })).output(plan),
  /** What happens in a plan, live. With `after`, only items above that sequence. */
  activity: procedure.input(one.extend({ after: z.number().int().optional() })).output(eventIterator(activityEvent)),
}

export const inboxItem = z.object({
  /** Stable while the item waits. */
  id: z.string(),
  plan_id: z.string(),
  short_id: z.string(),
  title: z.string(),
  action: z.string(),
  projects: z.array(z.string()),
  kind: z.enum(['phase_gate', 'decision', 'error', 'conflict', 'stopped', 'other']),
  /** Why it waits, in one sentence. */
  why: z.string(),
  /** What `plan approve` would do, as a button label; null where approving is not possible. */
  approve_label: z.string().nullable(),
  phase: z.enum(phases),
  reason: z.string().nullable(),
  decision: decisionNode.nullable(),
  files_modified: z.number().int(),
  since: time,
})
export type InboxItem = z.infer<typeof inboxItem>

export const inbox = {
  list: procedure.output(z.object({ items: z.array(inboxItem) })),
}

/** What changed somewhere: enough to know which queries are stale. `reset` means: ask for everything again. */
export const changeEvent = z.object({
  seq: z.number().int(),
  topic: z.enum([
    'reset',
    'plan',
    'decision',
    'resource',
    'project',
    'action',
    'actor',
    'provider',
    'settings',
    'heartbeat',
  ]),
  id: z.string().nullable(),
  state: z.string().nullable(),
})
export type ChangeEvent = z.infer<typeof changeEvent>

export const pulse = z.object({ running: z.number().int(), waiting: z.number().int(), cost_usd: z.number() })

export const events = {
  /** Follows every change; with `after`, replays what is still held or answers `reset`. */
  subscribe: procedure.input(z.object({ after: z.number().int().optional() })).output(eventIterator(changeEvent)),
  pulse: procedure.output(pulse),
}
