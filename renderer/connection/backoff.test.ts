import { expect, it } from 'vitest'
import { backoff } from './backoff'

it('doubles up to five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 900].map((attempt) => backoff(attempt, 0))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000,
  ])
})
it('takes up to a quarter off, so that many windows do not come at once', () => {
  expect(backoff(0, 1)).toBe(188)
})
