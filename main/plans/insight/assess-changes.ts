import { Refusal } from '@shared/model/refusal'
import { type Risk, withFailedChecks } from '../../risk'
import type { FileChange, Trees } from '../../sandboxes'
import { endOf } from '../../validations'
import { acceptedKey, checkedPlan, keyOfTrees, knownTree } from '../checked-plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

type Deps = Pick<PlanDeps, 'sandboxes' | 'risks' | 'review' | 'plans' | 'projects' | 'validations'>

export type Assessed = {
  /** Names the state that the plan holds, whatever was rejected of it: this is what an actor judges. */
  readonly tree: string
  readonly files: readonly FileChange[]
  readonly risks: readonly Risk[]
}

async function treesToApply(
  { sandboxes, review }: Pick<Deps, 'sandboxes' | 'review'>,
  planId: string,
  present: Trees,
): Promise<Trees> {
  if (review.rejections(planId).length === 0) return present
  try {
    return await sandboxes.acceptedTrees(planId)
  } catch (error) {
    // Rejections that cannot hold together stop Apply, which says so; until then it is the whole that is looked at.
    if (error instanceof Refusal) return present
    throw error
  }
}

/** The checks, required or not, that failed on what Apply would bring; what failed on the real files is told elsewhere. */
const failedChecks = (deps: Deps, plan: Plan, tree: string) =>
  deps.validations.standings(checkedPlan(deps, plan), tree).flatMap(({ check, result, stale }) => {
    const failed = result !== null && !result.passed && !stale && check.phase !== 'post_apply'
    return failed ? [{ name: check.name, end: endOf(result) }] : []
  })

/**
 * Tells how risky it is to apply what a plan holds, less what was rejected; worked out once for each state. It is looked at
 * unless the caller has just done so.
 */
export async function assessChanges(deps: Deps, plan: Plan, seen?: Trees): Promise<Assessed> {
  const present = seen ?? (await deps.sandboxes.presentTrees(plan.id))
  const trees = await treesToApply(deps, plan.id, present)
  const files = await deps.sandboxes.compare(plan.id, {}, trees)
  const tree = keyOfTrees(present)
  const changeset = { planId: plan.id, tree: acceptedKey(deps, plan.id, tree), trees, files }
  if (files.length === 0) return { tree, files, risks: [] }
  const risks = await deps.risks.of(changeset, tree)
  // Checks run without the files being changed, so what they say is not kept with what the files say.
  return { tree, files, risks: withFailedChecks(risks, failedChecks(deps, plan, changeset.tree)) }
}

/** What is known of a plan's risk without looking at its files. */
export function knownRisk(deps: Deps, plan: Plan): readonly Risk[] {
  const tree = knownTree(deps, plan.id)
  if (tree === '') return []
  const accepted = acceptedKey(deps, plan.id, tree)
  return withFailedChecks(deps.risks.known(plan.id, accepted, tree), failedChecks(deps, plan, accepted))
}

/** Works the risk out anew for a plan at rest of which something was rejected since; what fails here holds nobody up. */
export async function settleRisk(deps: Deps & Pick<PlanDeps, 'log'>, plan: Plan): Promise<void> {
  const waits = plan.state === 'awaiting_input' || plan.state === 'constrained' || plan.state === 'errored'
  if (!waits || deps.review.rejections(plan.id).length === 0) return
  if (knownRisk(deps, plan).some(({ source }) => source === 'computed')) return
  try {
    await assessChanges(deps, plan)
  } catch (error) {
    deps.log.warn('risk.failed', { plan: plan.id, why: String(error) })
  }
}
