import { Refusal } from '@shared/model/refusal'
import type { BaseState, Checkpoint, Trees } from '../sandboxes'
import type { CheckedPlan, Place } from '../validations'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'

type Deps = Pick<PlanDeps, 'plans' | 'projects' | 'sandboxes'>

function linkedTo(deps: Deps, projectId: string): readonly string[] {
  try {
    return deps.projects.find(projectId).resources.map(({ resource }) => resource.id)
  } catch (error) {
    // A project that was deleted since holds an ended plan to nothing.
    if (error instanceof Refusal) return []
    throw error
  }
}

/** A plan as far as its checks are concerned. */
export function checkedPlan(deps: Deps, plan: Plan): CheckedPlan {
  const written = deps.plans
    .resources(plan.id)
    .filter((resource) => !resource.readOnly && resource.base !== null)
    .map((resource) => resource.resourceId)
  return {
    id: plan.id,
    own: plan.action.validations,
    projects: plan.projects.map(({ id }) => ({
      id,
      resourceIds: linkedTo(deps, id).filter((resourceId) => written.includes(resourceId)),
    })),
    resourceIds: written,
  }
}

/** Where checks of a plan run: on its copies, or once it is applied on the sources themselves. */
export function placesOf(deps: Deps, plan: Plan, on: 'copies' | 'sources'): readonly Place[] {
  const sandboxes = deps.sandboxes.get(plan.id)
  return deps.plans.resources(plan.id).flatMap(({ resourceId, name, path, readOnly, base }) => {
    if (readOnly || base === null) return []
    const { subdir, baseCommit } = base as BaseState
    // Without a strategy the plan works on the source itself.
    if (on === 'sources' || baseCommit === '') return [{ resourceId, name, sourcePath: path, root: path }]
    const sandbox = sandboxes.find((one) => one.resourceId === resourceId && one.state === 'ready')
    return sandbox
      ? [{ resourceId, name, sourcePath: path, root: subdir === '' ? sandbox.path : `${sandbox.path}/${subdir}` }]
      : []
  })
}

/** The states of a plan's resources as one text. */
export const keyOfTrees = (trees: Trees): string =>
  Object.entries(trees)
    .map(([resourceId, tree]) => `${resourceId}:${tree}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ')

const keyOf = (checkpoint: Checkpoint | undefined): string =>
  keyOfTrees(Object.fromEntries(Object.entries(checkpoint?.resources ?? {}).map(([id, { tree }]) => [id, tree])))

/** What a plan's copies hold as of its last checkpoint, as one text; empty where there is none. */
export function knownTree(deps: Pick<PlanDeps, 'sandboxes'>, planId: string): string {
  return keyOf(deps.sandboxes.checkpoints(planId).at(-1))
}

/** What a plan's copies hold now; kept as a checkpoint where it differs from the last. */
export async function presentTree(deps: Pick<PlanDeps, 'sandboxes'>, planId: string, label: string): Promise<string> {
  let last: Checkpoint | undefined
  for (const sandbox of deps.sandboxes.get(planId))
    if (sandbox.state === 'ready') last = await deps.sandboxes.checkpoint(sandbox, { label })
  return keyOf(last)
}
