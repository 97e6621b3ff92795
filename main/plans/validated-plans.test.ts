import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git } from '../app/testing-app'
import { endChecked, startChecked } from './phases/testing'

afterEach(endChecked)

const second = 'of a second commit\n'
const note =
  "It moved the sandbox's branch (reset, commit or checkout), which was put back, with all files as they were before it."

describe('validations', () => {
  it('run at the end of Execute in the sandbox, and a failed one refuses Apply from everywhere until it passes', async () => {
    const { client, folder, use, attach, status, refusedApply, app } = await startChecked()
    await attach('local/two', `cd ${folder} && grep -q two src/a.txt && echo "= 3 passed in 0.1s ="`, 'parse: pytest\n')
    await attach('local/hint', 'exit 3', 'mode: informational\n')
    const good = await use('echo two > src/a.txt')
    expect(good).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    expect(good.validations).toMatchObject([
      {
        name: 'local/two',
        mode: 'required',
        passed: true,
        stale: false,
        exit_code: 0,
        tests: { passed: 3, total: 3 },
        ran_on: 'local/demo-repo',
      },
      { name: 'local/hint', mode: 'informational', passed: false, exit_code: 3 },
    ])
    expect(good.validations[0]?.note).toContain(folder)

    const bad = await use('echo three > src/a.txt')
    const id = bad.plan_id
    expect(bad).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'validation' })
    expect(bad.validations[0]).toMatchObject({ passed: false, exit_code: 1 })
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'apply.validation'])
    expect(await status(id)).toMatchObject({ phase: 'apply', state: 'constrained', reason: 'validation' })
    writeFileSync(join(bad.resources[0]!.sandbox_path!, 'src/a.txt'), 'two\n')
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'apply.validation'])
    expect((await status(id)).validations[0]).toMatchObject({ stale: true })
    expect((await status(id)).next_steps[0]).toBe(`agents validation run ${id}`)
    const { results, ...then } = await client.validations.run({ plan_id: id, validation: 'local/two' })
    expect(then).toMatchObject({ held_back_by: [], next_steps: (await status(id)).next_steps })
    expect(then.next_steps[0]).toBe(`agents plan apply ${id}`)
    expect(results).toMatchObject([
      { name: 'local/two', passed: true, stale: false, output: expect.stringContaining('3 passed') },
    ])
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    const head = git(folder, 'rev-parse', 'HEAD')
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({
      state: 'applied',
      warning: 'Nothing was due: the plan is applied already.',
    })
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(head)
    expect((await client.validations.results({ plan_id: id })).results.length).toBeGreaterThan(2)
    expect(app.faults).toEqual([])
  })

  it.each([
    ['detaches it and removes a file', 'git checkout -q -f --detach; rm src/b.txt'],
    ['switches its branch', 'git switch -q -C of-the-check'],
    ['checks another commit out', 'git checkout -q -f HEAD~1'],
    ['resets its branch', 'git reset -q --hard HEAD~1'],
    ['commits on it', 'git -c user.name=Ada -c user.email=ada@example.org commit -qam checked; git rm -q src/b.txt'],
  ])('one that %s has failed, and the sandbox stands on its own branch with all the work', async (_what, moves) => {
    const { client, app, folder, use, attach, refusedApply } = await startChecked()
    writeFileSync(join(folder, 'src/b.txt'), 'of a second commit\n')
    git(folder, 'add', '.')
    git(folder, 'commit', '-qm', 'second')
    await attach('local/moving', `${moves} || true`)
    await client.invariants.add({ text: 'Move', global: true, command: `${moves} || true` })
    const plan = await use('echo two > src/a.txt; echo new > n.txt')
    const id = plan.plan_id
    expect(plan).toMatchObject({ phase: 'execute', state: 'awaiting_input', sandbox_problems: [] })
    expect(plan.invariants).toMatchObject([{ verdict: 'violated', evidence: expect.stringContaining(note) }])
    const { results } = await client.validations.run({ plan_id: id })
    expect(results).toMatchObject([{ passed: false, stale: false, note }])
    const sandbox = plan.resources[0]!.sandbox_path!
    expect(git(sandbox, 'symbolic-ref', 'HEAD')).toMatch(/^refs\/heads\/cleveragents\//)
    expect(git(sandbox, 'rev-parse', 'HEAD')).toBe(git(folder, 'rev-parse', 'HEAD'))
    const told = app.database.sqlite
      .prepare(`SELECT title FROM plan_activity WHERE plan_id = ? AND title LIKE '%its own branch%' ORDER BY seq`)
      .all(id)
      .map((row) => (row as { title: string }).title)
    expect(told[0]).toMatch(/^The command of a rule left the sandbox of local\/demo-repo on /)
    expect(told.some((title) => title.startsWith('local/moving left'))).toBe(true)
    expect(await refusedApply(id)).not.toBeNull()
    const { files } = await client.plans.diff({ plan_id: id })
    expect(files.map(({ path }) => path).toSorted()).toEqual(['n.txt', 'src/a.txt'])
    for (const [path, text] of Object.entries({ 'n.txt': 'new\n', 'src/a.txt': 'two\n', 'src/b.txt': second }))
      expect(readFileSync(join(sandbox, path), 'utf8')).toBe(text)
  })

  it('one that resets the branch and is no longer asked for leaves a plan that Apply brings whole', async () => {
    const { client, folder, use, attach, refusedApply } = await startChecked()
    writeFileSync(join(folder, 'p.txt'), second)
    git(folder, 'add', '.')
    git(folder, 'commit', '-qm', 'second')
    await attach('local/resetting', 'git reset -q --hard HEAD~1 || true')
    const { plan_id: id, validations, resources } = await use('echo new > n.txt')
    expect(validations).toMatchObject([{ passed: false, note }])
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'apply.validation'])
    const sandbox = resources[0]!.sandbox_path!
    expect(readFileSync(join(sandbox, 'p.txt'), 'utf8')).toBe(second)
    expect(readFileSync(join(sandbox, 'n.txt'), 'utf8')).toBe('new\n')
    await client.validations.detach({ validation: 'local/resetting', project: 'local/demo' })
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    expect(readFileSync(join(folder, 'p.txt'), 'utf8')).toBe(second)
    expect(readFileSync(join(folder, 'n.txt'), 'utf8')).toBe('new\n')
  })

  it('one that commits nothing of its own, after the plan has committed in its sandbox, passes', async () => {
    const { client, folder, use, attach } = await startChecked()
    await attach('local/reading', 'git log -1 --format=%s | grep -q of-the-plan && echo seen > seen.txt')
    const commit = 'git -c user.name=Ada -c user.email=ada@example.org commit -qam of-the-plan'
    const plan = await use(`echo two > src/a.txt; ${commit}`)
    expect(plan).toMatchObject({ reason: 'phase_gate', validations: [{ passed: true, stale: false }] })
    expect(await client.plans.apply({ plan_id: plan.plan_id })).toMatchObject({ state: 'applied' })
    expect(existsSync(join(folder, 'seen.txt'))).toBe(false)
  })

  it.each(['execute', 'pre_apply'])('of %s hold a plan that changed nothing where they fail', async (phase) => {
    const { use, attach, status, app, client } = await startChecked()
    await attach('local/two', 'grep two src/a.txt', `phase: ${phase}\n`)
    expect(await use('true', 'ci')).toMatchObject({
      phase: 'execute',
      state: 'errored',
      error: { code: 'would_wait.validation' },
      validations: [{ passed: false }],
    })
    const held = await use('true', 'full-auto')
    expect(held).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'validation' })
    writeFileSync(join(held.resources[0]!.sandbox_path!, 'src/a.txt'), 'two\n')
    await client.plans.execute({ plan_id: held.plan_id })
    await app.rest(held.plan_id)
    expect(await status(held.plan_id)).toMatchObject({ state: 'applied', files_modified: 1 })
    expect(await use('true', 'ci')).toMatchObject({ state: 'applied', validations: [{ passed: true }] })
  })

  it('that were attached later and never ran refuse Apply, also where the profile applies by itself', async () => {
    const { client, use, attach, status, refusedApply } = await startChecked()
    const plan = await use('echo two > src/a.txt')
    await attach('local/late', 'true', '', { plan: plan.plan_id })
    expect((await status(plan.plan_id)).validations).toMatchObject([{ name: 'local/late', passed: null, stale: false }])
    expect(await refusedApply(plan.plan_id)).toEqual(['CONFLICT', 'apply.validation'])
    await client.validations.run({ plan_id: plan.plan_id })
    expect(await client.plans.apply({ plan_id: plan.plan_id })).toMatchObject({ state: 'applied' })

    await attach('local/before', 'test -e allowed', 'phase: pre_apply\n', { resource: 'local/demo-repo' })
    expect(await use('echo three > src/a.txt', 'full-auto')).toMatchObject({
      phase: 'apply',
      state: 'constrained',
      reason: 'validation',
      validations: [{ name: 'local/before', passed: false }],
    })
  })

  it('that look at the target afterwards leave it applied, tell what can be done, and run again alone', async () => {
    const { client, folder, use, attach, status } = await startChecked()
    await attach('local/health', `test -e ${folder}/src/healthy`, 'phase: post_apply\n')
    const plan = await use('echo two > src/a.txt')
    const id = plan.plan_id
    const failed = await client.plans.apply({ plan_id: id })
    expect(failed).toMatchObject({ phase: 'apply', state: 'errored', error: { code: 'apply.post_validation' } })
    expect(failed.applied).toHaveLength(1)
    expect(failed.error?.hint).toContain('Roll the plan back')
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('two\n')
    const head = git(folder, 'rev-parse', 'HEAD')
    writeFileSync(join(folder, 'src/healthy'), '')
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(head)
    expect((await status(id)).validations).toMatchObject([{ passed: true, stale: false }])
  })

  it('that look at the target afterwards: undo takes the change back from there by a commit; guidance, which no command follows, is refused', async () => {
    const { app, client, folder, use, attach } = await startChecked()
    const before = readFileSync(join(folder, 'src/a.txt'), 'utf8')
    await attach('local/health', `test -e ${folder}/src/healthy`, 'phase: post_apply\n')
    for (const way of ['undo', 'correct']) {
      const { plan_id } = await use('echo two > src/a.txt')
      const failed = await client.plans.apply({ plan_id })
      expect(failed).toMatchObject({ phase: 'apply', state: 'errored', undo: { kind: 'apply' } })
      const applied = git(folder, 'rev-parse', 'HEAD')
      if (way === 'undo') await client.plans.undo({ plan_id })
      else {
        const { nodes } = await client.plans.tree({ plan_id })
        const decision = nodes.find(({ type }) => type === 'strategy_choice')
        const correction = { decision_id: decision?.id ?? '', mode: 'revert' as const, guidance: 'Another way.' }
        await expect(client.plans.correct(correction)).rejects.toMatchObject({
          data: { code: 'plan.takes_no_guidance' },
        })
        expect(git(folder, 'rev-parse', 'HEAD')).toBe(applied)
        await client.plans.undo({ plan_id })
      }
      expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe(before)
      expect(git(folder, 'rev-parse', 'HEAD^')).toBe(applied)
      await app.rest(plan_id)
      await client.plans.cancel({ plan_id })
    }
  })

  it('stand in an action too', async () => {
    const { app, client, project } = await startChecked()
    await client.actions.create({
      source: [
        'name: local/checked',
        'definition_of_done: done',
        'strategy_actor: builtin/command',
        'execution_actor: builtin/command',
        'args: [{ name: command, type: string, required: true }]',
        'validations: [{ name: greets, command: "grep -q hello src/a.txt", timeout: 20 }]',
      ].join('\n'),
    })
    const input = { action: 'local/checked', projects: [project], automation_profile: 'trusted' }
    const used = await client.plans.use({ ...input, args: { command: 'echo bye > src/a.txt' } })
    const plan = await app.rest(used.plan_id)
    expect(plan).toMatchObject({ reason: 'validation', validations: [{ name: 'greets', passed: false }] })
    await client.plans.cancel({ plan_id: plan.plan_id })
  })
})
