import { Refusal } from '@shared/model/refusal'
import type { Risk } from '../../risk'
import type { FileChange, Trees } from '../../sandboxes'
import { acceptedKey, keyOfTrees, knownTree } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

type Deps = Pick<PlanDeps, 'sandboxes' | 'risks' | 'review'>

export type Assessed = {
  /** Names the state that the plan holds, whatever was rejected of it: this is what an actor judges. */
  readonly tree: string
  readonly files: readonly FileChange[]
  readonly risks: readonly Risk[]
}

async function treesToApply({ sandboxes, review }: Deps, planId: string, present: Trees): Promise<Trees> {
  if (review.rejections(planId).length === 0) return present
  try {
    return await sandboxes.acceptedTrees(planId)
  } catch (error) {
    // Rejections that cannot hold together stop Apply, which says so; until then it is the whole that is looked at.
    if (error instanceof Refusal) return present
    throw error
  }
}

/** Tells how risky it is to apply what a plan holds now, less what was rejected; worked out once for each state. */
export async function assessChanges(deps: Deps, plan: Pick<Plan, 'id'>): Promise<Assessed> {
  const present = await deps.sandboxes.presentTrees(plan.id)
  const trees = await treesToApply(deps, plan.id, present)
  const files = await deps.sandboxes.compare(plan.id, {}, trees)
  const tree = keyOfTrees(present)
  const changeset = { planId: plan.id, tree: acceptedKey(deps, plan.id, tree), trees, files }
  return { tree, files, risks: files.length === 0 ? [] : await deps.risks.of(changeset, tree) }
}

/** What is known of a plan's risk without looking at its files. */
export function knownRisk(deps: Deps, planId: string): readonly Risk[] {
  const tree = knownTree(deps, planId)
  return tree === '' ? [] : deps.risks.known(planId, acceptedKey(deps, planId, tree), tree)
}

/** Works the risk out anew for a plan at rest of which something was rejected since; what fails here holds nobody up. */
export async function settleRisk(deps: Deps & Pick<PlanDeps, 'log'>, plan: Plan): Promise<void> {
  const waits = plan.state === 'awaiting_input' || plan.state === 'constrained' || plan.state === 'errored'
  if (!waits || deps.review.rejections(plan.id).length === 0) return
  if (knownRisk(deps, plan.id).some(({ source }) => source === 'computed')) return
  try {
    await assessChanges(deps, plan)
  } catch (error) {
    deps.log.warn('risk.failed', { plan: plan.id, why: String(error) })
  }
}
