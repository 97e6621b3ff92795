import { describe, expect, test } from 'vitest'
import { isShown, isWanted, newsOfEnd, newsOfInbox } from './news'

const item = (id: string) => ({ id, plan_id: `P${id}`, title: `Plan ${id}`, why: 'Strategize is done.' })
const finished = { plan_id: 'P1', title: 'Fix it', state: 'applied', files_modified: 2 }

describe('what is told', () => {
  test('what waits with the reason, leading to the plan', () => {
    expect(newsOfInbox([item('2')])).toEqual([
      { kind: 'waits', title: 'Waits for you: Plan 2', body: 'Strategize is done.', route: '/plans/P2' },
    ])
  })
  test('many at once in one sentence, leading to the Inbox', () => {
    const many = newsOfInbox(['1', '2', '3', '4'].map(item))
    expect(many).toMatchObject([{ title: '4 plans wait for you', route: '/' }])
  })
  test('an end with its outcome', () => {
    expect(newsOfEnd(finished)).toMatchObject({ title: 'Finished: Fix it', body: 'Applied; 2 files changed.' })
    expect(newsOfEnd({ ...finished, state: 'complete' }).body).toBe('Its report is ready.')
  })
})

const [waits] = newsOfInbox([item('1')])
const ended = newsOfEnd({ ...finished, plan_id: 'P1' })
test.each([
  ['a window elsewhere', '/settings', true, true],
  ['no window', null, true, true],
  ['a window on the plan', '/plans/P1?tab=changes', false, false],
  ['a window on another plan', '/plans/P2', true, true],
  ['a window on the Inbox', '/', false, true],
])('with %s', (_name, lookedAt, tellsWaiting, tellsEnd) => {
  expect([!isShown(waits!, lookedAt), !isShown(ended, lookedAt)]).toEqual([tellsWaiting, tellsEnd])
})

test.each([
  ['all', true, true],
  ['waiting', true, false],
  ['off', false, false],
] as const)('set to %s', (choice, tellsWaiting, tellsEnd) => {
  expect([isWanted(waits!, choice), isWanted(ended, choice)]).toEqual([tellsWaiting, tellsEnd])
})
