import { expect, it } from 'vitest'
import { isBelow } from './is-below'

it.each([
  [1, 1, false],
  [0.4, 1, false],
  [0.69, 0.7, true],
  [0.7, 0.7, false],
  [0.1, 0, false],
  [0.1, null, false],
])('%s at a threshold of %s is below it: %s', (confidence, threshold, below) => {
  expect(isBelow(confidence, threshold)).toBe(below)
})
