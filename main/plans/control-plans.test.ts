import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) {
    expect(app.faults).toEqual([])
    await app.close()
  }
})

async function start() {
  const app = await startTestApp()
  apps.push(app)
  const folder = newRepository({ 'src/a.txt': 'one\n', 'migrations/1.sql': 'select 1\n' })
  const project = await app.project(folder)
  const { client } = app
  const use = async (command: string, profile = 'trusted') => {
    const action = 'local/run-command'
    const used = await client.plans.use({ action, projects: [project], args: { command }, automation_profile: profile })
    return app.rest(used.plan_id)
  }
  const attach = async (name: string, command: string, more = '', target: object = { project }) => {
    await client.validations.add({ source: `name: ${name}\ncommand: ${JSON.stringify(command)}\n${more}` })
    await client.validations.attach({ validation: name, ...target })
  }
  const status = (planId: string) => client.plans.status({ plan_id: planId })
  const refusedApply = (planId: string) =>
    client.plans.apply({ plan_id: planId }).then(
      () => null,
      (error: { code: string; data: { code: string } }) => [error.code, error.data.code],
    )
  return { app, client, folder, project, use, attach, status, refusedApply }
}

describe('a violated invariant', () => {
  it('holds the plan with scope and full text, is not passed by approving, and is waived with a reason', async () => {
    const { client, folder, project, use, status, app } = await start()
    const text = 'Migrations are never changed by a plan'
    await client.invariants.add({ text, projects: [project], never_paths: ['migrations/**'] })
    const plan = await use('echo 2 >> migrations/1.sql; echo two > src/a.txt')
    const id = plan.plan_id
    expect(plan).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'invariant' })
    const [rule] = plan.invariants
    expect(rule).toMatchObject({ scope: 'project', text, verdict: 'violated' })
    expect(rule?.evidence).toContain('migrations/1.sql')
    expect((await client.inbox.list()).items[0]).toMatchObject({
      plan_id: id,
      reason: 'invariant',
      approve_label: null,
    })
    expect((await client.inbox.list()).items[0]?.why).toContain(`the project invariant "${text}"`)

    const approved = client.plans.approve({ plan_id: id })
    await expect(approved).rejects.toMatchObject({ code: 'CONFLICT', data: { code: 'invariant.violated' } })
    await expect(approved).rejects.toThrow(text)
    const applied = client.plans.apply({ plan_id: id })
    await expect(applied).rejects.toMatchObject({ code: 'CONFLICT', data: { code: 'invariant.violated' } })
    await expect(applied).rejects.toThrow(`project invariant "${text}"`)
    expect(await status(id)).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'invariant' })
    expect(git(folder, 'status', '--porcelain')).toBe('')

    const { next_steps: steps } = await status(id)
    expect(steps).toContain(`agents plan approve ${id} --waive ${rule!.id} --reason "…"`)
    expect(steps.at(-1)).toMatch(/^agents plan use /)
    await expect(approved).rejects.toMatchObject({
      data: { hint: expect.stringContaining(`--waive ${rule!.id} `) as unknown },
    })
    const unknown = client.plans.approve({ plan_id: id, waive: 'Migrations', reason: 'Because' })
    await expect(unknown).rejects.toMatchObject({
      data: { code: 'invariant.not_found', hint: expect.stringContaining(`${rule!.id}  project: ${text}`) as unknown },
    })
    await expect(client.plans.approve({ plan_id: id, waive: rule!.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await client.plans.approve({ plan_id: id, waive: `${text.toLowerCase()}.`, reason: 'Agreed with the owner' })
    const gate = await app.rest(id)
    expect(gate).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    expect(gate.invariants[0]).toMatchObject({ verdict: 'waived', waived_reason: 'Agreed with the owner' })
    const said = (await client.plans.tree({ plan_id: id })).nodes.find((node) => node.type === 'user_intervention')
    expect(said?.chosen).toContain('Agreed with the owner')
    const waived = [{ id: rule!.id, scope: 'project', text, reason: 'Agreed with the owner' }]
    expect(await client.plans.previewApply({ plan_id: id })).toMatchObject({ waived })
    expect((await client.inbox.list()).items[0]?.why).toContain(`Waived: ${text} (Agreed with the owner).`)
    await client.plans.apply({ plan_id: id })
    expect(await client.plans.receipt({ plan_id: id })).toMatchObject({ waived })
    // The command ran once: after the waiver the finished phase was only checked.
    expect(readFileSync(join(folder, 'migrations/1.sql'), 'utf8')).toBe('select 1\n2\n')
  })

  it('names the failed check beside the rule that holds the plan, and not a locked rule as one to waive', async () => {
    const { client, use, attach } = await start()
    await attach('local/two', 'grep -q two src/a.txt')
    const text = 'Nothing but migrations'
    await client.invariants.add({ text, global: true, only_paths: ['migrations/**'], non_overridable: true })
    const held = await use('echo three > src/a.txt')
    expect(held).toMatchObject({ reason: 'invariant' })
    expect(held.next_steps).toContain(`agents validation run ${held.plan_id}`)
    expect(held.next_steps.join('\n')).not.toContain('--waive')
    await expect(client.plans.approve({ plan_id: held.plan_id })).rejects.toMatchObject({
      data: { code: 'invariant.violated', hint: expect.not.stringContaining('--waive') as unknown },
    })
  })

  it('cannot be waived where it is locked; its command is run again before Apply', async () => {
    const { client, use, status, refusedApply } = await start()
    const command = '! grep -q forbidden src/a.txt'
    await client.invariants.add({ text: 'No forbidden word', global: true, command, non_overridable: true })
    const broken = await use('echo forbidden > src/a.txt')
    expect(broken).toMatchObject({ state: 'awaiting_input', reason: 'invariant' })
    const waived = client.plans.approve({ plan_id: broken.plan_id, waive: broken.invariants[0]!.id, reason: 'please' })
    await expect(waived).rejects.toMatchObject({ data: { code: 'invariant.non_overridable' } })

    const good = await use('echo fine > src/a.txt')
    expect(good).toMatchObject({ phase: 'execute', reason: 'phase_gate', invariants: [{ verdict: 'holds' }] })
    writeFileSync(join(good.resources[0]!.sandbox_path!, 'src/a.txt'), 'forbidden\n')
    expect(await refusedApply(good.plan_id)).toEqual(['CONFLICT', 'invariant.violated'])
    expect(await status(good.plan_id)).toMatchObject({ phase: 'execute', reason: 'invariant' })
  })

  it('ends a plan in errored where its profile never waits', async () => {
    const { client, use } = await start()
    await client.invariants.add({ text: 'Only sources', global: true, only_paths: ['src/**'] })
    expect(await use('echo x > migrations/1.sql', 'ci')).toMatchObject({
      state: 'errored',
      error: { code: 'would_wait.invariant' },
    })
  })
})

