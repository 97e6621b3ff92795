import { oneOf, textOf } from '../core/search'

export const planTabs = ['decisions', 'changes', 'activity', 'validations', 'inputs'] as const
export type PlanTab = (typeof planTabs)[number]

export type PlanSearch = {
  tab?: PlanTab | undefined
  decision?: string | undefined
  file?: string | undefined
  superseded?: boolean | undefined
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  return {
    tab: oneOf(search['tab'], planTabs),
    decision: textOf(search['decision']),
    file: textOf(search['file']),
    superseded: search['superseded'] === true ? true : undefined,
  }
}
