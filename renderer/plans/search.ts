import { type PlanFilter, planFilters } from '@shared/model/plan'
import { oneOf, textOf } from '../core/search'

export type PlansSearch = {
  state?: PlanFilter | undefined
  project?: string | undefined
  action?: string | undefined
  text?: string | undefined
  /** Whether the archived plans are listed in place of the others. */
  archived?: true | undefined
  /** The column that orders the list, with a minus where it descends. */
  sort?: string | undefined
}

export function plansSearch(search: Record<string, unknown>): PlansSearch {
  return {
    state: oneOf(search['state'], planFilters),
    project: textOf(search['project']),
    action: textOf(search['action']),
    text: textOf(search['text']),
    archived: search['archived'] === true ? true : undefined,
    sort: textOf(search['sort']),
  }
}
