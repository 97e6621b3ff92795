import { expect, it } from 'vitest'
import { freshItems, lookAt } from './inbox'

const items = (...since: readonly number[]) => since.map((at) => ({ id: String(at), since: at }))
const idsOf = (found: readonly { readonly id: string }[]) => found.map((item) => item.id)

it('tells what came since a look at everything, and what came back', () => {
  const before = lookAt(items(9, 8), 2)
  expect(idsOf(freshItems(before, items(10, 9, 8, 3)))).toEqual(['10', '3'])
})

it('tells nothing of what moves up behind answered ones', () => {
  const before = lookAt(items(9, 8), 5)
  expect(idsOf(freshItems(before, items(8, 7)))).toEqual([])
  expect(idsOf(freshItems(before, items(11, 9)))).toEqual(['11'])
})
