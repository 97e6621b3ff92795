import * as z from 'zod'
import { applyModes, phases, planStates, waitReasons } from '@shared/model/plan'
import { profileSources } from '@shared/model/profile'
import { time } from './base'
import { budget } from './budget'
import { escalatedDecision } from './decisions'
import { estimate, rootCause, timeLeft } from './insight'
import { invariant } from './invariants'
import { risk } from './risk'
import { validationStanding } from './validations'

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
  /** What belongs to the code: of a hook that refused, its name, whole output, exit code and the choices. */
  details: z.record(z.string(), z.unknown()).nullable().default(null),
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

/** What somebody did to a plan's sandbox, and the one thing that puts it right. */
export const sandboxProblem = z.object({
  resource_id: z.string(),
  resource: z.string(),
  code: z.enum(['sandbox.missing', 'sandbox.moved', 'sandbox.locked', 'sandbox.unregistered', 'sandbox.off_branch']),
  message: z.string(),
  hint: z.string(),
  /** `discard` is done by cancelling the plan, everything else by `repair`. */
  action: z.enum(['recreate', 'adopt', 'unlock', 'discard']),
  /** The action as a button says it. */
  label: z.string(),
})
export type SandboxProblem = z.infer<typeof sandboxProblem>

export const phaseCost = z.object({
  phase: z.enum(phases),
  started: time.nullable(),
  ended: time.nullable(),
  tokens,
  cost_usd: z.number().nullable(),
  cost_estimated: z.boolean(),
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
  /** The phase that an approval would start; null where the plan waits for none. */
  gate: z.enum(phases).nullable(),
  attempt: z.number().int(),
  action: z.string(),
  /** Which revision of the action it was made from; null in plans that were made before it was kept. */
  action_revision: z.number().int().nullable(),
  projects: z.array(z.string()),
  args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  resources: z.array(planResource),
  actors: z.record(z.string(), z.string().nullable()),
  read_only: z.boolean(),
  automation_profile: z.string(),
  profile_source: z.enum(profileSources),
  apply_mode: z.enum(applyModes),
  /** The mode that an apply under way, or refused, was asked for in where that is not the plan's own. */
  tried_mode: z.enum(applyModes).nullable(),
  parent_plan_id: z.string().nullable(),
  context: z.object({ resources: z.number().int(), indexed_files: z.number().int(), view: z.string() }),
  tool_calls: z.number().int(),
  files_modified: z.number().int(),
  decisions: z.number().int(),
  waiting_decisions: z.number().int(),
  checkpoints: z.number().int(),
  /** Its checks and how they stand for what it holds now. */
  validations: z.array(validationStanding),
  /** Its rules, widest first, with the verdict of the last look. */
  invariants: z.array(invariant),
  /** Set while a decision waits that a rule sent to a person whatever its confidence. */
  escalation: escalatedDecision.nullable(),
  tokens,
  cost_usd: z.number().nullable(),
  /** Part of the cost is estimated: a call was cut off and counts at the most it may have cost, or no usage was told. */
  cost_estimated: z.boolean(),
  /** What it may cost and has cost of that. */
  budget,
  /** What its profile's guards do, as sentences. */
  guards: z.array(z.string()),
  cost_by_phase: z.array(phaseCost),
  /** What it was expected to take, to hold against what it took; null where nothing tells. */
  estimate: estimate.nullable(),
  /** How long it works on until the end of Execute; null where it rests, or nothing tells. */
  time_left: timeLeft.nullable(),
  timing: z.object({ created: time, started: time.nullable(), ended: time.nullable(), elapsed_ms: z.number().int() }),
  /** Guidance that waits for the next step, and that has been used. */
  guidance: z.object({ pending: z.array(z.string()), applied: z.number().int() }),
  notices: z.array(z.string()),
  /** What stood wrong with its sandboxes when they were last looked at. */
  sandbox_problems: z.array(sandboxProblem),
  /** What others changed in its sources where it works, while it waits because of that. */
  source_drift: z.array(z.object({ resource: z.string(), paths: z.array(z.string()) })),
  /** How risky its changes are, as far as that was worked out for the files as they are. */
  risk: z.array(risk),
  next_steps: z.array(z.string()),
  error: planError.nullable(),
  /** What stopped it and could not be recorded yet, as on a full disk: it waits until it can be. */
  unrecorded: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
  /** The hook of a repository that runs for its apply now. `after`: the changes are applied already. */
  hook: z
    .object({ name: z.string(), resource: z.string(), since: time, timeout_s: z.number(), after: z.boolean() })
    .nullable(),
  /** Where a check of the target failed after Apply: the decision that it most likely goes back to. */
  root_cause: rootCause.nullable(),
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
        /** The commit that took it back; null where none did, or it left none. */
        reverted_by: z.string().nullable(),
      }),
    )
    .nullable(),
  /** When the apply was undone; null where it was not, or the plan is not applied. */
  apply_undone: time.nullable(),
  /** What `undo` would take back now; null where there is nothing. */
  undo: z
    .object({ kind: z.enum(['rollback', 'correction', 'update', 'apply', 'rejection']), label: z.string() })
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
    cost_estimated: true,
    apply_undone: true,
    files_modified: true,
    waiting_decisions: true,
    parent_plan_id: true,
  })
  .extend({ created: time, updated: time, elapsed_ms: z.number().int(), error_code: z.string().nullable() })
export type PlanSummary = z.infer<typeof planSummary>
