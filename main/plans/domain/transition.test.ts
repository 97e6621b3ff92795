import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phases, planStates, waitReasons, type Phase, type PlanState } from '@shared/model/plan'
import type { Standing } from './plan'
import { interruptedError, transition, type PauseReason, type PlanEvent } from './transition'

const at = (phase: Phase, state: PlanState, more: Partial<Standing> = {}): Standing => ({
  phase,
  state,
  reason: null,
  gate: null,
  attempt: 1,
  error: null,
  ...more,
})
const error = { ...interruptedError, code: 'model.overloaded' }
const finished = (opensAlone: boolean, hasChanges = true): PlanEvent => ({
  type: 'phase_finished',
  opensAlone,
  hasChanges,
})
const gate = (phase: Phase, opens: Phase) => at(phase, 'awaiting_input', { reason: 'phase_gate', gate: opens })
const lowConfidence = (phase: Phase) => at(phase, 'awaiting_input', { reason: 'low_confidence' })

const moves: [string, Standing, PlanEvent, Partial<Standing>, string[]][] = [
  [
    'execute starts a plan that waits for its start',
    gate('strategize', 'strategize'),
    { type: 'execute_requested' },
    { phase: 'strategize', state: 'queued' },
    ['run'],
  ],
  [
    'execute at the gate after Strategize starts Execute',
    gate('strategize', 'execute'),
    { type: 'execute_requested' },
    { phase: 'execute', state: 'queued' },
    ['run'],
  ],
  [
    'approve at that gate is the same command',
    gate('strategize', 'execute'),
    { type: 'approved', decisionsLeft: 0 },
    { phase: 'execute', state: 'queued' },
    ['run'],
  ],
  [
    'approve at the gate after Execute applies',
    gate('execute', 'apply'),
    { type: 'approved', decisionsLeft: 0 },
    { phase: 'apply', state: 'queued' },
    ['run'],
  ],
  ['a queued phase is claimed', at('execute', 'queued'), { type: 'claimed' }, { state: 'processing' }, []],
  [
    'Strategize finishes into its gate',
    at('strategize', 'processing'),
    finished(false),
    { phase: 'strategize', state: 'awaiting_input', reason: 'phase_gate', gate: 'execute' },
    [],
  ],
  [
    'Strategize finishes into Execute',
    at('strategize', 'processing'),
    finished(true),
    { phase: 'execute', state: 'queued' },
    ['run'],
  ],
  [
    'Execute finishes into its gate',
    at('execute', 'processing'),
    finished(false),
    { phase: 'execute', state: 'awaiting_input', gate: 'apply' },
    [],
  ],
  [
    'nothing to apply ends applied without a gate',
    at('execute', 'processing'),
    finished(false, false),
    { phase: 'apply', state: 'applied' },
    ['discard_sandbox'],
  ],
  [
    'a low confidence pauses',
    at('execute', 'processing'),
    { type: 'paused', reason: 'low_confidence', neverWaits: false },
    { state: 'awaiting_input', reason: 'low_confidence' },
    [],
  ],
  [
    'a profile that never waits errs instead',
    at('execute', 'processing'),
    { type: 'paused', reason: 'low_confidence', neverWaits: true },
    { state: 'errored' },
    [],
  ],
  [
    'the last answer resumes the phase',
    lowConfidence('execute'),
    { type: 'approved', decisionsLeft: 0 },
    { phase: 'execute', state: 'queued' },
    ['run'],
  ],
  [
    'an answer with others left keeps waiting',
    lowConfidence('strategize'),
    { type: 'approved', decisionsLeft: 2 },
    { state: 'awaiting_input', reason: 'low_confidence' },
    [],
  ],
  [
    'a failed Strategize restarts there as a new attempt',
    at('strategize', 'errored', { error }),
    { type: 'execute_requested' },
    { phase: 'strategize', state: 'queued', attempt: 2, error: null },
    ['run'],
  ],
  [
    'an interrupted phase goes on as the same attempt',
    at('execute', 'errored', { error: interruptedError }),
    { type: 'execute_requested' },
    { phase: 'execute', state: 'queued', attempt: 1 },
    ['run'],
  ],
  [
    'guidance resumes an errored phase',
    at('execute', 'errored', { error }),
    { type: 'prompted' },
    { phase: 'execute', state: 'queued', attempt: 2 },
    ['run'],
  ],
  [
    'guidance at the gate after Strategize runs Strategize on',
    gate('strategize', 'execute'),
    { type: 'prompted' },
    { phase: 'strategize', state: 'queued' },
    ['run'],
  ],
  [
    'stop keeps the plan waiting',
    at('execute', 'processing'),
    { type: 'stop_requested' },
    { phase: 'execute', state: 'awaiting_input', reason: 'stopped' },
    ['abort'],
  ],
  [
    'a stopped plan resumes',
    at('execute', 'awaiting_input', { reason: 'stopped' }),
    { type: 'execute_requested' },
    { phase: 'execute', state: 'queued' },
    ['run'],
  ],
  [
    'apply starts from the gate',
    gate('execute', 'apply'),
    { type: 'apply_requested' },
    { phase: 'apply', state: 'queued' },
    ['run'],
  ],
  [
    'apply again after a refusal',
    at('apply', 'constrained', { reason: 'conflict' }),
    { type: 'apply_requested' },
    { phase: 'apply', state: 'queued' },
    ['run'],
  ],
  [
    'a conflict constrains',
    at('apply', 'processing'),
    { type: 'apply_refused', reason: 'conflict' },
    { phase: 'apply', state: 'constrained', reason: 'conflict' },
    [],
  ],
  [
    'a crash while processing shows as interrupted',
    at('execute', 'processing'),
    { type: 'interrupted' },
    { state: 'errored', error: interruptedError },
    [],
  ],
  [
    'cancel removes the sandbox',
    gate('execute', 'apply'),
    { type: 'cancel_requested' },
    { state: 'cancelled' },
    ['abort', 'discard_sandbox'],
  ],
]

