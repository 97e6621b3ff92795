import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phases, planStates, waitReasons, type Phase, type PlanState } from '@shared/model/plan'
import { goBack, type BackwardEvent } from './backward'
import type { Standing } from './plan'
import { interruptedError } from './transition'

const at = (phase: Phase, state: PlanState, more: Partial<Standing> = {}): Standing => ({
  phase,
  state,
  reason: null,
  gate: null,
  attempt: 1,
  error: null,
  ...more,
})
const revert = (phase: Phase, undone = false): BackwardEvent => ({ type: 'corrected', phase, undone })

describe('going back', () => {
  it.each([
    [at('execute', 'errored', { error: interruptedError }), 'execute', 'awaiting_input'],
    [at('execute', 'awaiting_input', { reason: 'phase_gate', gate: 'apply' }), 'execute', 'awaiting_input'],
    [at('apply', 'constrained', { reason: 'conflict' }), 'execute', 'awaiting_input'],
    [at('apply', 'errored', { error: interruptedError }), 'execute', 'awaiting_input'],
    [at('apply', 'applied'), 'execute', 'awaiting_input'],
  ] as const)('rolls back %j', (from, phase, state) => {
    expect(goBack(from, { type: 'rolled_back' })).toEqual({
      kind: 'moved',
      to: { phase, state, reason: 'rolled_back', gate: null, attempt: 1, error: null },
      effects: [],
    })
  })

  it.each([
    [at('strategize', 'awaiting_input', { reason: 'stopped' }), { type: 'rolled_back' }],
    [at('execute', 'processing'), { type: 'rolled_back' }],
    [at('execute', 'cancelled'), { type: 'rolled_back' }],
    [at('execute', 'complete'), revert('apply')],
    [at('strategize', 'awaiting_input', { reason: 'phase_gate' }), revert('execute')],
    [at('apply', 'applied'), revert('execute')],
    [at('execute', 'cancelled'), revert('strategize')],
    [at('execute', 'awaiting_input', { reason: 'low_confidence' }), { type: 'appended' }],
    [at('strategize', 'awaiting_input', { reason: 'stopped' }), { type: 'appended' }],
    [at('execute', 'errored', { error: interruptedError }), { type: 'appended' }],
    [at('execute', 'complete'), { type: 'restored' }],
    [at('execute', 'complete'), { type: 'undone', to: at('execute', 'processing') }],
  ] as const)('refuses from %j: %j', (from, event) => {
    expect(goBack(from, event)).toMatchObject({ kind: 'refused' })
  })

  it('counts a correction as an attempt, and queues the phase of its target', () => {
    expect(goBack(at('execute', 'complete'), revert('strategize'))).toMatchObject({
      to: { phase: 'strategize', state: 'queued', attempt: 2 },
      effects: ['run'],
    })
    expect(goBack(at('apply', 'applied'), revert('execute', true))).toMatchObject({ to: { phase: 'execute' } })
    expect(goBack(at('apply', 'constrained', { reason: 'conflict' }), { type: 'appended' })).toMatchObject({
      to: { phase: 'execute', state: 'queued', attempt: 2, reason: null },
    })
  })

  it('restores a cancelled plan to where it waits', () => {
    expect(goBack(at('apply', 'cancelled'), { type: 'restored' })).toMatchObject({
      to: { phase: 'execute', state: 'awaiting_input', reason: 'restored' },
    })
  })

  it('never leads forward, whatever the standing and the event', () => {
    const standing = fc
      .tuple(fc.constantFrom(...phases), fc.constantFrom(...planStates), fc.constantFrom(...waitReasons))
      .map(([phase, state, reason]) => at(phase, state, { reason: state === 'awaiting_input' ? reason : null }))
    const event = fc.oneof(
      fc.constant<BackwardEvent>({ type: 'rolled_back' }),
      fc.constant<BackwardEvent>({ type: 'appended' }),
      fc.constant<BackwardEvent>({ type: 'restored' }),
      fc.tuple(fc.constantFrom(...phases), fc.boolean()).map(([phase, undone]) => revert(phase, undone)),
    )
    fc.assert(
      fc.property(standing, event, (from, what) => {
        const result = goBack(from, what)
        if (result.kind !== 'moved') return
        expect(phases.indexOf(result.to.phase)).toBeLessThanOrEqual(phases.indexOf(from.phase))
        expect(result.to.attempt).toBeGreaterThanOrEqual(from.attempt)
        expect(['processing', 'applied', 'cancelled']).not.toContain(result.to.state)
      }),
    )
  })
})
