import type { InboxItem } from '@shared/contract/inbox'

/** What is selected; `moved` says that it came to be so by itself, after the item that a person had before it was gone. */
export type Selected = {
  readonly id: string
  readonly planId: string
  readonly at: number
  readonly moved: { readonly from: string; readonly when: number } | null
}

/** So long after an answer the plan that was answered may come back for the selection that left it. */
const patience = 8000

const selectedAs = (items: readonly InboxItem[], item: InboxItem, moved: Selected['moved'] = null): Selected => ({
  id: item.id,
  planId: item.plan_id,
  at: items.indexOf(item),
  moved,
})

/**
 * What is selected once the list has changed: the same item; where that is gone another of its plan, else the one that
 * took its place, until its plan waits again with the next.
 */
export function nextSelected(items: readonly InboxItem[], before: Selected | null, now: number): Selected | null {
  const first = items[0]
  if (!first) return null
  if (before === null) return selectedAs(items, first)
  const { moved } = before
  const left = moved !== null && moved.from !== before.planId && now - moved.when < patience ? moved.from : null
  const same = items.find((item) => item.id === before.id)
  const back = left === null ? undefined : items.find((item) => item.plan_id === left)
  if (back) return selectedAs(items, back, { from: back.plan_id, when: now })
  if (same) return selectedAs(items, same, moved)
  const sibling = items.find((item) => item.plan_id === before.planId)
  const next = sibling ?? items[Math.min(before.at, items.length - 1)] ?? first
  return selectedAs(items, next, { from: left ?? before.planId, when: now })
}

/** What a person selected by hand, which is all that the address can say. */
export const selectedByHand = (items: readonly InboxItem[], id: string | undefined): Selected | null => {
  const item = items.find((one) => one.id === id)
  return item ? selectedAs(items, item) : null
}
