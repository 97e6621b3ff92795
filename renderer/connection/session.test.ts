import { expect, it } from 'vitest'
import { codeOf } from './session'

it.each([
  ['#code=abc-123', 'abc-123'],
  ['#/?code=abc%2B1', 'abc+1'],
  ['#/plans', null],
  ['', null],
])('the code in %s', (fragment, code) => expect(codeOf(fragment)).toBe(code))
