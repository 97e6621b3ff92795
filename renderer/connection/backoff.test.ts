import { expect, it } from 'vitest'
import { backoff, statusAfter } from './backoff'

it('doubles up to five seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 900].map((attempt) => backoff(attempt, 0))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000,
  ])
})
it('takes up to a quarter off, so that many windows do not come at once', () => {
  expect(backoff(0, 1)).toBe(188)
})
it('is told as ended once several tries in a row found nothing', () => {
  expect([0, 1, 2, 4, 5, 9].map((attempt) => statusAfter(attempt, 'open'))).toEqual([
    ...Array<string>(4).fill('reconnecting'),
    'ended',
    'ended',
  ])
  expect(statusAfter(1, 'connecting')).toBe('connecting')
  expect(statusAfter(2, 'connecting')).toBe('reconnecting')
})
