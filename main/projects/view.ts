import type { ProjectView } from '@shared/contract/projects'
import type { Project } from './domain/project'
import type { ProjectDeps } from './ports'
import { linksOf } from './repository'

/** A project as the fronts see it. */
export function viewOf(deps: ProjectDeps, project: Project): ProjectView {
  const resources = linksOf(deps.db, project.id).flatMap(({ resourceId, readOnly }) => {
    const resource = deps.resources.resourceById(resourceId)
    if (!resource) return []
    const { name, type, path } = resource
    return [{ resource_id: resourceId, name, type, path, read_only: readOnly }]
  })
  return {
    project_id: project.id,
    name: project.name,
    description: project.description,
    resources,
    apply_mode: project.applyMode,
    automation_profile: project.automationProfile,
    active_plans: deps.plans.activePlans(project.id).length,
    ...deps.rules.counts(project.id),
    created: project.created,
  }
}
