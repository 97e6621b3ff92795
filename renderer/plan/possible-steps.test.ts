import { describe, expect, it } from 'vitest'
import { possibleSteps } from './possible-steps'

type Standing = Parameters<typeof possibleSteps>[0]
const plan = (over: Partial<Standing>): Standing => ({
  phase: 'strategize',
  state: 'processing',
  reason: null,
  waiting_decisions: 0,
  files_modified: 1,
  timing: { started: 1 },
  error: null,
  ...over,
})
const labels = (over: Partial<Standing>) => possibleSteps(plan(over)).map((step) => step.label)

describe('what can be done with a plan', () => {
  it.each<[Partial<Standing>, string[]]>([
    [{ state: 'processing' }, ['Stop', 'Guide', 'Cancel plan…']],
    [
      { state: 'awaiting_input', reason: 'phase_gate', timing: { started: null } },
      ['Start strategy', 'Guide', 'Cancel plan…'],
    ],
    [{ state: 'awaiting_input', reason: 'phase_gate' }, ['Approve strategy', 'Guide', 'Cancel plan…']],
    [
      { phase: 'execute', state: 'awaiting_input', reason: 'phase_gate' },
      ['Review and apply…', 'Guide', 'Cancel plan…'],
    ],
    [{ phase: 'execute', state: 'awaiting_input', reason: 'low_confidence' }, ['Decide…', 'Guide', 'Cancel plan…']],
    [{ phase: 'execute', state: 'awaiting_input', reason: 'guard' }, ['Answer…', 'Guide', 'Cancel plan…']],
    [{ phase: 'execute', state: 'awaiting_input', reason: 'budget' }, ['Try again', 'Guide', 'Cancel plan…']],
    [
      { phase: 'execute', state: 'awaiting_input', reason: 'stopped' },
      ['Resume', 'Apply as it is…', 'Guide', 'Cancel plan…'],
    ],
    [
      { phase: 'execute', state: 'awaiting_input', reason: 'rolled_back', files_modified: 0 },
      ['Resume', 'Guide', 'Cancel plan…'],
    ],
    [{ state: 'errored', error: { code: 'interrupted' } }, ['Resume', 'Guide', 'Cancel plan…']],
    [{ state: 'errored', error: { code: 'model.refused' } }, ['Try again', 'Guide', 'Cancel plan…']],
    [{ phase: 'apply', state: 'constrained', reason: 'conflict' }, ['Apply again…', 'Cancel plan…']],
    [{ phase: 'apply', state: 'applied' }, []],
    [{ state: 'cancelled' }, []],
  ])('%j', (over, expected) => expect(labels(over)).toEqual(expected))

  it('leaves the first place to the notice where the same apply can only be refused again', () => {
    const primary = (over: Partial<Standing>) =>
      possibleSteps(plan({ phase: 'apply', ...over })).some((one) => one.primary)
    expect(primary({ state: 'constrained', reason: 'conflict' })).toBe(false)
    expect(primary({ state: 'errored', error: { code: 'apply.hook_failed' } })).toBe(false)
    expect(primary({ state: 'errored', error: { code: 'apply.failed' } })).toBe(true)
  })

  it('never offers more than one primary step', () => {
    for (const phase of ['strategize', 'execute', 'apply'] as const)
      for (const state of ['queued', 'processing', 'awaiting_input', 'complete', 'errored', 'constrained'] as const)
        for (const reason of [null, 'phase_gate', 'low_confidence', 'stopped'] as const)
          expect(possibleSteps(plan({ phase, state, reason })).filter((step) => step.primary).length).toBeLessThan(2)
  })
})
