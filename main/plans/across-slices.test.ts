import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

// Whole plans over several repositories take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const apps: TestApp[] = []
async function start(dataDir?: string): Promise<TestApp> {
  const app = await startTestApp(dataDir === undefined ? {} : { dataDir })
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function restart(app: TestApp): Promise<TestApp> {
  apps.splice(apps.indexOf(app), 1)
  await app.close()
  return start(app.dataDir)
}

const use = (app: TestApp, projects: string[], command: string, profile = 'trusted') =>
  app.client.plans.use({
    action: 'local/run-command',
    projects,
    args: { command },
    automation_profile: profile,
  })

describe('a plan over two repositories', () => {
  it('has a sandbox and a diff for each, and applies both or none', async () => {
    const app = await start()
    const [one, two] = [newRepository({ 'a.txt': 'one\n' }), newRepository({ 'a.txt': 'two\n' })]
    const projects = [await app.project(one, 'first'), await app.project(two, 'second')]
    const source =
      'name: local/both\ndescription: Both\ndefinition_of_done: Done\nstrategy_actor: builtin/rewrite\nexecution_actor: builtin/rewrite\nargs:\n' +
      ['pattern', 'rewrite', 'language']
        .map((name) => `  - name: ${name}\n    type: string\n    required: true\n`)
        .join('')
    await app.client.actions.create({ source })
    for (const folder of [one, two]) {
      writeFileSync(join(folder, 'b.js'), 'console.log(1)\n')
      git(folder, 'add', '-A')
      git(folder, 'commit', '-q', '-m', 'second')
    }
    const used = await app.client.plans.use({
      action: 'local/both',
      projects,
      args: { pattern: 'console.log($A)', rewrite: 'log($A)', language: 'javascript' },
      automation_profile: 'trusted',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({ reason: 'phase_gate', files_modified: 2 })
    const { files } = await app.client.plans.diff({ plan_id: used.plan_id })
    expect(files.map((file) => [file.resource, file.path])).toEqual([
      ['local/first-repo', 'b.js'],
      ['local/second-repo', 'b.js'],
    ])
    writeFileSync(join(two, 'b.js'), 'console.log(2)\n')
    await expect(app.client.plans.apply({ plan_id: used.plan_id })).rejects.toMatchObject({
      data: { code: 'apply.conflict', details: { conflicts: [{ resource: 'local/second-repo', path: 'b.js' }] } },
    })
    expect(readFileSync(join(one, 'b.js'), 'utf8')).toBe('console.log(1)\n')
    git(two, 'checkout', '-q', '--', 'b.js')
    expect(await app.client.plans.apply({ plan_id: used.plan_id })).toMatchObject({ state: 'applied' })
    for (const folder of [one, two]) expect(readFileSync(join(folder, 'b.js'), 'utf8')).toBe('log(1)\n')
  })
})

describe('two plans on one repository', () => {
  it('work at the same time, each with its own changes, and apply one after the other', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const project = await app.project(folder)
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => use(app, [project], `echo ${name} > ${name}.txt`)),
    )
    await Promise.all([app.rest(one!.plan_id), app.rest(two!.plan_id)])
    const paths = async (planId: string) =>
      (await app.client.plans.diff({ plan_id: planId })).files.map((file) => file.path)
    expect([await paths(one!.plan_id), await paths(two!.plan_id)]).toEqual([['one.txt'], ['two.txt']])
    await Promise.all([one!, two!].map((plan) => app.client.plans.apply({ plan_id: plan.plan_id })))
    expect(git(folder, 'ls-files').trim().split('\n')).toEqual(['a.txt', 'one.txt', 'two.txt'])
  })
})

describe('after a restart', () => {
  it('an executed plan still has its tree, its diff and its artifacts, and applies', async () => {
    const app = await start()
    const folder = newRepository({ 'a.txt': 'a\n' })
    const { plan_id: planId } = await use(app, [await app.project(folder)], 'echo made > made.txt')
    await app.rest(planId)
    const seen = async (from: TestApp) => [
      await from.client.plans.tree({ plan_id: planId }),
      await from.client.plans.diff({ plan_id: planId }),
      await from.client.plans.artifacts({ plan_id: planId }),
    ]
    const before = await seen(app)
    const next = await restart(app)
    expect(await seen(next)).toEqual(before)
    expect(await next.client.plans.apply({ plan_id: planId })).toMatchObject({ state: 'applied' })
    expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('made\n')
  })

  it('a plan whose actor is gone meanwhile is checked like a new one, and says what is missing', async () => {
    const app = await start()
    const actor = 'name: local/mine\ntype: llm\nactor: openai/gpt-5.4\n'
    await app.client.actors.add({ source: actor })
    const source =
      'name: local/with-mine\ndescription: Mine\ndefinition_of_done: Done\nstrategy_actor: local/mine\nexecution_actor: local/mine\n'
    await app.client.actions.create({ source })
    const used = await app.client.plans.use({
      action: 'local/with-mine',
      projects: [await app.project(newRepository({ 'a.txt': 'a\n' }))],
      automation_profile: 'manual',
    })
    await app.client.actors.remove({ actor: 'local/mine' })
    const next = await restart(app)
    await next.client.plans.execute({ plan_id: used.plan_id })
    const errored = await next.rest(used.plan_id)
    expect(errored).toMatchObject({ phase: 'strategize', state: 'errored' })
    expect(errored.error?.message).toContain('local/mine')
    expect(errored.error?.hint).not.toBe('')
  })
})

describe('what is stored', () => {
  it.each([
    ['a phase that is none', `phase = 'action'`],
    ['an end in another phase than Apply', `state = 'applied', reason = NULL`],
    ['a wait without its reason', `reason = NULL`],
    ['an error that is not told', `state = 'errored', reason = NULL`],
  ])('is never %s', async (_what, set) => {
    const app = await start()
    const { plan_id: planId } = await use(app, [await app.project(newRepository({ 'a.txt': 'a\n' }))], 'true', 'manual')
    const store = () => app.database.sqlite.prepare(`UPDATE plans SET ${set} WHERE id = ?`).run(planId)
    expect(store).toThrow(/CHECK/)
  })

  it('never makes an unknown profile pass over: neither given, nor of a project, nor configured', async () => {
    const app = await start()
    const unknownProfile = expect.stringContaining('profile') as unknown
    const project = await app.project(newRepository({ 'a.txt': 'a\n' }))
    await expect(use(app, [project], 'true', 'local/typo')).rejects.toMatchObject({ data: { code: unknownProfile } })
    await expect(app.client.projects.set({ project, automation_profile: 'typo' })).rejects.toMatchObject({
      data: { code: unknownProfile },
    })
    app.database.sqlite.prepare(`UPDATE projects SET automation_profile = 'gone'`).run()
    const used = app.client.plans.use({ action: 'local/run-command', projects: [project], args: { command: 'true' } })
    await expect(used).rejects.toMatchObject({ data: { code: unknownProfile } })
    expect((await app.client.plans.list({})).plans).toEqual([])
  })
})
