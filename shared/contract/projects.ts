import * as z from 'zod'
import { applyModes } from '@shared/model/plan'
import { nameQuery, procedure, time } from './base'

export const projectResource = z.object({
  resource_id: z.string(),
  name: z.string(),
  type: z.string(),
  path: z.string(),
  read_only: z.boolean(),
})

export const project = z.object({
  project_id: z.string(),
  name: z.string(),
  description: z.string(),
  resources: z.array(projectResource),
  apply_mode: z.enum(applyModes).nullable(),
  automation_profile: z.string().nullable(),
  active_plans: z.number().int(),
  /** Rules of its own, and checks that are attached to it. */
  invariants: z.number().int(),
  validations: z.number().int(),
  created: time,
})
export type ProjectView = z.infer<typeof project>

const one = z.object({ project: nameQuery })

export const projects = {
  create: procedure
    .input(
      z.object({
        name: nameQuery,
        description: z.string().default(''),
        resources: z.array(nameQuery).default([]),
        /** Texts of rules for its plans; what asks for approval or review sends decisions to a person. */
        invariants: z.array(z.string().min(1).max(4000)).default([]),
      }),
    )
    .output(project),
  list: procedure.output(z.object({ projects: z.array(project) })),
  show: procedure.input(one).output(project),
  /** Refused while plans of the project are active; `force` cancels them. Resources stay registered. */
  delete: procedure
    .input(one.extend({ force: z.boolean().default(false) }))
    .output(z.object({ ok: z.literal(true), cancelled_plans: z.array(z.string()) })),
  link: procedure.input(one.extend({ resource: nameQuery, read_only: z.boolean().default(false) })).output(project),
  unlink: procedure.input(one.extend({ resource: nameQuery })).output(project),
  /** Sets what new plans of the project start with; null returns to the global setting. */
  set: procedure
    .input(
      one.extend({
        description: z.string().optional(),
        apply_mode: z.enum(applyModes).nullable().optional(),
        automation_profile: z.string().nullable().optional(),
      }),
    )
    .output(project),
}
