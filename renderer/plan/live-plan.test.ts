import type { ActivityItem } from '@shared/contract/activity'
import { expect, it } from 'vitest'
import { advance, type LivePlan } from './live-plan'

const none: LivePlan = { items: [], streaming: null, loaded: false }
const item = (seq: number) => ({ seq, title: `${seq}` }) as ActivityItem

it('lets an answer grow while it is written and drops it once it has arrived whole', () => {
  const growing = [
    { type: 'delta', kind: 'text', text: 'Wrap ' },
    { type: 'delta', kind: 'text', text: 'the call' },
  ] as const
  const writing = growing.reduce(advance, none)
  expect(writing.streaming).toEqual({ kind: 'text', text: 'Wrap the call' })
  const arrived = advance(writing, { type: 'append', items: [item(1)] })
  expect(arrived).toMatchObject({ streaming: null, items: [{ seq: 1 }] })
})

it('starts anew where another kind of text begins', () => {
  const thinking = advance(none, { type: 'delta', kind: 'reasoning', text: 'hm' })
  expect(advance(thinking, { type: 'delta', kind: 'text', text: 'Yes' }).streaming?.text).toBe('Yes')
})
