import { expect, it } from 'vitest'
import { counted, duration, grouped, money, standing, stateName } from './text'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
])('groups the digits of %d', (number, text) => {
  expect(grouped(number)).toBe(text)
})

it('writes counts, durations and money', () => {
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(2000, 'file')).toBe('2,000 files')
  expect(duration(3_723_999)).toBe('01:02:03')
  expect([money(0), money(0.0231), money(12.5), money(null)]).toEqual(['$0.00', '$0.0231', '$12.50', 'unknown'])
})

it('says where a plan stands', () => {
  expect(standing({ phase: 'execute', state: 'awaiting_input', reason: 'phase_gate' })).toBe(
    'Execute waits for your approval',
  )
  expect(stateName({ phase: 'execute', state: 'errored', reason: null, error_code: 'interrupted' })).toBe('interrupted')
})
