import { expect, it } from 'vitest'
import type { Standing } from './plan'
import { standingSentence } from './standing-sentence'

const at = (change: Partial<Standing>): Standing => ({
  phase: 'execute',
  state: 'queued',
  reason: null,
  gate: null,
  attempt: 1,
  error: null,
  ...change,
})

it.each<[Partial<Standing>, string]>([
  [{}, 'Execute is queued'],
  [{ state: 'processing' }, 'Execute has begun'],
  [{ state: 'awaiting_input', reason: 'phase_gate', gate: 'apply' }, 'Execute is complete; Apply waits for approval'],
  [
    { phase: 'strategize', state: 'awaiting_input', reason: 'phase_gate', gate: 'strategize' },
    'Strategize waits for approval',
  ],
  [{ state: 'awaiting_input', reason: 'low_confidence' }, 'Execute waits for a decision'],
  [{ state: 'awaiting_input', reason: 'stopped' }, 'Execute was stopped'],
  [{ state: 'errored' }, 'Execute failed'],
  [{ phase: 'apply', state: 'constrained', reason: 'conflict' }, 'Apply was refused: there are conflicts'],
  [{ phase: 'apply', state: 'applied' }, 'The plan is applied'],
  [{ state: 'cancelled' }, 'The plan was cancelled'],
])('%o is told as "%s"', (standing, sentence) => {
  expect(standingSentence(at(standing))).toBe(sentence)
})