describe('transition', () => {
  it.each(moves)('%s', (_title, from, event, to, effects) => {
    const result = transition(from, event)
    expect(result).toMatchObject({ kind: 'moved', to, effects })
  })

  it.each([
    ['execute again on a finished Execute', gate('execute', 'apply')],
    ['execute while running', at('execute', 'processing')],
    ['execute on an applied plan', at('apply', 'applied')],
    ['execute while a decision waits', lowConfidence('execute')],
    ['execute on a refused apply', at('apply', 'constrained', { reason: 'conflict' })],
  ])('%s is a no-op that says so', (_title, from) => {
    expect(transition(from, { type: 'execute_requested' })).toMatchObject({ kind: 'nothing' })
  })

  it('applying what is applied is a no-op that says so', () => {
    expect(transition(at('apply', 'applied'), { type: 'apply_requested' })).toEqual({
      kind: 'nothing',
      why: 'the plan is applied already',
    })
  })

  it.each<[string, Standing, PlanEvent]>([
    ['apply before Execute has finished', at('execute', 'processing'), { type: 'apply_requested' }],
    ['apply while a decision waits', lowConfidence('execute'), { type: 'apply_requested' }],
    ['apply a cancelled plan', at('execute', 'cancelled'), { type: 'apply_requested' }],
    ['cancel an applied plan', at('apply', 'applied'), { type: 'cancel_requested' }],
    ['a second claim', at('execute', 'processing'), { type: 'claimed' }],
    ['a late result after stop', at('execute', 'awaiting_input', { reason: 'stopped' }), finished(true)],
    ['a late failure after cancel', at('execute', 'cancelled'), { type: 'failed', error }],
    ['guidance for an applied plan', at('apply', 'applied'), { type: 'prompted' }],
    ['approving what does not wait', at('execute', 'processing'), { type: 'approved', decisionsLeft: 0 }],
  ])('%s is refused', (_title, from, event) => {
    expect(transition(from, event)).toMatchObject({ kind: 'refused' })
  })

  const standing = fc.record({
    phase: fc.constantFrom(...phases),
    state: fc.constantFrom(...planStates),
    reason: fc.option(fc.constantFrom(...waitReasons), { nil: null }),
    gate: fc.option(fc.constantFrom(...phases), { nil: null }),
    attempt: fc.integer({ min: 1, max: 9 }),
    error: fc.constantFrom(null, error, interruptedError),
  })
  const pauses = waitReasons.filter((reason): reason is PauseReason => reason !== 'phase_gate' && reason !== 'stopped')
  const event = fc.oneof(
    fc.constantFrom<PlanEvent>(
      { type: 'execute_requested' },
      { type: 'claimed' },
      { type: 'interrupted' },
      { type: 'stop_requested' },
      { type: 'prompted' },
      { type: 'apply_requested' },
      { type: 'applied' },
      { type: 'cancel_requested' },
      { type: 'failed', error },
      { type: 'reverted' },
      { type: 'waived', violationsLeft: 0 },
      { type: 'waived', violationsLeft: 1 },
      { type: 'apply_blocked', reason: 'invariant', neverWaits: false },
    ),
    fc.record({ type: fc.constant('phase_finished' as const), opensAlone: fc.boolean(), hasChanges: fc.boolean() }),
    fc.record({
      type: fc.constant('paused' as const),
      reason: fc.constantFrom(...pauses),
      neverWaits: fc.boolean(),
    }),
    fc.record({ type: fc.constant('approved' as const), decisionsLeft: fc.nat(3) }),
    fc.record({
      type: fc.constant('apply_refused' as const),
      reason: fc.constantFrom('conflict' as const, 'validation' as const),
    }),
  )

  it('never leaves a terminal state, never reaches an illegal one, and never runs without queueing', () => {
    fc.assert(
      fc.property(standing, event, (from, happening) => {
        const result = transition(from, happening)
        if (result.kind !== 'moved') return
        const { to, effects } = result
        expect(['applied', 'cancelled']).not.toContain(from.state)
        expect(to.reason !== null).toBe(to.state === 'awaiting_input' || to.state === 'constrained')
        expect(to.gate !== null).toBe(to.reason === 'phase_gate')
        expect(to.error !== null).toBe(to.state === 'errored')
        if (to.state === 'applied' || to.state === 'constrained') expect(to.phase).toBe('apply')
        expect(effects.includes('run')).toBe(to.state === 'queued')
        expect(to.attempt).toBeGreaterThanOrEqual(from.attempt)
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps a plan legal over any sequence of events from its start', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (happenings) => {
        let now = gate('strategize', 'strategize')
        for (const happening of happenings) {
          const result = transition(now, happening)
          if (result.kind === 'moved') now = result.to
        }
        if (now.state === 'awaiting_input') expect(now.reason).not.toBeNull()
      }),
      { numRuns: 1000 },
    )
  })
})
