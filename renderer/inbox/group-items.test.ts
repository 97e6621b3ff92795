import type { InboxItem } from '@shared/contract/inbox'
import { describe, expect, it } from 'vitest'
import { groupItems, inboxLines } from './group-items'

const item = (id: string, plan: string, since: number) => ({ id, plan_id: plan, title: plan, since }) as InboxItem
const items = [item('3', 'b', 30), item('1', 'a', 10), item('2', 'b', 20)]

describe('the inbox', () => {
  it('keeps the items of a plan together, the longest waiting plan first', () => {
    expect(groupItems(items).map((group) => [group.planId, group.items.map((one) => one.id)])).toEqual([
      ['a', ['1']],
      ['b', ['2', '3']],
    ])
  })
  it('lists plans with what they wait with, then what is not listed, and below that what is snoozed', () => {
    const given = { groups: groupItems(items), asleep: groupItems([item('9', 'a', 5)]), more: true, snoozed: true }
    const keys = inboxLines(given).map((line) => line.key)
    expect(keys).toEqual(['plan:a', '1', 'plan:b', '2', '3', 'more', 'snoozed', 'snoozed:plan:a', '9'])
  })
})
