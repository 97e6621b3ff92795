import { conflict } from '@shared/model/refusal'
import { findNamed, notFound } from '../platform/lookup'
import type { Child, Resource } from './domain/resource'
import type { ResourceDeps } from './ports'
import { allResources, childById, resourceById } from './repository'

/** Finds a resource by name, id or unique piece of an id; refuses where there is none. */
export function findResource(deps: Pick<ResourceDeps, 'db'>, query: string): Resource {
  const resources = allResources(deps.db)
  const found = findNamed('resource', query, resources)
  if (!found) throw notFound('resource', query, resources)
  return found
}

/** As `findResource`, for a change that discovered children are not open to; `change` is for example `removed`. */
export function findRegistered(deps: Pick<ResourceDeps, 'db'>, query: string, change: string): Resource {
  const child = childById(deps.db, query)
  if (child) throw discoveredChild(deps, child, change)
  return findResource(deps, query)
}

function discoveredChild(deps: Pick<ResourceDeps, 'db'>, child: Child, change: string) {
  const parent = resourceById(deps.db, child.resourceId)?.name ?? child.resourceId
  return conflict(
    'resource.discovered_child',
    `${child.type} "${child.name}" was discovered below ${parent} and cannot be ${change} by hand.`,
    {
      hint: `It comes and goes with ${parent}.`,
      details: { resource_id: child.resourceId, child_id: child.id, type: child.type },
    },
  )
}
