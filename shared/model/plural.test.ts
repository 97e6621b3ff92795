import { expect, it } from 'vitest'
import { grouped, plural } from './plural'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
])('groups the digits of %d', (number, text) => {
  expect(grouped(number)).toBe(text)
})

it('gives a count the noun and the verb that fit it', () => {
  expect(plural(1, 'entry', 'entries')).toBe('1 entry')
  expect(plural(2000, 'file')).toBe('2,000 files')
  expect(plural(1, 'path was', 'paths were')).toBe('1 path was')
})
