import { createHash } from 'node:crypto'
import { Refusal } from '@shared/model/refusal'
import type { BaseState, Checkpoint, FileChange, Trees } from '../sandboxes'
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

const treesOf = (checkpoint: Checkpoint): Trees =>
  Object.fromEntries(Object.entries(checkpoint.resources).map(([id, { tree }]) => [id, tree]))

/** What a plan's copies hold as of its last checkpoint, as one text; empty where there is none. */
export function knownTree(deps: Pick<PlanDeps, 'sandboxes'>, planId: string): string {
  const last = deps.sandboxes.checkpoints(planId).at(-1)
  return last === undefined ? '' : keyOfTrees(treesOf(last))
}

/** Names what Apply would bring of a state: the state itself while nothing is rejected. */
export function acceptedKey({ review }: Pick<PlanDeps, 'review'>, planId: string, tree: string): string {
  const rejected = review.rejections(planId)
  if (rejected.length === 0 || tree === '') return tree
  const told = rejected.map(({ resourceId, path, content, range }) =>
    JSON.stringify([resourceId, path, content, range]),
  )
  return `${tree} without ${createHash('sha256').update(told.toSorted().join('\n')).digest('hex').slice(0, 16)}`
}

/** Names what checks of a plan have to hold for: what Apply would bring as of the last checkpoint. */
export function checkedTree(deps: Pick<PlanDeps, 'sandboxes' | 'review'>, planId: string): string {
  return acceptedKey(deps, planId, knownTree(deps, planId))
}

/** Keeps what a plan's copies hold now as a checkpoint, where it differs from the last. */
export async function keepPresent(deps: Pick<PlanDeps, 'sandboxes'>, planId: string, label: string): Promise<void> {
  for (const sandbox of deps.sandboxes.get(planId))
    if (sandbox.state === 'ready') await deps.sandboxes.checkpoint(sandbox, { label })
}

/**
 * How a plan's copies stood at its last checkpoint, which is what holds for everything that is asked right after it was taken:
 * to look once is enough. Before the first checkpoint nothing was written, and they are looked at.
 */
export async function keptTrees({ sandboxes }: Pick<PlanDeps, 'sandboxes'>, planId: string): Promise<Trees> {
  const last = sandboxes.checkpoints(planId).at(-1)
  return last === undefined ? sandboxes.presentTrees(planId) : treesOf(last)
}

/** What a plan changed as of its last checkpoint. */
export async function keptChanges(deps: Pick<PlanDeps, 'sandboxes'>, planId: string): Promise<readonly FileChange[]> {
  return deps.sandboxes.compare(planId, {}, await keptTrees(deps, planId))
}

/** Runs something on a plan's copies while they hold what Apply would bring. */
export async function onAccepted<T>(
  deps: Pick<PlanDeps, 'sandboxes' | 'review'>,
  planId: string,
  look: () => Promise<T>,
): Promise<T> {
  if (deps.review.rejections(planId).length === 0) return look()
  await keepPresent(deps, planId, 'before checks of what is accepted')
  const found = await deps.sandboxes.whileAccepted(planId, look)
  await keepPresent(deps, planId, 'after checks of what is accepted')
  return found
}

/** The files that Apply would change; `changes` are those of the plan as it stands now. */
export async function filesToApply(
  deps: Pick<PlanDeps, 'sandboxes' | 'review'>,
  planId: string,
  changes?: readonly FileChange[],
): Promise<readonly FileChange[]> {
  if (deps.review.rejections(planId).length === 0) return changes ?? deps.sandboxes.changes(planId, { patches: false })
  return (await deps.sandboxes.acceptedChanges(planId)).files
}
