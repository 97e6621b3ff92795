import { expect, it } from 'vitest'
import { oddBracket } from './brackets'

it.each([
  ['print((', '('],
  ['print(")")', null],
  ['f(a[0], {b: 1})', null],
  ['if ($A) {', '{'],
  ['f)', ')'],
  ['f(]', ']'],
  [`f('it\\'s (')`, null],
])('%s: %s', (code, odd) => {
  expect(oddBracket(code)).toBe(odd)
})
