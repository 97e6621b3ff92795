import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const source = 'export function a() {\n  console.log("one")\n}\n'
const files = { 'src/a.js': source, 'lib/b.js': 'console.log("two", 2)\n', 'README.md': 'console.log\n' }
const args = { pattern: 'console.log($$$A)', rewrite: 'log.info($$$A)', language: 'javascript' }

const apps: TestApp[] = []
async function start(): Promise<TestApp> {
  const app = await startTestApp()
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
})

describe('a rewrite without a model', () => {
  it('does what was chosen of its flagged decisions before the strategy was approved', async () => {
    const app = await start()
    const project = await app.project(newRepository(files))
    const use = { action: 'local/rewrite-pattern', projects: [project], args, automation_profile: 'manual' }
    const { plan_id } = await app.client.plans.use(use)
    await app.client.plans.execute({ plan_id })
    await app.rest(plan_id)
    const flagged = async () =>
      (await app.client.plans.tree({ plan_id })).nodes.filter((node) => node.flagged).map((node) => node.id)
    const [first, second] = await flagged()
    await expect(app.client.plans.approve({ plan_id, choose: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { code: 'decision.which', details: { decisions: [first, second] } },
    })
    const chosen = await app.client.plans.approve({ plan_id, choose: 2, decision_id: second! })
    expect(chosen).toMatchObject({ phase: 'strategize', state: 'awaiting_input', reason: 'phase_gate' })
    expect(await flagged()).toEqual([first])
    await app.client.plans.approve({ plan_id, choose: 2 })
    // One may think again as long as nothing is approved.
    await app.client.plans.approve({ plan_id, choose: 1, decision_id: first! })
    await app.client.plans.approve({ plan_id })
    expect(await app.rest(plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
  })

  it('flags no decision any more once the strategy was approved as a whole', async () => {
    const app = await start()
    const project = await app.project(newRepository(files))
    const use = { action: 'local/rewrite-pattern', projects: [project], args, automation_profile: 'manual' }
    const { plan_id } = await app.client.plans.use(use)
    await app.client.plans.execute({ plan_id })
    await app.rest(plan_id)
    const flagged = async () => (await app.client.plans.tree({ plan_id })).nodes.filter((node) => node.flagged)
    const [first] = await flagged()
    expect(await flagged()).toHaveLength(2)
    await app.client.plans.approve({ plan_id })
    await app.rest(plan_id)
    expect(await flagged()).toEqual([])
    expect(await app.client.plans.explain({ decision_id: first!.id })).toMatchObject({ flagged: false })
  })

  it('refuses guidance, which it would not follow, before anything runs, and names what can be done instead', async () => {
    const app = await start()
    const project = await app.project(newRepository(files))
    const use = { action: 'local/rewrite-pattern', projects: [project], args, automation_profile: 'trusted' }
    const { plan_id } = await app.client.plans.use(use)
    const before = await app.rest(plan_id)
    const sandbox = before.resources[0]?.sandbox_path ?? ''
    const refusal = {
      code: 'CONFLICT',
      data: {
        code: 'plan.takes_no_guidance',
        hint: expect.stringContaining("--arg 'pattern=console.log($$$A)'"),
        details: { actor: 'builtin/rewrite', sandboxes: [sandbox] },
      },
    }
    await expect(app.client.plans.prompt({ plan_id, text: 'Mind the tests.' })).rejects.toMatchObject(refusal)
    const { nodes } = await app.client.plans.tree({ plan_id })
    const choice = nodes.find(({ type }) => type === 'strategy_choice')!
    const wish = { decision_id: choice.id, mode: 'revert' as const, guidance: 'Otherwise.' }
    await expect(app.client.plans.correct(wish)).rejects.toMatchObject(refusal)
    await expect(app.client.plans.previewCorrection(wish)).rejects.toMatchObject(refusal)
    const after = await app.client.plans.status({ plan_id })
    expect(after).toMatchObject({ state: before.state, attempt: before.attempt, guidance: { pending: [], applied: 0 } })
    expect(after.next_steps.join()).not.toContain('plan prompt')
  })

  it('goes from strategy to an applied merge commit under the manual profile, one command a phase', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const before = git(folder, 'rev-parse', 'HEAD').trim()
    const used = await app.client.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args,
      automation_profile: 'manual',
    })
    expect(used).toMatchObject({ phase: 'strategize', state: 'awaiting_input', reason: 'phase_gate', attempt: 1 })

    await app.client.plans.execute({ plan_id: used.plan_id })
    const strategized = await app.rest(used.plan_id)
    expect(strategized).toMatchObject({ phase: 'strategize', state: 'awaiting_input', reason: 'phase_gate' })
    const tree = await app.client.plans.tree({ plan_id: used.plan_id })
    expect(tree.nodes.filter((node) => node.parent_id === null).map((node) => node.type)).toEqual(['prompt_definition'])
    // Nobody was asked what is to be done: it was given.
    const root = await app.client.plans.explain({ decision_id: tree.nodes[0]!.id })
    expect(root.answered_by).toBeNull()
    expect(tree.nodes.filter((node) => node.type === 'strategy_choice').length).toBe(2)
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(source)

    await app.client.plans.execute({ plan_id: used.plan_id })
    const executed = await app.rest(used.plan_id)
    expect(executed).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      reason: 'phase_gate',
      files_modified: 2,
    })
    const diff = await app.client.plans.diff({ plan_id: used.plan_id })
    expect(diff.files.map((file) => [file.path, file.insertions, file.deletions])).toEqual([
      ['lib/b.js', 1, 1],
      ['src/a.js', 1, 1],
    ])
    expect(diff.files[0]?.patch).toContain('+log.info("two", 2)')
    expect(git(folder, 'rev-parse', 'HEAD').trim()).toBe(before)
    expect(git(folder, 'status', '--porcelain')).toBe('')

    const again = await app.client.plans.execute({ plan_id: used.plan_id })
    expect(again.warning).toContain('apply is due')

    const applied = await app.client.plans.apply({ plan_id: used.plan_id })
    expect(applied).toMatchObject({ phase: 'apply', state: 'applied' })
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toContain('log.info("one")')
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('console.log\n')
    expect(git(folder, 'log', '-1', '--format=%P').trim().split(' ')).toContain(before)
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
    expect(git(folder, 'branch', '--list', 'cleveragents/*')).toBe('')
    const after = await app.client.plans.diff({ plan_id: used.plan_id })
    expect(after.files.map((file) => file.path)).toEqual(['lib/b.js', 'src/a.js'])
  })

  it('runs by itself to the gate before Apply under the trusted profile', async () => {
    const app = await start()
    const project = await app.project(newRepository(files))
    const used = await app.client.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args,
      automation_profile: 'trusted',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      reason: 'phase_gate',
    })
    expect((await app.client.inbox.list()).items).toMatchObject([
      { plan_id: used.plan_id, kind: 'phase_gate', approve_label: 'Apply the changes' },
    ])
  })

  it('runs to the end under ci, and ends applied without a gate where nothing matches', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const used = await app.client.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args,
      automation_profile: 'ci',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'apply', state: 'applied' })
    const nothing = await app.client.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args,
      automation_profile: 'trusted',
    })
    expect(await app.rest(nothing.plan_id)).toMatchObject({ phase: 'apply', state: 'applied', files_modified: 0 })
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const used = await app.client.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args,
      automation_profile: 'trusted',
    })
    await app.rest(used.plan_id)
    const cancelled = await app.client.plans.cancel({ plan_id: used.plan_id })
    expect(cancelled.state).toBe('cancelled')
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
    expect(git(folder, 'branch', '--list', 'cleveragents/*')).toBe('')
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(source)
  })

  it('refuses a conflict with its files and leaves the target as it was', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const used = await app.client.plans.use({
      action: 'local/rewrite-pattern',
      projects: [project],
      args,
      automation_profile: 'trusted',
    })
    await app.rest(used.plan_id)
    writeFileSync(join(folder, 'src/a.js'), source.replace('"one"', '"changed by hand"'))
    await expect(app.client.plans.apply({ plan_id: used.plan_id })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { code: 'apply.conflict', details: { conflicts: [{ path: 'src/a.js' }] } },
    })
    expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toContain('changed by hand')
    expect(readFileSync(join(folder, 'lib/b.js'), 'utf8')).toBe(files['lib/b.js'])
    expect(await app.client.plans.status({ plan_id: used.plan_id })).toMatchObject({
      phase: 'apply',
      state: 'constrained',
      reason: 'conflict',
    })
    writeFileSync(join(folder, 'src/a.js'), source)
    expect(await app.client.plans.apply({ plan_id: used.plan_id })).toMatchObject({ state: 'applied' })
  })
})

