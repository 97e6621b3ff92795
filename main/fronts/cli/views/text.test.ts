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
  const gated = { phase: 'strategize', state: 'awaiting_input', reason: 'phase_gate', gate: 'execute' } as const
  expect(standing(gated)).toBe('Strategize is complete; Execute waits for your approval')
  const applied = { phase: 'apply', state: 'applied', reason: null } as const
  expect(standing({ ...applied, applied: null })).toContain('Nothing to change')
  expect(standing({ ...applied, applied: null, report: 'Found.' })).toContain('report')
  const undone = { ...applied, apply_undone: 1 }
  expect([standing(undone), stateName(undone)].join()).toBe('The plan was applied, then undone,Undone')
  expect(stateName({ phase: 'execute', state: 'errored', reason: null, error_code: 'interrupted' })).toBe('Interrupted')
  expect(stateName(gated)).toBe('Waits: approval')
  expect(stateName({ phase: 'apply', state: 'constrained', reason: 'conflict' })).toBe('Refused: conflict')
  expect(stateName({ phase: 'execute', state: 'processing', reason: null })).toBe('Executing')
})
