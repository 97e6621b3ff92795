import type { InboxItem } from '@shared/contract/inbox'
import { describe, expect, it } from 'vitest'
import { nextSelected, selectedByHand } from './next-selected'

const item = (id: string, plan: string) => ({ id, plan_id: plan }) as InboxItem
const items = [item('a1', 'a'), item('b1', 'b'), item('b2', 'b'), item('c1', 'c')]
const without = (...gone: readonly string[]) => items.filter(({ id }) => !gone.includes(id))

describe('what is selected in the inbox', () => {
  it('is the first item at the beginning, then what a person selects, wherever that moves', () => {
    expect(nextSelected([], null, 0)).toBeNull()
    expect(nextSelected(items, null, 0)).toMatchObject({ id: 'a1', moved: null })
    const before = selectedByHand(items, 'c1')
    expect(nextSelected([item('c1', 'c'), ...items.slice(0, 2)], before, 0)).toMatchObject({ id: 'c1', moved: null })
  })
  it('stays with the plan whose item is answered, also where that plan waits again a moment later', () => {
    const sibling = nextSelected(without('b1'), selectedByHand(items, 'b1'), 0)
    expect(sibling).toMatchObject({ id: 'b2', moved: { from: 'b' } })
    const away = nextSelected(without('a1'), selectedByHand(items, 'a1'), 0)
    expect(away).toMatchObject({ id: 'b1', moved: { from: 'a' } })
    const further = nextSelected(without('a1', 'b1', 'b2'), away, 500)
    expect(further).toMatchObject({ id: 'c1', moved: { from: 'a' } })
    expect(nextSelected([...without('a1'), item('a2', 'a')], away, 3000)).toMatchObject({ id: 'a2' })
  })
  it('does not leave what a person has looked at, nor what has been there for long', () => {
    const away = nextSelected(without('a1'), selectedByHand(items, 'a1'), 0)
    const later = [...without('a1'), item('a2', 'a')]
    expect(nextSelected(later, away, 60_000)).toMatchObject({ id: 'b1' })
    expect(nextSelected(later, away && { ...away, moved: null }, 100)).toMatchObject({ id: 'b1', moved: null })
  })
  it('tells that the plan is another one, so that a key meant for the first answers nothing', () => {
    const away = nextSelected(without('a1'), selectedByHand(items, 'a1'), 0)
    expect(nextSelected(without('a1'), away, 60_000)).toMatchObject({ planId: 'b', moved: { from: 'a' } })
  })
})
