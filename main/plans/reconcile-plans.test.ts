import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const apps: TestApp[] = []
async function start(dataDir?: string): Promise<TestApp> {
  const app = await startTestApp(dataDir === undefined ? {} : { dataDir })
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
})

async function atApplyGate(app: TestApp, folder: string) {
  const used = await app.client.plans.use({
    action: 'local/run-command',
    projects: [await app.project(folder)],
    args: { command: 'echo made > made.txt' },
    automation_profile: 'trusted',
  })
  const plan = await app.rest(used.plan_id)
  return { id: plan.plan_id, sandbox: plan.resources[0]?.sandbox_path ?? '' }
}

async function noticesOf(app: TestApp, planId: string): Promise<readonly string[]> {
  for await (const event of await app.client.plans.activity({ plan_id: planId }))
    if (event.type === 'snapshot') return event.items.filter(({ kind }) => kind === 'notice').map(({ title }) => title)
  return []
}

describe('sandboxes that others have done something to', { timeout: 120_000 }, () => {
  it('are told in the plan, the inbox and the next steps, and put right by one command', async () => {
    const app = await start()
    const { id, sandbox } = await atApplyGate(app, newRepository({ 'a.txt': 'a\n' }))
    expect(await app.client.plans.reconcile()).toEqual({ plan_ids: [] })
    rmSync(sandbox, { recursive: true })
    await app.close()
    apps.length = 0

    const next = await start(app.dataDir)
    const found = await next.client.plans.status({ plan_id: id })
    expect(found).toMatchObject({
      state: 'awaiting_input',
      sandbox_problems: [{ code: 'sandbox.missing', action: 'recreate', label: 'Re-create from checkpoint' }],
    })
    expect(found.next_steps[0]).toBe(`agents plan repair ${id}`)
    const { items } = await next.client.inbox.list()
    expect(items.map(({ kind, sandbox: problem }) => [kind, problem?.code])).toEqual([
      ['sandbox', 'sandbox.missing'],
      ['phase_gate', undefined],
    ])
    expect((await noticesOf(next, id)).filter((title) => title.includes('is missing'))).toHaveLength(1)

    const repaired = await next.client.plans.repair({ plan_id: id })
    expect(repaired).toMatchObject({ state: 'awaiting_input', reason: 'phase_gate', sandbox_problems: [] })
    expect(repaired.next_steps).not.toContain(`agents plan repair ${id}`)
    expect(readFileSync(join(sandbox, 'made.txt'), 'utf8')).toBe('made\n')
    expect((await next.client.inbox.list()).items).toHaveLength(1)
    expect(await next.client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
  })

  it('are looked at when a window gets the focus, at most once in a moment, and told to those who follow', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const { id, sandbox } = await atApplyGate(app, folder)
    git(folder, 'worktree', 'unlock', sandbox)
    git(folder, 'worktree', 'lock', '--reason', 'mine', sandbox)
    const both = await Promise.all([app.client.plans.reconcile(), app.client.plans.reconcile()])
    expect(both).toEqual([{ plan_ids: [id] }, { plan_ids: [id] }])
    expect(await app.client.plans.reconcile()).toEqual({ plan_ids: [] })
    expect((await app.client.plans.status({ plan_id: id })).sandbox_problems).toMatchObject([
      { code: 'sandbox.locked', action: 'unlock', message: expect.stringContaining('mine') },
    ])
    await app.client.plans.repair({ plan_id: id })
    expect((await app.client.plans.status({ plan_id: id })).sandbox_problems).toEqual([])
  })

  it('of a plan that ended while its checkout was away are removed from it when it is back', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const { id } = await atApplyGate(app, folder)
    renameSync(folder, `${folder}-away`)
    await app.client.plans.cancel({ plan_id: id })
    renameSync(`${folder}-away`, folder)
    expect(existsSync(join(folder, '.git/worktrees'))).toBe(true)
    expect(await app.client.plans.reconcile()).toEqual({ plan_ids: [id] })
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
    expect(git(folder, 'branch', '--list', 'cleveragents/*')).toBe('')
    expect(await noticesOf(app, id)).toContainEqual(expect.stringContaining('is back'))
    expect(await app.client.plans.restore({ plan_id: id })).toMatchObject({ files_modified: 1 })
    await expect(app.client.plans.repair({ plan_id: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
