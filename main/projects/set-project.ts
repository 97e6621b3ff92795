import type { ApplyMode } from '@shared/model/plan'
import { missing } from '@shared/model/refusal'
import type { Project } from './domain/project'
import type { ProjectDeps } from './ports'
import { updateProject } from './repository'

/** What to change; undefined leaves a value, null returns it to the global setting. */
export type ProjectChange = {
  readonly description?: string | undefined
  readonly applyMode?: ApplyMode | null | undefined
  readonly automationProfile?: string | null | undefined
}

/** Sets what new plans of a project start with; plans that exist keep what they have. */
export function setProject(deps: ProjectDeps, project: Project, change: ProjectChange): Project {
  const { automationProfile } = change
  const profile = typeof automationProfile === 'string' ? deps.profileNamed(automationProfile) : automationProfile
  if (profile === undefined && automationProfile !== undefined) {
    throw missing(
      'profile.not_found',
      `There is no automation profile "${automationProfile}"; ${project.name} was not changed.`,
      {
        hint: 'List them: agents automation-profile list.',
        details: { profile: automationProfile },
      },
    )
  }
  const changed: Project = {
    ...project,
    description: change.description ?? project.description,
    applyMode: change.applyMode === undefined ? project.applyMode : change.applyMode,
    automationProfile: profile === undefined ? project.automationProfile : profile,
  }
  updateProject(deps.db, changed)
  deps.changed('project', project.id)
  return changed
}
