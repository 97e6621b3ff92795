import { expect, it } from 'vitest'
import { nextCheck } from './next-check'

it.each([
  ['strategize', 'processing', null, 'is checked when Execute ends', 'is judged when Strategize ends'],
  ['execute', 'queued', null, 'is checked when Execute ends', 'is judged when Execute ends'],
  ['execute', 'awaiting_input', null, 'is checked when Execute ends', 'is judged when Execute ends'],
  ['execute', 'awaiting_input', 'apply', 'is checked before Apply', /^not judged: Execute had ended/],
  ['execute', 'complete', null, 'is checked before Apply', /^not judged: Execute had ended/],
  ['apply', 'constrained', null, 'is checked before Apply', /^not judged: Execute had ended/],
  ['apply', 'applied', null, 'not checked: the plan has ended', /^not checked: the plan has ended$/],
] as const)('a rule without a verdict at %s/%s, gate %s: %s', (phase, state, gate, byMachine, byJudge) => {
  expect(nextCheck({ phase, state, gate }, 'machine')).toBe(byMachine)
  expect(nextCheck({ phase, state, gate }, 'judge')).toMatch(byJudge)
})