it('apply of a plan that is being worked on says so, and how to wait for it', async () => {
  const { client, app, project } = await start()
  const args = { command: 'sleep 1; echo two > src/a.txt' }
  const wanted = { action: 'local/run-command', projects: [project], args, automation_profile: 'trusted' }
  const { plan_id } = await client.plans.use(wanted)
  await expect(client.plans.apply({ plan_id })).rejects.toMatchObject({
    message: expect.stringContaining('is being worked on') as unknown,
    data: { hint: expect.stringMatching(`agents plan status ${plan_id}.*--wait`) as unknown },
  })
  await app.rest(plan_id)
  expect(await client.plans.apply({ plan_id })).toMatchObject({ state: 'applied' })
})

describe('a rule that asks for a person', () => {
  it('pauses a change that no person answered for, whatever made it', async () => {
    const { client, use, app } = await start()
    await client.invariants.add({ text: 'Any change to migration files requires human approval', global: true })
    const paused = await use('cd m*; echo 2 >> 1.sql', 'full-auto')
    expect(paused).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'low_confidence' })
    expect(paused.escalation).toMatchObject({
      would_proceed: true,
      scope: 'global',
      question: expect.stringContaining('migrations/1.sql'),
    })
    await client.plans.approve({ plan_id: paused.plan_id })
    expect(await app.rest(paused.plan_id)).toMatchObject({ phase: 'apply', state: 'applied', escalation: null })
  })
})

describe('validations', () => {
  it('run at the end of Execute in the sandbox, and a failed one refuses Apply from everywhere until it passes', async () => {
    const { client, folder, use, attach, status, refusedApply, app } = await start()
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
    const { results } = await client.validations.run({ plan_id: id, validation: 'local/two' })
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

  it.each(['execute', 'pre_apply'])('of %s hold a plan that changed nothing where they fail', async (phase) => {
    const { use, attach, status, app, client } = await start()
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
    const { client, use, attach, status, refusedApply } = await start()
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
    const { client, folder, use, attach, status } = await start()
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
    const { app, client, folder, use, attach } = await start()
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
    const { app, client, project } = await start()
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
