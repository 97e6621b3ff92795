import { describe, expect, it } from 'vitest'
import { formatBytes, formatCount, formatDuration, formatMoney, formatRelative, plural, splitMiddle } from './format'

describe('numbers as a person reads them', () => {
  it.each([
    [null, '–'],
    [0, '$0.00'],
    [0.0004, '<$0.001'],
    [0.0231, '$0.023'],
    [12.4, '$12.40'],
    [0.5, '$0.50'],
  ])('money %s', (usd, shown) => expect(formatMoney(usd, 'en-US')).toBe(shown))

  it.each([
    [850, '850'],
    [6800, '6.8k'],
    [1_234_567, '1.2M'],
  ])('count %s', (count, shown) => expect(formatCount(count, 'en-US')).toBe(shown))

  it.each([
    [-5, '0.0s'],
    [400, '0.4s'],
    [42_000, '42s'],
    [102_000, '1m 42s'],
    [3 * 3_600_000 + 300_000, '3h 05m'],
    [50 * 3_600_000, '2d 2h'],
  ])('duration %s', (ms, shown) => expect(formatDuration(ms)).toBe(shown))

  it.each([
    [812, '812 B'],
    [1420, '1.4 kB'],
    [31_000_000, '31 MB'],
  ])('bytes %s', (bytes, shown) => expect(formatBytes(bytes, 'en-US')).toBe(shown))

  it('counts in words', () => {
    expect(plural(1, 'file')).toBe('1 file')
    expect(plural(2, 'file')).toBe('2 files')
    expect(plural(2, 'entry', 'entries')).toBe('2 entries')
  })
})

describe('time against now', () => {
  const now = Date.UTC(2026, 5, 1, 12)
  it.each([
    [now - 10_000, 'now'],
    [now - 240_000, '4 min. ago'],
    [now - 86_400_000, 'yesterday'],
    [now - 90 * 86_400_000, 'Mar 3, 2026'],
  ])('%s', (at, shown) => expect(formatRelative(at, now, 'en-US')).toBe(shown))
})

describe('names cut in the middle', () => {
  it('keeps the last part of a path whole', () => {
    const [head, tail] = splitMiddle('packages/service/src/routes/health.py')
    expect(tail).toBe('/health.py')
    expect(head + tail).toBe('packages/service/src/routes/health.py')
  })
  it('leaves short names alone', () => expect(splitMiddle('health.py')).toEqual(['health.py', '']))
})
