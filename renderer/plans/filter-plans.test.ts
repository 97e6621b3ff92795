import type { PlanSummary } from '@shared/contract/plan-view'
import { expect, it } from 'vitest'
import { filterPlans } from './filter-plans'

const plan = (over: Partial<PlanSummary>): PlanSummary => ({
  plan_id: '01',
  short_id: '01',
  title: 'Fix health endpoint',
  phase: 'execute',
  state: 'processing',
  reason: null,
  attempt: 1,
  action: 'local/fix',
  projects: ['local/api'],
  automation_profile: 'supervised',
  cost_usd: 0,
  cost_estimated: false,
  apply_undone: null,
  files_modified: 0,
  waiting_decisions: 0,
  parent_plan_id: null,
  created: 1,
  updated: 1,
  elapsed_ms: 0,
  error_code: null,
  ...over,
})
const plans = [
  plan({ plan_id: 'a', state: 'errored', created: 1 }),
  plan({ plan_id: 'b', state: 'constrained', created: 2, projects: ['local/web'] }),
  plan({ plan_id: 'c', state: 'queued', created: 3, title: 'Rename user' }),
]
const ids = (search: Parameters<typeof filterPlans>[1]) => filterPlans(plans, search).map((one) => one.plan_id)

it('shows the newest first', () => expect(ids({})).toEqual(['c', 'b', 'a']))
it('means awaiting_input by waiting', () => expect(ids({ state: 'waiting' })).toEqual(ids({ state: 'awaiting_input' })))
it('means errored and constrained by failed', () => expect(ids({ state: 'failed' })).toEqual(['b', 'a']))
it('counts what is queued as running', () => expect(ids({ state: 'processing' })).toEqual(['c']))
it('wants every word, in any order, anywhere in the row', () => {
  expect(ids({ text: 'user RENAME' })).toEqual(['c'])
  expect(ids({ text: 'health web' })).toEqual(['b'])
})
it('counts nothing as applied that was undone', () => {
  const applied = [plan({ plan_id: 'd', state: 'applied' }), plan({ plan_id: 'e', state: 'applied', apply_undone: 1 })]
  expect(filterPlans(applied, { state: 'applied' }).map((one) => one.plan_id)).toEqual(['d'])
})
it('filters by project', () => expect(ids({ project: 'local/web' })).toEqual(['b']))
