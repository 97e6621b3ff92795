import type { PlanSummary } from '@shared/contract/plan-view'
import type { PlanFilter } from '@shared/model/plan'
import type { PlansSearch } from './search'

export function inState(plan: Pick<PlanSummary, 'state' | 'apply_undone'>, filter: PlanFilter): boolean {
  if (filter === 'failed') return plan.state === 'errored' || plan.state === 'constrained'
  if (filter === 'waiting') return plan.state === 'awaiting_input'
  // What is queued starts by itself, so a person counts it among what runs.
  if (filter === 'processing') return plan.state === 'processing' || plan.state === 'queued'
  // What was undone is in no file any more, so a person does not count it among what was applied.
  if (filter === 'applied') return plan.state === 'applied' && plan.apply_undone === null
  return plan.state === filter
}

type Sort = (one: PlanSummary, other: PlanSummary) => number

const byText =
  (of: (plan: PlanSummary) => string): Sort =>
  (one, other) =>
    of(one).localeCompare(of(other))
const byNumber =
  (of: (plan: PlanSummary) => number): Sort =>
  (one, other) =>
    of(one) - of(other)

/** How each column orders plans, the least first. What costs nobody knows how much stands below what costs nothing. */
const sorts: Readonly<Record<string, Sort>> = {
  plan: byText((plan) => plan.title),
  state: byText((plan) => plan.state),
  project: byText((plan) => plan.projects.join(', ')),
  profile: byText((plan) => plan.automation_profile),
  files: byNumber((plan) => plan.files_modified),
  cost: byNumber((plan) => plan.cost_usd ?? -1),
  elapsed: byNumber((plan) => plan.elapsed_ms),
  created: byNumber((plan) => plan.created),
}

/** The order an address asks for; the newest plan first where it asks for none that exists. */
export function orderOf(sort: string | undefined): { readonly by: string; readonly descending: boolean } {
  const by = sort?.replace(/^-/, '') ?? ''
  return by in sorts ? { by, descending: sort?.startsWith('-') ?? false } : { by: 'created', descending: true }
}

/** The plans that fit the address, in its order. */
export function filterPlans(plans: readonly PlanSummary[], search: PlansSearch): readonly PlanSummary[] {
  const { by, descending } = orderOf(search.sort)
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
    .toSorted((one, other) => (sorts[by]?.(one, other) ?? 0) * (descending ? -1 : 1) || other.created - one.created)
}
