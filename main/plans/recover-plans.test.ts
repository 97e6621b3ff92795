import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
  for (const app of apps.splice(0)) await app.close()
})

async function plan(app: TestApp, folder: string, profile: string): Promise<string> {
  const project = await app.project(folder)
  const used = await app.client.plans.use({
    action: 'local/run-command',
    projects: [project],
    args: { command: 'echo made > made.txt' },
    automation_profile: profile,
  })
  return used.plan_id
}

/** Ends the application and puts a row as a crash at that moment would have left it. */
async function crash(app: TestApp, planId: string, set: string): Promise<void> {
  app.database.sqlite.prepare(`UPDATE plans SET ${set} WHERE id = ?`).run(planId)
  apps.splice(apps.indexOf(app), 1)
  await app.close()
}

const status = (app: TestApp, planId: string) => app.client.plans.status({ plan_id: planId })

describe('the next start', () => {
  it('finds an apply that was done before its plan was told', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const planId = await plan(app, folder, 'ci')
    const applied = await app.rest(planId)
    expect(applied).toMatchObject({ state: 'applied', applied: [{ files: 1 }] })
    await crash(
      app,
      planId,
      `state = 'processing', ended = NULL, outcome = '{"v":1,"value":{"notices":[],"applied":null,"report":null}}'`,
    )
    const next = await start(app.dataDir)
    expect(await status(next, planId)).toMatchObject({ phase: 'apply', state: 'applied', applied: applied.applied })
  })

  it('goes on with what was queued, and starts nothing that waits for a person', async () => {
    const app = await start()
    const planId = await plan(app, newRepository({ 'a.txt': 'a\n' }), 'manual')
    await crash(app, planId, 'version = version')
    const waiting = await start(app.dataDir)
    expect(waiting.recovered).toEqual({ interrupted: [], resumed: [] })
    expect(await status(waiting, planId)).toMatchObject({ state: 'awaiting_input', reason: 'phase_gate' })
    await crash(waiting, planId, `state = 'queued', reason = NULL, gate = NULL`)
    const queued = await start(app.dataDir)
    expect(queued.recovered).toEqual({ interrupted: [], resumed: [planId] })
    expect(await queued.rest(planId)).toMatchObject({ phase: 'strategize', reason: 'phase_gate' })
  })

  it('removes the sandbox of a plan that had ended', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const planId = await plan(app, folder, 'trusted')
    await app.rest(planId)
    expect(git(folder, 'branch', '--list', 'cleveragents/*')).not.toBe('')
    await crash(app, planId, `state = 'cancelled', reason = NULL, gate = NULL`)
    await start(app.dataDir)
    expect(git(folder, 'branch', '--list', 'cleveragents/*')).toBe('')
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  })

  it.each([
    ['was running', `state = 'processing', reason = NULL, gate = NULL`, 'errored'],
    ['had been cancelled', `state = 'cancelled', reason = NULL, gate = NULL`, 'cancelled'],
    ['was applying', `phase = 'apply', state = 'processing', reason = NULL, gate = NULL`, 'errored'],
  ])('comes although the repository of a plan that %s is gone', async (_what, set, state) => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const planId = await plan(app, folder, 'trusted')
    await app.rest(planId)
    await crash(app, planId, set)
    renameSync(folder, `${folder}-moved`)
    const next = await start(app.dataDir)
    expect(await status(next, planId)).toMatchObject({ state })
    expect((await next.client.plans.cancel({ plan_id: planId }).catch(() => undefined))?.state ?? 'cancelled').toBe(
      'cancelled',
    )
  })
})

describe('uncommitted work that a plan starts from', () => {
  const refs = (folder: string) => git(folder, 'for-each-ref', '--format=%(refname)', 'refs/cleveragents')

  it('is forgotten where the plan is cancelled before it had a sandbox; the checkout stays as it is', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const project = await app.project(folder)
    writeFileSync(join(folder, 'a.txt'), 'edited\n')
    const used = await app.client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: 'true' },
      automation_profile: 'manual',
      include_uncommitted: true,
    })
    expect(refs(folder)).toContain(used.plan_id)
    await app.client.plans.cancel({ plan_id: used.plan_id })
    expect(refs(folder)).toBe('')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('edited\n')
    expect(existsSync(folder)).toBe(true)
  })

  it('is forgotten where the plan could not be made after all', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const project = await app.project(folder)
    writeFileSync(join(folder, 'a.txt'), 'edited\n')
    const source =
      'name: local/once\ndescription: Once\ndefinition_of_done: Done\nreusable: false\nstrategy_actor: builtin/command\nexecution_actor: builtin/command\nargs:\n  - name: command\n    type: string\n    required: true\n'
    await app.client.actions.create({ source })
    const use = () =>
      app.client.plans.use({
        action: 'local/once',
        projects: [project],
        args: { command: 'true' },
        automation_profile: 'manual',
        include_uncommitted: true,
      })
    const both = await Promise.allSettled([use(), use()])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = both.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: 'CONFLICT' })
    expect(refs(folder).trim().split('\n')).toHaveLength(1)
    expect((await app.client.plans.list({})).plans).toHaveLength(1)
  })
})
