import { describe, expect, it } from 'vitest'
import type { Phase, PlanState } from '@shared/model/plan'
import type { Standing } from './plan'
import { interruptedError, transition, type PlanEvent } from './transition'

const at = (phase: Phase, state: PlanState, more: Partial<Standing> = {}): Standing => ({
  phase,
  state,
  reason: null,
  gate: null,
  attempt: 1,
  error: null,
  ...more,
})
const violating = (phase: Phase) => at(phase, 'awaiting_input', { reason: 'invariant' })

const moves: [string, Standing, PlanEvent, Partial<Standing>, string[]][] = [
  [
    'a violated invariant keeps an apply back where the work can still be changed',
    at('apply', 'processing'),
    { type: 'apply_blocked', reason: 'invariant', neverWaits: false },
    { phase: 'execute', state: 'awaiting_input', reason: 'invariant' },
    [],
  ],
  [
    'a profile that never waits errs there instead',
    at('apply', 'processing'),
    { type: 'apply_blocked', reason: 'invariant', neverWaits: true },
    { phase: 'execute', state: 'errored', reason: null },
    [],
  ],
  [
    'the last waiver resumes the phase',
    violating('execute'),
    { type: 'waived', violationsLeft: 0 },
    { phase: 'execute', state: 'queued', attempt: 1 },
    ['run'],
  ],
  [
    'a waiver with others left keeps waiting',
    violating('strategize'),
    { type: 'waived', violationsLeft: 1 },
    { phase: 'strategize', state: 'awaiting_input', reason: 'invariant' },
    [],
  ],
  [
    'guidance for a violated invariant runs the phase again',
    violating('execute'),
    { type: 'prompted' },
    { phase: 'execute', state: 'queued' },
    ['run'],
  ],
  [
    'a strategy that did not pass is revised as a new attempt',
    at('execute', 'processing'),
    { type: 'reverted' },
    { phase: 'strategize', state: 'queued', attempt: 2 },
    ['run'],
  ],
  [
    'a refused apply is taken back to the strategy',
    at('apply', 'constrained', { reason: 'validation' }),
    { type: 'reverted' },
    { phase: 'strategize', state: 'queued', attempt: 2, reason: null },
    ['run'],
  ],
]

describe('what control does to a plan', () => {
  it.each(moves)('%s', (_title, from, event, to, effects) => {
    expect(transition(from, event)).toMatchObject({ kind: 'moved', to, effects })
  })

  it.each<[string, Standing, PlanEvent]>([
    ['approving past a violated invariant', violating('execute'), { type: 'approved', decisionsLeft: 0 }],
    ['waiving where nothing is violated', at('execute', 'complete'), { type: 'waived', violationsLeft: 0 }],
    [
      'reverting into another phase than from Execute or a refused Apply',
      at('strategize', 'processing'),
      { type: 'reverted' },
    ],
    ['reverting an applied plan', at('apply', 'applied'), { type: 'reverted' }],
    [
      'blocking what is not applied',
      at('execute', 'processing'),
      { type: 'apply_blocked', reason: 'invariant', neverWaits: false },
    ],
  ])('%s is refused', (_title, from, event) => {
    expect(transition(from, event)).toMatchObject({ kind: 'refused' })
  })

  it('a hook that an apply waits for is stopped, and the plan waits where it did; else apply is not stopped', () => {
    const from = at('apply', 'processing')
    expect(transition(from, { type: 'stop_requested', hookRuns: true })).toMatchObject({
      to: { phase: 'execute', state: 'awaiting_input', reason: 'phase_gate', gate: 'apply' },
      effects: ['abort'],
    })
    expect(transition(from, { type: 'stop_requested' })).toMatchObject({ kind: 'refused' })
  })

  it('guidance after a refused apply goes back to Execute, but not after what was applied', () => {
    const refusedBy = (code: string) => at('apply', 'errored', { error: { ...interruptedError, code } })
    expect(transition(refusedBy('apply.hook_failed'), { type: 'prompted' })).toMatchObject({
      to: { phase: 'execute', state: 'queued', attempt: 2 },
    })
    expect(transition(refusedBy('apply.post_validation'), { type: 'prompted' })).toMatchObject({ kind: 'refused' })
  })
})
