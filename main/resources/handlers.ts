import type { resources as contract } from '@shared/contract/resources'
import { invalid } from '@shared/model/refusal'
import { registrableTypes } from '@shared/model/resource'
import type { HandlersOf } from '../platform/handlers'
import { detectResource } from './detect-resource'
import type { Discoveries } from './discoveries'
import type { Resource } from './domain/resource'
import { findRegistered, findResource } from './find-resource'
import { listChildren } from './list-children'
import { listFolders } from './list-folders'
import { listTree } from './list-tree'
import type { ResourceDeps } from './ports'
import { readResourceFile } from './read-file'
import { registerResource } from './register-resource'
import { removeResource } from './remove-resource'
import { allResources } from './repository'
import { readTrustText, isTrusted, trustResource, untrustResource } from './trust-resource'
import { viewOf } from './view'

export type ResourceHandlerDeps = ResourceDeps & { readonly discoveries: Discoveries }

const ok = { ok: true } as const

function ofType(resources: readonly Resource[], type: string | undefined): readonly Resource[] {
  if (type === undefined || type === '') return resources
  if (!registrableTypes.some((known) => known === type)) {
    throw invalid('resource.unknown_type', `There is no type of resource "${type}".`, {
      hint: `Types are ${registrableTypes.join(', ')}.`,
      details: { type },
    })
  }
  return resources.filter((resource) => resource.type === type)
}

/** What the fronts can ask about resources. */
export function resourceHandlers(deps: ResourceHandlerDeps): HandlersOf<typeof contract> {
  const { discoveries } = deps
  const find = (query: string) => findResource(deps, query)
  const show = (resource: Resource) => viewOf(deps, find(resource.id))
  return {
    add: async (input) => show(await registerResource(deps, discoveries, input)),
    detect: async ({ path }) => {
      const { suggestedName, registeredAs, branches, ...rest } = await detectResource(deps, path)
      return { ...rest, branches: [...branches], suggested_name: suggestedName, registered_as: registeredAs }
    },
    discovery: async ({ resource }, { signal }) => discoveries.follow(find(resource).id, signal),
    rediscover: async ({ resource }) => {
      const found = find(resource)
      discoveries.start(found)
      deps.changed('resource', found.id)
      return show(found)
    },
    cancelDiscovery: async ({ resource }) => {
      await discoveries.cancel(find(resource).id)
      return ok
    },
    list: async ({ type }) => {
      const resources = ofType(allResources(deps.db), type)
      return { resources: await Promise.all(resources.map((resource) => viewOf(deps, resource))) }
    },
    show: async ({ resource }) => show(find(resource)),
    children: async ({ resource, type, offset, limit }, { signal }) => {
      const { children, total } = await listChildren(deps, find(resource), type, { offset, limit, signal })
      return { children: children.map(({ type, name, detail, status }) => ({ type, name, detail, status })), total }
    },
    tree: async ({ resource, path, recursive }, { signal }) => {
      const { entries, truncated } = await listTree(deps, find(resource), { path, recursive, signal })
      return { entries: [...entries], truncated }
    },
    file: ({ resource, path }) => readResourceFile(deps, find(resource), path),
    remove: async ({ resource }) => {
      await removeResource(deps, discoveries, findRegistered(deps, resource, 'removed'))
      return ok
    },
    trustText: async ({ resource }) => {
      const found = find(resource)
      const { items, hash } = await readTrustText(deps, found)
      return { items: [...items], hash, trusted: await isTrusted(deps, found) }
    },
    trust: async ({ resource, hash }) => {
      await trustResource(deps, find(resource), hash)
      return show(find(resource))
    },
    untrust: async ({ resource }) => {
      untrustResource(deps, find(resource))
      return show(find(resource))
    },
    folders: async ({ path }) => {
      const listed = await listFolders(deps, path)
      const folders = listed.folders.map(({ name, path, isCheckout }) => ({ name, path, is_checkout: isCheckout }))
      return { path: listed.path, parent: listed.parent, folders }
    },
  }
}
