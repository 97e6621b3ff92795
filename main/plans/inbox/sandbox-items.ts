import type { InboxItem } from '@shared/contract/inbox'
import { isTerminal } from '@shared/model/plan'
import type { PlanDeps } from '../ports'
import { sandboxItem } from '../views/inbox-view'

export type SandboxItemDeps = Pick<PlanDeps, 'plans' | 'sandboxes' | 'setAside' | 'clock'>

/** What sandboxes wait for a person with. They are few, and known to the core alone: no table has them. */
export function sandboxItems(deps: SandboxItemDeps, planId?: string): readonly InboxItem[] {
  const findings = deps.sandboxes.findings(planId)
  if (findings.length === 0) return []
  const plans = deps.plans.byIds([...new Set(findings.map((finding) => finding.planId))])
  const until = new Map(deps.setAside.snoozes(deps.clock()).map((snooze) => [snooze.itemId, snooze.until]))
  return findings.flatMap((finding) => {
    const plan = plans.get(finding.planId)
    if (plan === undefined || isTerminal(plan.state) || deps.plans.ending(plan.id)) return []
    const item = sandboxItem(plan, finding)
    return [{ ...item, snoozed_until: until.get(item.id) ?? null }]
  })
}
