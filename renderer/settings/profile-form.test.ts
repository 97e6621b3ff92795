import { expect, it } from 'vitest'
import type { ProfileView } from '@shared/contract/settings'
import { thresholdNames } from '@shared/model/profile'
import { numberProblem, profileYaml, safetyOf, typedFrom } from './profile-form'

const view = (safety: Partial<ProfileView['safety']> = {}): ProfileView => ({
  name: 'local/careful',
  description: 'Says "no": often',
  builtin: false,
  thresholds: Object.fromEntries(thresholdNames.map((name, index) => [name, index / 20])),
  sentences: [],
  require_sandbox: true,
  require_checkpoints: false,
  allow_unsafe_tools: false,
  safety: {
    max_cost_per_plan: null,
    max_total_cost: null,
    max_calls_per_step: null,
    max_retries_per_step: null,
    allow_tools: null,
    deny_tools: [],
    approve_writes: false,
    allow_unknown_cost: false,
    never_wait: false,
    ...safety,
  },
  source: '',
  created: 1,
})

it('writes what the form holds, guards only where there are some', () => {
  const plain = profileYaml(typedFrom(view()))
  expect(plain.split('\n').slice(0, 4)).toEqual([
    'name: "local/careful"',
    'description: "Says \\"no\\": often"',
    'decompose_task: 0.0',
    'create_tool: 0.05',
  ])
  expect(plain).toContain('require_checkpoints: false')
  expect(plain).not.toContain('safety')
  const guarded = profileYaml(
    typedFrom(view({ max_cost_per_plan: 2.5, deny_tools: ['run_command'], never_wait: true })),
  )
  expect(guarded).toContain('safety:\n  max_cost_per_plan: 2.5\n  deny_tools: [run_command]\n  never_wait: true\n')
})

it('shows both lists as one, and keeps that an unlisted tool asks', () => {
  const typed = typedFrom(view({ allow_tools: ['read_file', 'write_file'], deny_tools: ['write_file'] }))
  expect(typed.asks).not.toContain('read_file')
  expect(typed.asks).toContain('write_file')
  expect(safetyOf(typed)).toMatchObject({ allowTools: ['read_file'], denyTools: [] })
  expect(safetyOf({ ...typed, listed: false, asks: ['run_command'] })).toMatchObject({
    allowTools: null,
    denyTools: ['run_command'],
  })
})

it.each([
  ['maxCostPerPlan', '', null],
  ['maxCostPerPlan', '0.5', null],
  ['maxCostPerPlan', 'much', 'An amount in dollars, 0 or more.'],
  ['maxCallsPerStep', '0', 'A whole number, 1 or more.'],
  ['maxRetriesPerStep', '0', null],
  ['maxRetriesPerStep', '1.5', 'A whole number, 0 or more.'],
] as const)('%s "%s" → %s', (key, text, problem) => {
  expect(numberProblem(key, text)).toBe(problem)
})

it('leaves the name of a copy to the person', () => {
  expect(typedFrom({ ...view(), builtin: true }).name).toBe('')
})
