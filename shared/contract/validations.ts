import * as z from 'zod'
import { attachmentTargets, reporters, validationModes, validationPhases } from '@shared/model/validation'
import { done, idQuery, nameQuery, procedure, time } from './base'

export const validation = z.object({
  validation_id: z.string(),
  name: z.string(),
  command: z.union([z.string(), z.array(z.string())]).nullable(),
  tool: z.string().nullable(),
  description: z.string(),
  mode: z.enum(validationModes),
  timeout_s: z.number().int(),
  phase: z.enum(validationPhases),
  parse: z.enum(reporters).nullable(),
  attached: z.array(z.object({ target: z.enum(attachmentTargets), id: z.string(), name: z.string() })),
  /** The YAML as it was given. */
  source: z.string(),
  created: time,
})
export type ValidationView = z.infer<typeof validation>

/** How a check of a plan stands for the changes it holds now. */
export const validationStanding = z.object({
  name: z.string(),
  mode: z.enum(validationModes),
  phase: z.enum(validationPhases),
  description: z.string(),
  /** Null where it has not run. */
  passed: z.boolean().nullable(),
  /** It ran, on something else than what there is now. */
  stale: z.boolean(),
  exit_code: z.number().int().nullable(),
  timed_out: z.boolean(),
  duration_ms: z.number().int().nullable(),
  tests: z.object({ passed: z.number().int(), total: z.number().int() }).nullable(),
  /** The resource it ran on. */
  ran_on: z.string(),
  note: z.string(),
  at: time.nullable(),
})
export type ValidationStandingView = z.infer<typeof validationStanding>

export const validationResult = validationStanding.extend({ id: z.string(), output: z.string() })
export type ValidationResultView = z.infer<typeof validationResult>

const one = z.object({ validation: nameQuery })
const target = one.extend({
  project: nameQuery.optional(),
  resource: nameQuery.optional(),
  plan: idQuery.optional(),
})

export const validations = {
  /** Stores a check from YAML; name and mode may be said beside it. */
  add: procedure
    .input(
      z.object({
        source: z.string().max(1_000_000),
        name: nameQuery.optional(),
        mode: z.enum(validationModes).optional(),
      }),
    )
    .output(validation),
  list: procedure.output(z.object({ validations: z.array(validation) })),
  show: procedure.input(one).output(validation),
  /** Removes a check with its attachments. */
  remove: procedure.input(one).output(done),
  /** Attaches a check to exactly one of project, resource and plan. */
  attach: procedure.input(target).output(validation),
  detach: procedure.input(target).output(validation),
  /** Runs the checks of a resting plan in its sandbox, all or one, and answers how they then stand. The plan stays where it is. */
  run: procedure.input(z.object({ plan_id: idQuery, validation: nameQuery.optional() })).output(
    z.object({
      plan_id: z.string(),
      results: z.array(validationResult),
      /** What of all its required checks stands against applying, a sentence each; empty where nothing does. */
      held_back_by: z.array(z.string()),
      /** The commands that make sense now, ready to copy. */
      next_steps: z.array(z.string()),
    }),
  ),
  /** Every run of a plan's checks with its output, oldest first. */
  results: procedure
    .input(z.object({ plan_id: idQuery }))
    .output(z.object({ plan_id: z.string(), results: z.array(validationResult) })),
}
