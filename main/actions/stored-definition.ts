import * as z from 'zod'
import { actionStates, argTypes } from '@shared/model/action'
import { actorRoles } from '@shared/model/plan'
import type { ActionDefinition } from './domain/action-definition'

const texts = z.array(z.string())
const command = z.union([z.string(), texts]).nullable()

const arg = z.object({
  name: z.string(),
  type: z.enum(argTypes),
  required: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  description: z.string(),
  choices: texts.nullable(),
  pattern: z.string().nullable(),
})

const invariant = z.object({
  text: z.string(),
  onlyPaths: texts.nullable(),
  neverPaths: texts.nullable(),
  command,
  escalate: z.object({ always: z.boolean(), paths: texts, decisionTypes: texts }).nullable(),
  nonOverridable: z.boolean(),
})

const validation = z.object({
  name: z.string(),
  command,
  tool: z.string().nullable(),
  description: z.string(),
  mode: z.enum(['required', 'informational']),
  timeoutS: z.number(),
  phase: z.enum(['execute', 'pre_apply', 'post_apply']),
  parse: z.string().nullable(),
})

/** The form of the column; a later form gets a version of its own and is read beside this one. */
const stored = z.object({
  version: z.literal(1),
  definition: z.object({
    name: z.string(),
    description: z.string(),
    longDescription: z.string(),
    definitionOfDone: z.string(),
    actors: z.record(z.enum(actorRoles), z.string().nullable()),
    reusable: z.boolean(),
    readOnly: z.boolean(),
    state: z.enum(actionStates),
    automationProfile: z.string().nullable(),
    args: z.array(arg),
    invariants: z.array(invariant),
    validations: z.array(validation),
    environment: z.json(),
  }),
})

export function writeDefinition(definition: ActionDefinition): string {
  return JSON.stringify({ version: 1, definition })
}

/** Reads the column, or the snapshot of an action that a plan keeps. */
export function readDefinition(json: string): ActionDefinition {
  return stored.parse(JSON.parse(json)).definition
}
