import { expect, it } from 'vitest'
import { matchWhole } from './match-whole'

it('matches the whole text, with and without anchors', () => {
  expect(matchWhole('a|ab', 'ab')).toBe(true)
  expect(matchWhole('^a+$', 'aa')).toBe(true)
  expect(matchWhole('a', 'ab')).toBe(false)
  expect(matchWhole('\\p{L}+', 'äß')).toBe(true)
})

it('gives up on an expression that would take for ever', () => {
  expect(matchWhole('(a+)+b', 'a'.repeat(60))).toBeNull()
})
