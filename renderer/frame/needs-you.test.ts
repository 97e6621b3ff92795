import { expect, it } from 'vitest'
import { needsYou, planCount } from './needs-you'

const item = (plan_id: string, kind: 'decision' | 'error' | 'conflict') => ({ plan_id, kind })

it('counts plans, not questions, and tells what failed from what waits', () => {
  const items = [item('a', 'decision'), item('a', 'decision'), item('b', 'error'), item('c', 'conflict')]
  expect(planCount(items)).toBe(3)
  expect(needsYou(items)).toBe('1 waiting and 2 failed, to be answered in the Inbox')
  expect(needsYou([])).toBe('Nothing needs you')
})
