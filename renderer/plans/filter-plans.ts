import type { PlanSummary } from '@shared/contract/plan-view'
import type { PlanFilter } from '@shared/model/plan'
import type { PlansSearch } from './search'

export function inState(plan: Pick<PlanSummary, 'state'>, filter: PlanFilter): boolean {
  if (filter === 'failed') return plan.state === 'errored' || plan.state === 'constrained'
  // What is queued starts by itself, so a person counts it among what runs.
  if (filter === 'processing') return plan.state === 'processing' || plan.state === 'queued'
  return plan.state === filter
}

/** The plans that fit the address, newest change first. */
export function filterPlans(plans: readonly PlanSummary[], search: PlansSearch): readonly PlanSummary[] {
  const words = (search.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return plans
    .filter((plan) => {
      if (search.state && !inState(plan, search.state)) return false
      if (search.project && !plan.projects.includes(search.project)) return false
      if (search.action && plan.action !== search.action) return false
      if (words.length === 0) return true
      const text = `${plan.title} ${plan.action} ${plan.projects.join(' ')} ${plan.plan_id} ${plan.automation_profile}`
      const lower = text.toLowerCase()
      return words.every((word) => lower.includes(word))
    })
    .toSorted((one, other) => other.created - one.created)
}
