import { textOf, textsOf } from '../core/search'

export type NewPlanSearch = { action?: string | undefined; project?: string[] | undefined }

export function newPlanSearch(search: Record<string, unknown>): NewPlanSearch {
  return { action: textOf(search['action']), project: textsOf(search['project']) }
}
