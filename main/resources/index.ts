import { findRegistered, findResource } from './find-resource'
import type { Resource } from './domain/resource'
import type { ResourceDeps } from './ports'
import { allResources, resourceById } from './repository'
import { isTrusted, trustStanding, type TrustStanding } from './trust-resource'

export { strategyOf, type Resource } from './domain/resource'
export { createDiscoveries, type Discoveries } from './discoveries'
export type { TrustStanding } from './trust-resource'
export { resourceHandlers, type ResourceHandlerDeps } from './handlers'
export type { Disk, ResourceDeps, ResourceUsers } from './ports'

/** What other slices may ask of resources. */
export type ResourceLookup = {
  /** By name, id or unique piece of an id; refuses where there is none. */
  findResource(query: string): Resource
  /** As `findResource`, but refuses discovered children; `change` is for example `unlinked`. */
  findRegistered(query: string, change: string): Resource
  resourceById(id: string): Resource | undefined
  all(): readonly Resource[]
  /** Whether a person trusts the resource as it stands now: asked before anything of it runs. */
  isTrusted(resourceId: string): Promise<boolean>
  /** The same, telling what changed where a person trusted another state of it. */
  trustStanding(resourceId: string): Promise<TrustStanding>
}

export function createResourceLookup(deps: ResourceDeps): ResourceLookup {
  return {
    findResource: (query) => findResource(deps, query),
    findRegistered: (query, change) => findRegistered(deps, query, change),
    resourceById: (id) => resourceById(deps.db, id),
    all: () => allResources(deps.db),
    isTrusted: async (resourceId) => {
      const resource = resourceById(deps.db, resourceId)
      return resource !== undefined && isTrusted(deps, resource)
    },
    trustStanding: async (resourceId) => {
      const resource = resourceById(deps.db, resourceId)
      return resource === undefined ? { kind: 'never' } : trustStanding(deps, resource)
    },
  }
}
