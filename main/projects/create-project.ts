import { conflict } from '@shared/model/refusal'
import { nameForNew } from '../platform/lookup'
import type { Project } from './domain/project'
import type { ProjectDeps } from './ports'
import { insertProject, projectByName } from './repository'

export type CreateInput = {
  readonly name: string
  readonly description: string
  /** Names or ids of resources to link, writable; one named twice is linked once. */
  readonly resources: readonly string[]
  /** Texts of rules for its plans. */
  readonly invariants?: readonly string[]
}

/** Creates a project with its linked resources; nothing is kept where one of them does not exist. */
export function createProject(deps: ProjectDeps, input: CreateInput): Project {
  const name = nameForNew('project', input.name, deps.providerNames())
  const taken = projectByName(deps.db, name)
  if (taken) {
    throw conflict('project.name_taken', `There is a project ${taken.name} already.`, {
      hint: 'Choose another name, or use that project.',
      details: { project_id: taken.id, name: taken.name },
    })
  }
  const resources = new Set(input.resources.map((query) => deps.resources.findRegistered(query, 'linked').id))
  const created = deps.now()
  const { description } = input
  const project: Project = { id: deps.newId(), name, description, applyMode: null, automationProfile: null, created }
  const links = [...resources].map((resourceId, at) => ({
    projectId: project.id,
    resourceId,
    readOnly: false,
    // The order in which they were named is the order in which they are listed.
    linkedAt: created + at,
  }))
  deps.db.transaction(() => {
    insertProject(deps.db, project, links)
    deps.rules.addInvariants(project.id, input.invariants ?? [])
  })
  deps.changed('project', project.id)
  for (const resourceId of resources) deps.changed('resource', resourceId)
  return project
}
