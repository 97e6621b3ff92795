import { describe, expect, it } from 'vitest'
import { snoozeTimes } from './snooze-times'

const at = (text: string) => new Date(text).getTime()
const times = (now: string) => Object.fromEntries(snoozeTimes(at(now)).map(({ label, until }) => [label, until]))

describe('the times one can snooze until', () => {
  it.each([
    ['2026-11-28T22:00', '2026-11-29T09:00', '2026-11-30T09:00'],
    ['2026-11-29T08:00', '2026-11-30T09:00', '2026-11-30T09:00'],
    ['2026-11-30T08:00', '2026-12-01T09:00', '2026-12-07T09:00'],
    ['2026-12-01T12:00', '2026-12-02T09:00', '2026-12-07T09:00'],
  ])('are mornings ahead of %s', (now, tomorrow, monday) => {
    expect(times(now)).toMatchObject({ 'Tomorrow morning': at(tomorrow), 'Monday morning': at(monday) })
  })

  it('are hours from now', () => {
    expect(times('2026-11-30T08:30')).toMatchObject({ 'In an hour': at('2026-11-30T09:30') })
  })
})
