import { expect, it } from 'vitest'
import { summary } from './plan-list'

it('counts no plan as applied whose apply was undone', () => {
  const applied = { state: 'applied', apply_undone: null } as const
  const block = summary([applied, applied, { ...applied, apply_undone: 1 }], 3)
  expect(JSON.stringify(block)).toMatch(/\["Applied","2"\],\["Undone","1"\]/)
  expect(JSON.stringify(summary([applied], 1))).not.toContain('Undone')
})
