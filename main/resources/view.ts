import type { ResourceView } from '@shared/contract/resources'
import { capabilitiesOf, type Resource, totalOf } from './domain/resource'
import type { ResourceDeps } from './ports'
import { isTrusted } from './trust-resource'

/** A resource as the fronts see it, with the projects that link it and whether it is trusted as it stands. */
export async function viewOf(deps: ResourceDeps, resource: Resource): Promise<ResourceView> {
  const { sandboxStrategy, ...capabilities } = capabilitiesOf(resource)
  return {
    resource_id: resource.id,
    id: resource.id,
    name: resource.name,
    type: resource.type,
    physical: true,
    path: resource.path,
    canonical_path: resource.canonicalPath,
    branch: resource.branch,
    children_discovered: totalOf(resource.counts),
    child_counts: { ...resource.counts },
    discovery: resource.discovery,
    warnings: [...resource.warnings],
    capabilities: { ...capabilities, sandbox_strategy: sandboxStrategy },
    trusted: await isTrusted(deps, resource),
    projects: deps.users.linkedProjects(resource.id).map((project) => project.name),
    created: resource.created,
  }
}
