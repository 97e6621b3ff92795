import { newFolder, resourceWorld } from '../resources/testing'
import { createResourceLookup } from '../resources'
import { projectHandlers } from './handlers'
import { createProjectLookup, linkedProjects } from './index'
import type { ProjectDeps } from './ports'

/** Projects and resources on one database, with plans as a test sets them. */
export function projectWorld() {
  const plans = new Map<string, string[]>()
  const cancelled: string[] = []
  const world = resourceWorld({
    users: {
      linkedProjects: (resourceId) => linkedProjects({ db: world.deps.db }, resourceId),
      activePlans: () => [],
    },
  })
  const deps: ProjectDeps = {
    ...world.deps,
    resources: createResourceLookup(world.deps),
    plans: {
      activePlans: (projectId) => (plans.get(projectId) ?? []).map((planId) => ({ planId })),
      cancelPlans: async (projectId) => {
        cancelled.push(...(plans.get(projectId) ?? []))
        plans.delete(projectId)
      },
    },
    rules: { addInvariants: () => undefined, counts: () => ({ invariants: 0, validations: 0 }) },
    profileNamed: (text) => (text === 'review' ? text : undefined),
    changed: (topic, id) => void world.changes.push(`${topic} ${id}`),
  }
  const addFolder = (name: string) => world.add(newFolder(), name, 'fs-directory')
  return {
    resources: world,
    plans,
    cancelled,
    addFolder,
    deps,
    handlers: projectHandlers(deps),
    lookup: createProjectLookup(deps),
  }
}
