import { plural } from '@shared/model/plural'
import { conflict } from '@shared/model/refusal'
import type { Discoveries } from './discoveries'
import type { Resource } from './domain/resource'
import type { ResourceDeps } from './ports'
import { deleteResource } from './repository'

/** Forgets a resource that nothing uses; its folder is left as it is. */
export async function removeResource(deps: ResourceDeps, discoveries: Discoveries, resource: Resource): Promise<void> {
  refuseUsed(deps, resource)
  await discoveries.cancel(resource.id)
  // Asked again, because it may have been linked while the discovery ended.
  refuseUsed(deps, resource)
  deleteResource(deps.db, resource.id)
  deps.changed('resource', resource.id)
  await deps.removed(resource.id)
}

function refuseUsed(deps: ResourceDeps, resource: Resource): void {
  const projects = deps.users.linkedProjects(resource.id)
  if (projects.length > 0) {
    const names = projects.map((project) => project.name)
    throw conflict('resource.linked', `${resource.name} is linked to ${names.join(', ')} and was not removed.`, {
      hint: 'Unlink it first: agents project unlink-resource.',
      details: { resource_id: resource.id, projects: names },
    })
  }
  const plans = deps.users.activePlans(resource.id).map((plan) => plan.planId)
  if (plans.length > 0) {
    throw conflict(
      'resource.used_by_plans',
      `${plural(plans.length, 'active plan uses', 'active plans use')} ${resource.name}; it was not removed.`,
      {
        hint: 'Cancel or apply them first.',
        details: { resource_id: resource.id, plans },
      },
    )
  }
}
