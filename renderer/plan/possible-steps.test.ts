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
  applied: null,
  validations: [],
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
    [{ state: 'errored', error: { code: 'rewrite.bad_pattern' } }, ['Guide', 'Try again', 'Cancel plan…']],
    [{ phase: 'apply', state: 'constrained', reason: 'conflict' }, ['Apply again…', 'Cancel plan…']],
    [{ phase: 'apply', state: 'applied' }, []],
    [{ state: 'cancelled' }, []],
  ])('%j', (over, expected) => expect(labels(over)).toEqual(expected))

  describe('where a required check holds Apply', () => {
    const check = { mode: 'required', phase: 'execute', passed: false, stale: false } as const
    const held = (over: Partial<Standing>, remedies = { choose: false, sandbox: false }) =>
      possibleSteps(plan({ phase: 'execute', state: 'awaiting_input', validations: [check], ...over }), remedies)
    const named = (steps: ReturnType<typeof possibleSteps>) =>
      steps.map(({ label, primary }) => (primary ? `${label} (first)` : label))

    it('does not offer to apply', () => {
      expect(named(held({ reason: 'stopped' }))).toEqual(['Resume (first)', 'Guide', 'Cancel plan…'])
      expect(named(held({ reason: 'validation' }))).toEqual(['Check again (first)', 'Guide', 'Cancel plan…'])
      const informational = [{ ...check, mode: 'informational' } as const]
      expect(named(held({ reason: 'stopped', validations: informational }))).toContain('Apply as it is…')
    })
    it('puts what changes the files before checking the same files again', () => {
      const after = ['Check again', 'Guide', 'Cancel plan…']
      const both = { choose: true, sandbox: true }
      expect(named(held({ reason: 'validation' }, both))).toEqual(['Choose another… (first)', ...after])
      expect(named(held({ reason: 'validation' }, { ...both, choose: false }))).toEqual([
        'Open the sandbox (first)',
        ...after,
      ])
    })
    it('checks first where something changed since', () => {
      const stale = [{ ...check, stale: true }]
      const both = { choose: true, sandbox: true }
      expect(named(held({ reason: 'validation', validations: stale }, both))[0]).toBe('Check again (first)')
    })
  })

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
