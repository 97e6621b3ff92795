import type { PlanView } from '@shared/contract/plan-view'
import type { NewPlanSearch } from '../new-plan/search'

/** The address of a new plan that begins with what this one was made from. */
export function againSearch(
  plan: Pick<PlanView, 'action' | 'projects' | 'args' | 'automation_profile'>,
): NewPlanSearch {
  const args = Object.fromEntries(
    Object.entries(plan.args).map(([name, value]) => [name, typeof value === 'boolean' ? value : String(value)]),
  )
  return { action: plan.action, project: [...plan.projects], args, profile: plan.automation_profile }
}
