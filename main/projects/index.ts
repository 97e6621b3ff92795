import type { Resource } from '../resources'
import type { Project } from './domain/project'
import { findProject } from './find-project'
import type { ProjectDeps } from './ports'
import { allProjects, linksOf, projectById, projectsOf } from './repository'

export type { Project } from './domain/project'
export { projectHandlers } from './handlers'
export type { ProjectDeps, ProjectPlans } from './ports'

export type LinkedResource = { readonly resource: Resource; readonly readOnly: boolean }

/** What other slices may ask of projects. */
export type ProjectLookup = {
  /** By name, id or unique piece of an id; refuses where there is none. */
  findProject(query: string): Project
  projectById(id: string): Project | undefined
  all(): readonly Project[]
  /** In the order they were linked. */
  projectResources(projectId: string): readonly LinkedResource[]
}

export function createProjectLookup(deps: Pick<ProjectDeps, 'db' | 'resources'>): ProjectLookup {
  return {
    findProject: (query) => findProject(deps, query),
    projectById: (id) => projectById(deps.db, id),
    all: () => allProjects(deps.db),
    projectResources: (projectId) =>
      linksOf(deps.db, projectId).flatMap(({ resourceId, readOnly }) => {
        const resource = deps.resources.resourceById(resourceId)
        return resource ? [{ resource, readOnly }] : []
      }),
  }
}

/** The projects that link a resource; what the slice of resources asks before it removes one. */
export function linkedProjects(deps: Pick<ProjectDeps, 'db'>, resourceId: string) {
  return projectsOf(deps.db, resourceId).map(({ id, name }) => ({ projectId: id, name }))
}
