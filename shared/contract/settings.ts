import * as z from 'zod'
import { thresholdNames } from '@shared/model/profile'
import { diagnostic } from './actions'
import { nameQuery, procedure, time } from './base'

export const configEntry = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** Where the value comes from. */
  source: z.enum(['environment', 'project', 'global', 'default']),
  description: z.string(),
  secret: z.boolean(),
  /** `profile`: the name of an automation profile; `amount`: dollars. */
  type: z.enum(['text', 'integer', 'amount', 'choice', 'url', 'profile']),
  /** The only values that it takes; null where others are possible. */
  choices: z.array(z.string()).nullable(),
})
export type ConfigEntry = z.infer<typeof configEntry>

export const profile = z.object({
  name: z.string(),
  description: z.string(),
  builtin: z.boolean(),
  thresholds: z.record(z.enum(thresholdNames as [string, ...string[]]), z.number()),
  /** Each threshold as a sentence that says what will happen. */
  sentences: z.array(z.string()),
  require_sandbox: z.boolean(),
  require_checkpoints: z.boolean(),
  allow_unsafe_tools: z.boolean(),
  /** Guards and caps, in dollars; null where nothing is limited. */
  safety: z.object({
    max_cost_per_plan: z.number().nullable(),
    max_total_cost: z.number().nullable(),
    max_calls_per_step: z.number().int().nullable(),
    max_retries_per_step: z.number().int().nullable(),
    allow_tools: z.array(z.string()).nullable(),
    deny_tools: z.array(z.string()),
    approve_writes: z.boolean(),
    allow_unknown_cost: z.boolean(),
    never_wait: z.boolean(),
  }),
  /** The YAML as it was given. */
  source: z.string(),
  /** Null for one that comes with the application. */
  created: time.nullable(),
})
export type ProfileView = z.infer<typeof profile>

export const settings = {
  get: procedure.input(z.object({ key: z.string(), project: nameQuery.optional() })).output(configEntry),
  /** Answers the new entry and what stood there before. */
  set: procedure.input(z.object({ key: z.string(), value: z.string(), project: nameQuery.optional() })).output(
    configEntry.extend({
      previous: configEntry.shape.value,
      previous_source: configEntry.shape.source,
      scope: z.enum(['global', 'project']),
    }),
  ),
  list: procedure
    .input(z.object({ project: nameQuery.optional() }))
    .output(z.object({ entries: z.array(configEntry) })),
}

export const profiles = {
  list: procedure.output(z.object({ profiles: z.array(profile), default: z.string() })),
  show: procedure.input(z.object({ profile: nameQuery })).output(profile),
  /** Reads the YAML of a profile without storing it: every fault with its place, or the profile. */
  check: procedure
    .input(z.object({ source: z.string().max(100_000) }))
    .output(z.object({ profile: profile.nullable(), diagnostics: z.array(diagnostic) })),
  /** Stores a profile from YAML; with `replace`, in the place of the one of that name. */
  add: procedure
    .input(z.object({ source: z.string().max(100_000), replace: z.boolean().default(false) }))
    .output(profile),
  /** Removes a profile that no project, action or setting names; plans keep what they resolved. */
  remove: procedure.input(z.object({ profile: nameQuery })).output(profile),
}

export const check = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warn', 'error']),
  message: z.string(),
  hint: z.string(),
})

export const system = {
  info: procedure.output(
    z.object({
      version: z.string(),
      node: z.string(),
      platform: z.string(),
      data_dir: z.string(),
      schema_version: z.string(),
      core: z.object({
        pid: z.number().int(),
        kind: z.string(),
        endpoint: z.string().nullable(),
        started: z.number().int(),
      }),
      counts: z.record(z.string(), z.number().int()),
    }),
  ),
  /** Makes the sample repository and its project, or finds them again. */
  sample: procedure.output(z.object({ project: z.string(), path: z.string() })),
  diagnostics: procedure.output(z.object({ status: z.enum(['ok', 'warn', 'error']), checks: z.array(check) })),
}
