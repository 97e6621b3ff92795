import type { InboxItem } from '@shared/contract/inbox'

export type InboxGroup = { readonly planId: string; readonly title: string; readonly items: readonly InboxItem[] }

/** Items by plan, the plan that has waited longest first, and within a plan the oldest first. */
export function groupItems(items: readonly InboxItem[]): readonly InboxGroup[] {
  const ordered = items.toSorted((one, other) => one.since - other.since || one.id.localeCompare(other.id))
  const groups = new Map<string, InboxItem[]>()
  for (const item of ordered) {
    const group = groups.get(item.plan_id)
    if (group) group.push(item)
    else groups.set(item.plan_id, [item])
  }
  return [...groups].map(([planId, members]) => ({ planId, title: members[0]?.title ?? planId, items: members }))
}

/** What is selected after an item has been answered and is gone: the one that took its place, else the last. */
export function stillSelected(
  items: readonly InboxItem[],
  wanted: string | undefined,
  lastIndex: number,
): InboxItem | null {
  return items.find((item) => item.id === wanted) ?? items[Math.min(lastIndex, items.length - 1)] ?? null
}
