import { describe, expect, it } from 'vitest'
import { isUlid, matchId, shortestUnique } from './id'

const a = '01HXR3A1B2C3D4E5F6G7H8J9KM'
const b = '01HXR3A1B2ZZZZE5F6G7H8J9KN'
const c = '01HXR3QQB2C3D4E5F6G7H8AAAA'

describe('isUlid', () => {
  it.each([
    [a, true],
    [a.toLowerCase(), true],
    [a.slice(1), false],
    [`8${a.slice(1)}`, false],
    [a.replace('H', 'U'), false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isUlid(text)).toBe(expected)
  })
})

describe('matchId', () => {
  it.each([
    [a, { kind: 'one', id: a }],
    [a.toLowerCase(), { kind: 'one', id: a }],
    ['01HXR3Q', { kind: 'one', id: c }],
    ['h8j9kn', { kind: 'one', id: b }],
    ['01HXR3A', { kind: 'ambiguous', candidates: [a, b] }],
    ['01HXR', { kind: 'too_short' }],
    ['ZZZZZZ', { kind: 'none' }],
    ['', { kind: 'too_short' }],
  ])('%s', (query, expected) => {
    expect(matchId(query, [a, b, c])).toEqual(expected)
  })
})

describe('shortestUnique', () => {
  it('goes one character past what neighbours share, and never below the least', () => {
    expect(Object.fromEntries(shortestUnique([c, a, b]))).toEqual({
      [a]: '01HXR3A1B2C',
      [b]: '01HXR3A1B2Z',
      [c]: '01HXR3QQB2',
    })
  })
  it('gives the whole id where one begins with the other', () => {
    expect(shortestUnique(['abc', 'abcd'], 2).get('abc')).toBe('abc')
  })
})
