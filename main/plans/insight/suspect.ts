import type { RootCauseView } from '@shared/contract/insight'
import { isAfter } from '../control/before-change'
import { findRootCause } from '../domain/root-cause'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { checkedPlan, checkedTree } from '../checked-plan'

type Deps = Pick<PlanDeps, 'plans' | 'projects' | 'sandboxes' | 'review' | 'validations' | 'decisions'>

/** The decision that a failed check of the target most likely goes back to; null where no such check failed, or none is suspect. */
export function suspectOf(deps: Deps, plan: Plan): RootCauseView | null {
  if (plan.state !== 'errored' || plan.error?.code !== 'apply.post_validation') return null
  const output = deps.validations
    .standings(checkedPlan(deps, plan), checkedTree(deps, plan.id))
    .filter(({ check, result }) => check.phase === 'post_apply' && result?.passed === false)
    .map(({ result }) => `${result?.note ?? ''}\n${result?.output ?? ''}`)
    .join('\n')
  const changed = [...new Set(deps.sandboxes.applyRecord(plan.id)?.receipts.flatMap(({ files }) => files) ?? [])]
  const found = findRootCause(output, changed, deps.decisions.live(plan.id))
  if (!found) return null
  const { decision, paths, why } = found
  const all = deps.decisions.byId(decision.id)
  const checkpoints = deps.sandboxes.checkpoints(plan.id)
  const before = (all && checkpoints.findLast((one) => isAfter(all, one))) ?? checkpoints[0]
  return {
    decision_id: decision.id,
    question: decision.question,
    chosen: decision.chosen,
    confidence: decision.confidence,
    why,
    paths: [...paths],
    checkpoint_id: before?.id ?? null,
  }
}

/** What can be done about a failure after Apply, ready to copy. */
export function recoverySteps(plan: Plan, cause: RootCauseView | null): string[] {
  return [
    `agents plan rollback ${plan.id} ${cause?.checkpoint_id ?? 'CHECKPOINT'}`,
    `agents plan correct ${cause?.decision_id ?? 'DECISION'} --mode revert --guidance "…"`,
    `agents plan explain ${cause?.decision_id ?? 'DECISION'} --show-context --show-reasoning`,
    `agents plan apply ${plan.id}`,
  ]
}
