import { expect, it } from 'vitest'
import { withFailedChecks } from './rate-failed-checks'
import { computed } from './risk'

const risks = [
  computed('api', 'low', 'Nothing was removed.'),
  computed('tests', 'low', 'The changed source file is named by a test.', ['a.ts: existing test a.test.ts']),
  { ...computed('tests', 'medium', 'Thin.'), source: 'judged' as const, actor: 'openai/gpt-5.4' },
]

it('leaves everything as it is where no check failed', () => {
  expect(withFailedChecks(risks, [])).toEqual(risks)
})

it('raises the computed risk of the tests, with the check as the reason', () => {
  const [api, tests, judged] = withFailedChecks(risks, [{ name: 'local/unit', end: 'exit 1' }])
  expect(tests).toEqual({
    kind: 'tests',
    level: 'high',
    reason: '1 check failed on these changes: local/unit.',
    evidence: ['local/unit failed: exit 1', 'a.ts: existing test a.test.ts'],
    source: 'computed',
    actor: null,
  })
  expect([api, judged]).toEqual([risks[0], risks[2]])
})

it('names the first of many', () => {
  const failed = ['a', 'b', 'c', 'd'].map((name) => ({ name, end: 'exit 2' }))
  expect(withFailedChecks(risks, failed)[1]?.reason).toBe('4 checks failed on these changes: a, b, c and 1 more.')
})
