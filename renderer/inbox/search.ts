import { textOf } from '../core/search'

export function inboxSearch(search: Record<string, unknown>): { item?: string | undefined } {
  return { item: textOf(search['item']) }
}
