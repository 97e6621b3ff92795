import { type PlanTab, planTabs } from '@shared/plan-tabs'
import { oneOf, textOf } from '../core/search'

export type PlanSearch = {
  tab?: PlanTab | undefined
  decision?: string | undefined
  file?: string | undefined
  checkpoint?: string | undefined
  /** The checkpoint that it is compared with; now where there is none. */
  compare?: string | undefined
  superseded?: boolean | undefined
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  return {
    tab: oneOf(search['tab'], planTabs),
    decision: textOf(search['decision']),
    file: textOf(search['file']),
    checkpoint: textOf(search['checkpoint']),
    compare: textOf(search['compare']),
    superseded: search['superseded'] === true ? true : undefined,
  }
}
