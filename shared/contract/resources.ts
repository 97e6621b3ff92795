import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { discoveryStates, registrableTypes, sandboxStrategies } from '@shared/model/resource'
import { done, nameQuery, procedure, time } from './base'

export const capabilities = z.object({
  readable: z.boolean(),
  writable: z.boolean(),
  sandboxable: z.boolean(),
  checkpointable: z.boolean(),
  sandbox_strategy: z.enum(sandboxStrategies),
})

export const resource = z.object({
  resource_id: z.string(),
  id: z.string(),
  name: z.string(),
  type: z.enum(registrableTypes),
  physical: z.boolean(),
  /** The folder as the person gave it, made absolute. */
  path: z.string(),
  /** The folder with every link resolved. */
  canonical_path: z.string(),
  branch: z.string().nullable(),
  children_discovered: z.number().int(),
  /** How many children of each type; commits, tree entries, folders and files are counted and listed on demand. */
  child_counts: z.record(z.string(), z.number().int()),
  discovery: z.enum(discoveryStates),
  warnings: z.array(z.string()),
  capabilities,
  trusted: z.boolean(),
  projects: z.array(z.string()),
  created: time,
})
export type ResourceView = z.infer<typeof resource>

export const child = z.object({
  type: z.string(),
  name: z.string(),
  /** Path, commit id or address, by type. */
  detail: z.string(),
  status: z.string(),
})
export type ResourceChild = z.infer<typeof child>

export const treeEntry = z.object({
  path: z.string(),
  name: z.string(),
  kind: z.enum(['directory', 'file', 'link', 'submodule']),
  size: z.number().int().nullable(),
})

export const trustText = z.object({
  /** What would be able to run once trusted, as text to read: hooks, devcontainer commands. */
  items: z.array(z.object({ path: z.string(), kind: z.string(), text: z.string() })),
  /** Binds the trust to exactly this text. */
  hash: z.string(),
  trusted: z.boolean(),
})

export const discoveryProgress = z.object({
  phase: z.string(),
  found: z.number().int(),
  state: z.enum(discoveryStates),
})

const one = z.object({ resource: nameQuery })

export const resources = {
  /** Registers a checkout or a folder and starts discovery; answers at once with discovery `running`. */
  add: procedure
    .input(
      z.object({
        type: z.enum(registrableTypes),
        name: nameQuery,
        path: z.string().min(1),
        branch: z.string().optional(),
      }),
    )
    .output(resource),
  /** Says what a folder is and which type and name fit it, without registering anything. */
  detect: procedure.input(z.object({ path: z.string().min(1) })).output(
    z.object({
      path: z.string(),
      type: z.enum(registrableTypes),
      suggested_name: z.string(),
      branch: z.string().nullable(),
      branches: z.array(z.string()),
      explanation: z.string(),
      registered_as: z.string().nullable(),
    }),
  ),
  /** Follows discovery: progress, then one last message whose state is not `running`. */
  discovery: procedure.input(one).output(eventIterator(discoveryProgress)),
  /** Runs discovery again; idempotent. */
  rediscover: procedure.input(one).output(resource),
  cancelDiscovery: procedure.input(one).output(done),
  list: procedure.input(z.object({ type: z.string().optional() })).output(z.object({ resources: z.array(resource) })),
  show: procedure.input(one).output(resource),
  /** Lists children of one type, a page at a time. */
  children: procedure
    .input(
      one.extend({
        type: z.string(),
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
    )
    .output(z.object({ children: z.array(child), total: z.number().int() })),
  /** Lists one folder of the resource at its present state on disk. */
  tree: procedure
    .input(one.extend({ path: z.string().default(''), recursive: z.boolean().default(false) }))
    .output(z.object({ entries: z.array(treeEntry), truncated: z.boolean() })),
  /** Reads one file of the resource, capped; null text where it is binary. */
  file: procedure
    .input(one.extend({ path: z.string().min(1) }))
    .output(
      z.object({ path: z.string(), text: z.string().nullable(), size: z.number().int(), truncated: z.boolean() }),
    ),
  remove: procedure.input(one).output(done),
  /** Shows what trusting would let run, with the hash that `trust` wants. */
  trustText: procedure.input(one).output(trustText),
  /** Trusts the resource's repository, bound to the text that was shown. */
  trust: procedure.input(one.extend({ hash: z.string() })).output(resource),
  untrust: procedure.input(one).output(resource),
  /** Lists folders of the core's machine, for the browser front's folder picker. */
  folders: procedure.input(z.object({ path: z.string().optional() })).output(
    z.object({
      path: z.string(),
      parent: z.string().nullable(),
      folders: z.array(z.object({ name: z.string(), path: z.string(), is_checkout: z.boolean() })),
    }),
  ),
}
