import { conflict, missing } from '@shared/model/refusal'
import type { Project } from './domain/project'
import type { ProjectDeps } from './ports'
import { deleteLink, insertLink, linksOf } from './repository'

/** Links a resource to a project; with `readOnly` its plans never write it. */
export function linkResource(deps: ProjectDeps, project: Project, query: string, readOnly: boolean): void {
  const resource = deps.resources.findRegistered(query, 'linked')
  const link = { projectId: project.id, resourceId: resource.id, readOnly, linkedAt: deps.now() }
  if (!insertLink(deps.db, link)) {
    const known = linksOf(deps.db, project.id).find((one) => one.resourceId === resource.id)
    const how = known?.readOnly ? 'read-only' : 'writable'
    throw conflict('project.already_linked', `${resource.name} is linked to ${project.name} already (${how}).`, {
      hint: known?.readOnly === readOnly ? 'Nothing needs to be done.' : 'Unlink it first to link it the other way.',
      details: { project_id: project.id, resource_id: resource.id, read_only: known?.readOnly ?? false },
    })
  }
  deps.changed('project', project.id)
  deps.changed('resource', resource.id)
}

/** Takes a link away; the resource stays registered. */
export function unlinkResource(deps: ProjectDeps, project: Project, query: string): void {
  const resource = deps.resources.findRegistered(query, 'unlinked')
  if (!deleteLink(deps.db, project.id, resource.id)) {
    throw missing('project.not_linked', `${resource.name} is not linked to ${project.name}.`, {
      hint: `Show what is: agents project show ${project.name}.`,
      details: { project_id: project.id, resource_id: resource.id },
    })
  }
  deps.changed('project', project.id)
  deps.changed('resource', resource.id)
}
