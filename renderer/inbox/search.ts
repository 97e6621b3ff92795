import { textOf } from '../core/search'

export function inboxSearch(search: Record<string, unknown>): {
  item?: string | undefined
  /** Whether what is snoozed is listed too. */
  snoozed?: true | undefined
} {
  return { item: textOf(search['item']), snoozed: search['snoozed'] === true ? true : undefined }
}
