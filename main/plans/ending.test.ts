import { afterEach, describe, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const apps: TestApp[] = []
async function start(dataDir?: string): Promise<TestApp> {
  const app = await startTestApp(dataDir === undefined ? {} : { dataDir })
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function use(app: TestApp, folder: string, command: string): Promise<string> {
  const { plan_id } = await app.client.plans.use({
    action: 'local/run-command',
    projects: [await app.project(folder)],
    args: { command },
    automation_profile: 'trusted',
  })
  return plan_id
}

const left = (folder: string) => git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)!.length - 1

/** What is left of the sandbox at the moment at which a plan is told to be in a state. */
async function leftWhen(app: TestApp, planId: string, state: string, folder: string): Promise<number> {
  for await (const event of await app.client.events.subscribe({ after: 0 }))
    if (event.topic === 'plan' && event.id === planId && event.state === state) return left(folder)
  throw new Error('the stream ended')
}

describe('the end of a plan is told when it is true', () => {
  it('cancelled, once its sandbox is gone; until then nothing else is taken', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const planId = await use(app, folder, 'echo made > made.txt')
    await app.rest(planId)
    const told = leftWhen(app, planId, 'cancelled', folder)
    const cancelled = app.client.plans.cancel({ plan_id: planId })
    const meanwhile = app.client.plans.execute({ plan_id: planId })
    await expect(meanwhile).rejects.toMatchObject({ code: 'CONFLICT', data: { code: 'plan.ending' } })
    expect((await app.client.inbox.list()).items).toEqual([])
    expect(await told).toBe(0)
    expect(await cancelled).toMatchObject({ state: 'cancelled', files_modified: 1 })
    expect(app.faults).toEqual([])
  })

  it('applied, where there is nothing to apply', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const planId = await use(app, folder, 'true')
    expect(await leftWhen(app, planId, 'applied', folder)).toBe(0)
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({ phase: 'apply', state: 'applied' })
  })

  it.each([
    ['cancelling', 'echo made > made.txt', 'cancelled'],
    ['finishing', 'true', 'applied'],
  ])('at the next start, where the application ended while it was %s', async (ending, command, state) => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const planId = await use(app, folder, command)
    if (state === 'applied') {
      await leftWhen(app, planId, 'applied', folder)
      const set = "phase = 'execute', state = 'processing', ended = NULL"
      app.database.sqlite.prepare(`UPDATE plans SET ${set} WHERE id = ?`).run(planId)
    } else await app.rest(planId)
    const columns = 'plan_id, seq, type, phase, state, attempt, at'
    const values = "?, 100, ?, 'execute', 'processing', 1, 1"
    app.database.sqlite.prepare(`INSERT INTO plan_events (${columns}) VALUES (${values})`).run(planId, ending)
    apps.splice(apps.indexOf(app), 1)
    await app.close()
    const next = await start(app.dataDir)
    expect(await next.client.plans.status({ plan_id: planId })).toMatchObject({ state })
    expect(left(folder)).toBe(0)
    expect(next.faults).toEqual([])
  })
})
