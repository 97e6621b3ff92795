import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

async function waitingPlan(project: string): Promise<string> {
  const plan = await app.client.plans.use({
    action: 'local/run-command',
    projects: [project],
    args: { command: 'true' },
    automation_profile: 'manual',
  })
  return plan.plan_id
}
const newProject = () => app.project(newRepository({ 'a.txt': 'one\n' }))
const listed = async (archived = false) => (await app.client.plans.list({ archived })).plans.map((plan) => plan.plan_id)

describe('archiving plans', () => {
  it('takes ended plans out of the list and puts them back, with nothing of them deleted', async () => {
    const project = await newProject()
    const [one, two] = [await waitingPlan(project), await waitingPlan(project)]
    await app.client.plans.cancel({ plan_id: one })
    await app.rest(one)
    expect(await app.client.plans.archive({ plan_ids: [one] })).toEqual({ plan_ids: [one] })
    expect(await app.client.plans.list({})).toMatchObject({ total: 1, archived: 1, plans: [{ plan_id: two }] })
    expect(await listed(true)).toEqual([one])
    expect(await app.client.plans.status({ plan_id: one })).toMatchObject({ state: 'cancelled' })
    await app.client.plans.archive({ plan_ids: [one], archived: false })
    expect(await listed()).toEqual([two, one])
  })

  it('refuses all where one has not ended', async () => {
    const project = await newProject()
    const [one, two] = [await waitingPlan(project), await waitingPlan(project)]
    await app.client.plans.cancel({ plan_id: one })
    await app.rest(one)
    await expect(app.client.plans.archive({ plan_ids: [one, two] })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { code: 'plan.not_ended', details: { plans: [two] } },
    })
    expect(await listed(true)).toEqual([])
  })
})

describe('snoozing what waits', () => {
  const waitingNow = async () => (await app.client.inbox.list()).items.map((item) => item.id)

  it('takes an item out of the inbox and its count, and brings it back on demand', async () => {
    const planId = await waitingPlan(await newProject())
    const [item] = (await app.client.inbox.list()).items
    const until = Date.now() + 3_600_000
    await app.client.inbox.snooze({ item_id: item!.id, until })
    expect(await app.client.inbox.list()).toMatchObject({
      items: [],
      snoozed: [{ plan_id: planId, snoozed_until: until }],
    })
    expect(await app.client.events.pulse()).toMatchObject({ waiting: 0 })
    await app.client.inbox.snooze({ item_id: item!.id, until: null })
    expect(await waitingNow()).toEqual([item!.id])
    expect(await app.client.events.pulse()).toMatchObject({ waiting: 1 })
  })

  it('brings an item back, and tells everybody, when its time has come', async () => {
    const planId = await waitingPlan(await newProject())
    const [item] = (await app.client.inbox.list()).items
    const events = await app.client.events.subscribe({})
    await events.next()
    await app.client.inbox.snooze({ item_id: item!.id, until: Date.now() + 500 })
    expect((await events.next()).value).toMatchObject({ topic: 'plan', id: planId })
    expect((await events.next()).value).toMatchObject({ topic: 'plan', id: planId })
    expect(await waitingNow()).toEqual([item!.id])
  })

  it('never hides what the plan waits for next', async () => {
    const planId = await waitingPlan(await newProject())
    const [item] = (await app.client.inbox.list()).items
    await app.client.inbox.snooze({ item_id: item!.id, until: Date.now() + 3_600_000 })
    await app.client.plans.execute({ plan_id: planId })
    await app.rest(planId)
    expect(await waitingNow()).toHaveLength(1)
  })

  it('refuses what no longer waits, and a moment that has passed', async () => {
    await waitingPlan(await newProject())
    const [item] = (await app.client.inbox.list()).items
    await expect(app.client.inbox.snooze({ item_id: 'gone', until: null })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(app.client.inbox.snooze({ item_id: item!.id, until: 5 })).rejects.toMatchObject({ code: 'INVALID' })
    expect(await waitingNow()).toEqual([item!.id])
  })
})