describe('a command without a model', () => {
  it('runs in the sandbox, and its file changes are the result', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const used = await app.client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: 'printf made > made.txt && rm README.md' },
      automation_profile: 'trusted',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 2 })
    const diff = await app.client.plans.diff({ plan_id: used.plan_id })
    expect(diff.files.map((file) => [file.path, file.status])).toEqual([
      ['README.md', 'deleted'],
      ['made.txt', 'added'],
    ])
    const nodes = (await app.client.plans.tree({ plan_id: used.plan_id })).nodes
    expect(nodes.some((node) => node.type === 'tool_invocation')).toBe(true)
  })

  it('ends errored where the command fails, keeps the sandbox, and can be retried', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const used = await app.client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: 'echo no >&2; exit 3' },
      automation_profile: 'trusted',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({
      phase: 'execute',
      state: 'errored',
      error: { code: 'command.failed' },
    })
    await app.client.plans.execute({ plan_id: used.plan_id })
    expect(await app.rest(used.plan_id)).toMatchObject({ state: 'errored', attempt: 2 })
  })

  it('pauses where the command changes the source checkout instead of the sandbox', async () => {
    const app = await start()
    const folder = newRepository(files)
    const project = await app.project(folder)
    const used = await app.client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: `echo stray > ${folder}/stray.txt` },
      automation_profile: 'trusted',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({ state: 'awaiting_input', reason: 'source_changed' })
  })
})
