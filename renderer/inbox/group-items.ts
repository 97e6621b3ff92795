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

/** A row of the list: a plan, below it what it waits with, and at the ends what is not listed. */
export type InboxLine =
  | { readonly kind: 'plan'; readonly key: string; readonly group: InboxGroup }
  | { readonly kind: 'item'; readonly key: string; readonly item: InboxItem }
  | { readonly kind: 'more' | 'snoozed'; readonly key: string }

const linesOf = (groups: readonly InboxGroup[], prefix = ''): readonly InboxLine[] =>
  groups.flatMap((group) => [
    { kind: 'plan' as const, key: `${prefix}plan:${group.planId}`, group },
    ...group.items.map((item) => ({ kind: 'item' as const, key: item.id, item })),
  ])

/** Everything that the list shows, in its order; what is snoozed stands below its own row. */
export function inboxLines(given: {
  readonly groups: readonly InboxGroup[]
  readonly asleep: readonly InboxGroup[]
  readonly more: boolean
  readonly snoozed: boolean
}): readonly InboxLine[] {
  return [
    ...linesOf(given.groups),
    ...(given.more ? [{ kind: 'more' as const, key: 'more' }] : []),
    ...(given.snoozed ? [{ kind: 'snoozed' as const, key: 'snoozed' }] : []),
    ...linesOf(given.asleep, 'snoozed:'),
  ]
}
