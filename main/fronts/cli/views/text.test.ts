import { expect, it } from 'vitest'
import { duration, money, standing, stateName } from './text'

it('writes durations and money', () => {
  expect(duration(3_723_999)).toBe('01:02:03')
  expect([money(0), money(0.0231), money(12.5), money(null)]).toEqual(['$0.00', '$0.0231', '$12.50', 'unknown'])
})

it('says where a plan stands', () => {
  expect(standing({ phase: 'execute', state: 'awaiting_input', reason: 'phase_gate' })).toBe(
    'Execute waits for your approval',
  )
  expect(stateName({ phase: 'execute', state: 'errored', reason: null, error_code: 'interrupted' })).toBe('interrupted')
})
