import { expect, it } from 'vitest'
import { conflictHint } from './conflict-hint'

it('names the way that works for each cause, and no other', () => {
  const [committed, open] = ['agents plan update P', 'agents plan update --include-uncommitted P']
  expect(conflictHint('P', new Set(['committed']))).toContain(committed)
  expect(conflictHint('P', new Set(['committed']))).not.toContain(open)
  expect(conflictHint('P', new Set(['uncommitted']))).toContain(open)
  expect(conflictHint('P', new Set(['uncommitted']))).toMatch(/commit or stash/)
  expect(conflictHint('P', new Set(['uncommitted']))).not.toContain(committed)
  expect(conflictHint('P', new Set(['committed', 'uncommitted', 'in_the_way']))).toMatch(
    /--include-uncommitted P.*plan update P.*Move or remove/,
  )
})
