import type { PlanView } from '@shared/contract/plan-view'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

const hookView = (hook: ReturnType<PlanDeps['sandboxes']['runningHook']>): PlanView['hook'] =>
  hook && {
    name: hook.name,
    resource: hook.resource,
    since: hook.since,
    timeout_s: hook.timeoutMs / 1000,
    after: hook.after,
  }

/** The hook that runs for an apply, what arrived where, and what took it back. */
export function appliedView(
  deps: Pick<PlanDeps, 'sandboxes'>,
  plan: Plan,
): Pick<PlanView, 'hook' | 'applied' | 'apply_undone'> {
  const undone = plan.state === 'applied' ? deps.sandboxes.applyRecord(plan.id)?.undone : null
  return {
    hook: hookView(deps.sandboxes.runningHook(plan.id)),
    applied:
      plan.applied?.map((item) => ({
        ...item,
        notices: [...item.notices],
        reverted_by: undone?.receipts.find(({ resource }) => resource === item.resource)?.commit ?? null,
      })) ?? null,
    apply_undone: undone?.at ?? null,
  }
}
