import { expect, it } from 'vitest'
import { needsYou } from './needs-you'

it('tells what failed from what waits', () => {
  expect(needsYou({ waiting: 3, failed: 2 })).toBe('1 waiting and 2 failed, to be answered in the Inbox')
  expect(needsYou({ waiting: 0, failed: 0 })).toBe('Nothing needs you')
})
