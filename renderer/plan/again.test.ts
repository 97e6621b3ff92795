import { expect, it } from 'vitest'
import { newPlanSearch } from '../new-plan/search'
import { againSearch } from './again'

it('begins a new plan with all that the plan was made from', () => {
  const search = againSearch({
    action: 'local/rewrite',
    projects: ['local/api'],
    args: { pattern: 'a', count: 3, all: true },
    automation_profile: 'trusted',
  })
  const expected = {
    action: 'local/rewrite',
    project: ['local/api'],
    args: { pattern: 'a', count: '3', all: true },
    profile: 'trusted',
  }
  expect(search).toEqual(expected)
  // The address of the form reads it back whole.
  expect(newPlanSearch(search)).toEqual(expected)
})
