import type { Risk } from '../../risk'
import type { FileChange } from '../../sandboxes'
import { keyOfTrees, knownTree } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

export type Assessed = {
  readonly tree: string
  readonly files: readonly FileChange[]
  readonly risks: readonly Risk[]
}

/** Tells how risky the changes are that a plan holds now; worked out once for each state of them. */
export async function assessChanges(
  deps: Pick<PlanDeps, 'sandboxes' | 'risks'>,
  plan: Pick<Plan, 'id'>,
): Promise<Assessed> {
  const trees = await deps.sandboxes.presentTrees(plan.id)
  const files = await deps.sandboxes.compare(plan.id, {}, trees)
  const tree = keyOfTrees(trees)
  const risks = files.length === 0 ? [] : await deps.risks.of({ planId: plan.id, tree, trees, files })
  return { tree, files, risks }
}

/** What is known of a plan's risk without looking at its files. */
export const knownRisk = (deps: Pick<PlanDeps, 'sandboxes' | 'risks'>, planId: string): readonly Risk[] => {
  const tree = knownTree(deps, planId)
  return tree === '' ? [] : deps.risks.known(planId, tree)
}
