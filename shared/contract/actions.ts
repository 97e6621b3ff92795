import * as z from 'zod'
import { actionStates, argTypes } from '@shared/model/action'
import { nameQuery, procedure, time } from './base'

export const actionArg = z.object({
  name: z.string(),
  type: z.enum(argTypes),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  description: z.string(),
  choices: z.array(z.string()).nullable(),
  pattern: z.string().nullable(),
})
export type ActionArgView = z.infer<typeof actionArg>

export const action = z.object({
  action_id: z.string(),
  name: z.string(),
  description: z.string(),
  long_description: z.string(),
  definition_of_done: z.string(),
  actors: z.record(z.string(), z.string().nullable()),
  reusable: z.boolean(),
  read_only: z.boolean(),
  state: z.enum(actionStates),
  automation_profile: z.string().nullable(),
  args: z.array(actionArg),
  invariants: z.array(z.string()),
  revision: z.number().int(),
  /** The YAML as it was given. */
  source: z.string(),
  builtin: z.boolean(),
  created: time,
})
export type ActionView = z.infer<typeof action>

export const diagnostic = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  end_line: z.number().int(),
  end_column: z.number().int(),
  path: z.string(),
  suggestion: z.string().nullable(),
})
export type DiagnosticView = z.infer<typeof diagnostic>

/** What an editor completes: a key or value with its place and sentence. */
export const completionKey = z.object({
  path: z.string(),
  key: z.string(),
  type: z.string(),
  description: z.string(),
  required: z.boolean(),
  values: z.array(z.string()),
})

/** What an action said from one save to the next. */
export const actionRevision = z.object({ revision: z.number().int(), source: z.string(), created: time })
export type ActionRevisionView = z.infer<typeof actionRevision>

const one = z.object({ action: nameQuery })

export const actions = {
  /** Stores an action from YAML. With `replace`, a new revision of the action of that name. */
  create: procedure
    .input(z.object({ source: z.string().max(1_000_000), replace: z.boolean().default(false) }))
    .output(action),
  /** Checks YAML without storing it: every error with its line and column, and the args read so far for the form. */
  check: procedure
    .input(z.object({ source: z.string().max(1_000_000) }))
    .output(z.object({ diagnostics: z.array(diagnostic), name: z.string().nullable(), args: z.array(actionArg) })),
  completions: procedure.output(z.object({ keys: z.array(completionKey) })),
  list: procedure
    .input(z.object({ namespace: z.string().optional(), state: z.enum(actionStates).optional() }))
    .output(z.object({ actions: z.array(action) })),
  show: procedure.input(one).output(action),
  archive: procedure.input(one).output(action),
  /** Every revision, the newest first. */
  revisions: procedure.input(one).output(z.object({ revisions: z.array(actionRevision) })),
  /** Stores what an earlier revision said as the newest. */
  restore: procedure.input(one.extend({ revision: z.number().int().min(1) })).output(action),
}
