import type { ActivityItem } from '@shared/contract/activity'

export type ActivityRow = {
  readonly item: ActivityItem
  /** The answer to a tool call, once it is there. */
  readonly result: ActivityItem | null
}

export const activityFilters = ['all', 'text', 'tools', 'decisions', 'problems'] as const
export type ActivityFilter = (typeof activityFilters)[number]

const kindsOf: Readonly<Record<ActivityFilter, readonly ActivityItem['kind'][] | null>> = {
  all: null,
  text: ['text', 'reasoning', 'guidance'],
  tools: ['tool_call', 'tool_result'],
  decisions: ['decision'],
  problems: ['error', 'retry', 'notice'],
}

/** What is counted, as `Searching src` in "Searching src 50 of 120"; null for what is no count. */
const countedIn = (item: ActivityItem): string | null =>
  item.kind === 'notice' && item.body === '' ? (/^(.+) \d+ of \d+$/.exec(item.title)?.[1] ?? null) : null

/** Whether an item tells the count anew that the one before it told. */
function isLater(item: ActivityItem, before: ActivityItem | undefined): boolean {
  const counted = countedIn(item)
  return counted !== null && before !== undefined && countedIn(before) === counted && before.phase === item.phase
}

/** Puts each tool's result with its call, a result whose call is not known alone, and one count into one row. */
export function joinCalls(items: readonly ActivityItem[]): readonly ActivityRow[] {
  const rows: { item: ActivityItem; result: ActivityItem | null }[] = []
  const calls = new Map<string, number>()
  for (const item of items) {
    const at = item.kind === 'tool_result' && item.call_id !== null ? calls.get(item.call_id) : undefined
    if (at !== undefined) rows[at] = { item: (rows[at] as ActivityRow).item, result: item }
    else if (isLater(item, rows.at(-1)?.item)) rows[rows.length - 1] = { item, result: null }
    else {
      if (item.kind === 'tool_call' && item.call_id !== null) calls.set(item.call_id, rows.length)
      rows.push({ item, result: null })
    }
  }
  return rows
}

export function filterRows(
  rows: readonly ActivityRow[],
  filter: ActivityFilter,
  search: string,
): readonly ActivityRow[] {
  const kinds = kindsOf[filter]
  const wanted = search.trim().toLowerCase()
  const holds = (item: ActivityItem | null) =>
    item !== null && (item.title.toLowerCase().includes(wanted) || item.body.toLowerCase().includes(wanted))
  return rows.filter(({ item, result }) => {
    const failed = filter === 'problems' && (result?.ok === false || item.ok === false)
    if (kinds && !kinds.includes(item.kind) && !failed) return false
    return wanted === '' || holds(item) || holds(result)
  })
}

/** Adds what is new; the stream may send again what a snapshot already told. */
export function appendItems(items: readonly ActivityItem[], added: readonly ActivityItem[]): readonly ActivityItem[] {
  const last = items.at(-1)?.seq ?? -1
  const fresh = added.filter((item) => item.seq > last)
  return fresh.length === 0 ? items : [...items, ...fresh]
}
