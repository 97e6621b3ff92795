import type { projects as contract } from '@shared/contract/projects'
import type { HandlersOf } from '../platform/handlers'
import { createProject } from './create-project'
import { deleteProject } from './delete-project'
import { findProject } from './find-project'
import { linkResource, unlinkResource } from './link-resource'
import type { ProjectDeps } from './ports'
import { allProjects } from './repository'
import { setProject } from './set-project'
import { viewOf } from './view'

/** What the fronts can ask about projects. */
export function projectHandlers(deps: ProjectDeps): HandlersOf<typeof contract> {
  const find = (query: string) => findProject(deps, query)
  return {
    create: async (input) => viewOf(deps, createProject(deps, input)),
    list: async () => ({ projects: allProjects(deps.db).map((project) => viewOf(deps, project)) }),
    show: async ({ project }) => viewOf(deps, find(project)),
    delete: async ({ project, force }) => ({
      ok: true,
      cancelled_plans: [...(await deleteProject(deps, find(project), force))],
    }),
    link: async ({ project, resource, read_only: readOnly }) => {
      const found = find(project)
      linkResource(deps, found, resource, readOnly)
      return viewOf(deps, found)
    },
    unlink: async ({ project, resource }) => {
      const found = find(project)
      unlinkResource(deps, found, resource)
      return viewOf(deps, found)
    },
    set: async ({ project, description, apply_mode: applyMode, automation_profile: automationProfile }) =>
      viewOf(deps, setProject(deps, find(project), { description, applyMode, automationProfile })),
  }
}
