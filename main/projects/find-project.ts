import { findNamed, notFound } from '../platform/lookup'
import type { Project } from './domain/project'
import type { ProjectDeps } from './ports'
import { allProjects } from './repository'

/** Finds a project by name, id or unique piece of an id; refuses where there is none. */
export function findProject(deps: Pick<ProjectDeps, 'db'>, query: string): Project {
  const projects = allProjects(deps.db)
  const found = findNamed('project', query, projects)
  if (!found) throw notFound('project', query, projects)
  return found
}
