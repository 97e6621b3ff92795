import { plural } from '@shared/model/plural'
import { conflict } from '@shared/model/refusal'
import type { Project } from './domain/project'
import type { ProjectDeps } from './ports'
import { deleteProject as deleteRow, linksOf } from './repository'

/**
 * Deletes a project; its resources stay registered. Refused while plans of it are active, unless forced: then they are
 * cancelled first. Answers with the ids of the cancelled plans.
 */
export async function deleteProject(deps: ProjectDeps, project: Project, force: boolean): Promise<readonly string[]> {
  const active = activeOf(deps, project)
  if (active.length > 0) {
    if (!force) throw stillActive(project, active)
    await deps.plans.cancelPlans(project.id)
  }
  // A plan that came to be while the others were cancelled is one nobody agreed to lose.
  const late = activeOf(deps, project)
  if (late.length > 0) throw stillActive(project, late)
  const links = linksOf(deps.db, project.id)
  deleteRow(deps.db, project.id)
  deps.changed('project', project.id)
  for (const link of links) deps.changed('resource', link.resourceId)
  return active
}

function activeOf(deps: ProjectDeps, project: Project): readonly string[] {
  return deps.plans.activePlans(project.id).map((plan) => plan.planId)
}

function stillActive(project: Project, plans: readonly string[]) {
  return conflict(
    'project.active_plans',
    `${project.name} has ${plural(plans.length, 'active plan')} and was not deleted.`,
    {
      hint: 'Apply or cancel them first, or delete with --force, which cancels them.',
      details: { project_id: project.id, plans },
    },
  )
}
