import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git } from '../app/testing-app'
import { endChecked, startChecked } from './phases/testing'

afterEach(endChecked)

describe('a violated invariant', () => {
  it('holds the plan with scope and full text, is not passed by approving, and is waived with a reason', async () => {
    const { client, folder, project, use, status, app } = await startChecked()
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
    for (const reason of ['…', ' - ', '?!'])
      await expect(client.plans.approve({ plan_id: id, waive: rule!.id, reason })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        data: { issues: [{ message: 'it needs a letter or a digit' }] },
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
    const log = git(folder, 'log', '-1', '--format=%B')
    expect(log).toMatch(/^Merge plan: /)
    expect(log).toContain(`Waived by a person:\n- The project invariant "${text}"\n  Reason: Agreed with the owner\n`)
    // The command ran once: after the waiver the finished phase was only checked.
    expect(readFileSync(join(folder, 'migrations/1.sql'), 'utf8')).toBe('select 1\n2\n')
  })

  it('is waived for what was found alone: the same or less stays waived, what else breaks it holds the plan again', async () => {
    const { client, use, app, refusedApply, status } = await startChecked()
    await client.invariants.add({ text: 'Leave them', global: true, never_paths: ['migrations/**'] })
    const { plan_id: id, resources, invariants } = await use('echo 2 >> migrations/1.sql; echo 2 > migrations/2.sql')
    const waive = () => client.plans.approve({ plan_id: id, waive: invariants[0]!.id, reason: 'Agreed' })
    await waive()
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'waived' }] })
    const write = (name: string) => writeFileSync(join(resources[0]!.sandbox_path!, 'migrations', name), 'select 3\n')
    write('3.sql')
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'invariant.violated'])
    const broken = await status(id)
    expect(broken).toMatchObject({ phase: 'execute', reason: 'invariant', invariants: [{ verdict: 'violated' }] })
    expect(broken.invariants[0]?.evidence).toMatch(/an earlier waiver \("Agreed"\) does not cover migrations\/3\.sql$/)
    await waive()
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'waived' }] })
    rmSync(join(resources[0]!.sandbox_path!, 'migrations/2.sql'))
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    expect(await client.plans.receipt({ plan_id: id })).toMatchObject({ waived: [{ text: 'Leave them' }] })
  })

  it('is waived for what its command said, and for the files it failed on', async () => {
    const { client, use, app, refusedApply, status } = await startChecked()
    const command = 'for f in src/*; do grep -H forbidden "$f"; done | sort; ! grep -rq forbidden src'
    await client.invariants.add({ text: 'No forbidden word', global: true, command })
    const { plan_id: id, resources, invariants } = await use('echo forbidden > src/a.txt')
    await client.plans.approve({ plan_id: id, waive: invariants[0]!.id, reason: 'A quotation' })
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'waived' }] })
    const write = (name: string, text: string) => writeFileSync(join(resources[0]!.sandbox_path!, name), text)
    write('src/b.txt', 'also forbidden\n')
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'invariant.violated'])
    expect((await status(id)).invariants[0]?.evidence).toContain(
      'an earlier waiver ("A quotation") does not cover this',
    )
    write('src/b.txt', 'fine\n')
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
  })

  it('is waived for what a file held then: what it holds later is asked about, and the same again is not', async () => {
    const { client, use, app, refusedApply, status } = await startChecked()
    await client.invariants.add({ text: 'Leave them', global: true, never_paths: ['migrations/**'] })
    const { plan_id: id, resources, invariants } = await use('echo "-- a comment" >> migrations/1.sql')
    await client.plans.approve({ plan_id: id, waive: invariants[0]!.id, reason: 'A comment' })
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'waived' }] })
    const file = join(resources[0]!.sandbox_path!, 'migrations/1.sql')
    const waived = readFileSync(file)
    writeFileSync(file, 'drop table users\n')
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'invariant.violated'])
    expect((await status(id)).invariants[0]?.evidence).toContain('an earlier waiver ("A comment") does not cover this')
    writeFileSync(file, waived)
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
  })

  it('is waived for the files alone where its command says nothing', async () => {
    const { client, use, app, refusedApply, status } = await startChecked()
    await client.invariants.add({ text: 'Nothing is left to do', global: true, command: '! grep -rq TODO src' })
    const { plan_id: id, resources, invariants } = await use('echo TODO > src/a.txt')
    await client.plans.approve({ plan_id: id, waive: invariants[0]!.id, reason: 'Later' })
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'waived' }] })
    writeFileSync(join(resources[0]!.sandbox_path!, 'src/b.txt'), 'TODO\n')
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'invariant.violated'])
    expect(await status(id)).toMatchObject({ reason: 'invariant', invariants: [{ verdict: 'violated' }] })
    rmSync(join(resources[0]!.sandbox_path!, 'src/b.txt'))
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
  })

  it('is asked about once where its command writes something else each time, and again where others change the files', async () => {
    const { client, use, app, refusedApply, attach } = await startChecked()
    await attach('local/two', 'grep -q two src/a.txt')
    const command = 'date +%N | tee -a report.log; exit 1'
    await client.invariants.add({ text: 'It is measured', global: true, command })
    const changed = await use('echo two > src/a.txt')
    const plain = await use('echo two > src/a.txt')
    for (const { plan_id: id, invariants } of [changed, plain]) {
      await client.plans.approve({ plan_id: id, waive: invariants[0]!.id, reason: 'Known' })
      expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'waived' }] })
    }
    writeFileSync(join(changed.resources[0]!.sandbox_path!, 'src/b.txt'), 'more\n')
    expect(await refusedApply(changed.plan_id)).toEqual(['CONFLICT', 'invariant.violated'])
    expect(await client.plans.apply({ plan_id: plain.plan_id })).toMatchObject({ state: 'applied' })
  })

  it('is asked about once each where several rules break on what their commands write', async () => {
    const { client, use, app } = await startChecked()
    const measured = (name: string) => `date +%N | tee -a ${name}; exit 1`
    await client.invariants.add({ text: 'Only sources', global: true, only_paths: ['src/**'] })
    await client.invariants.add({ text: 'Times', global: true, command: measured('times.log') })
    await client.invariants.add({ text: 'Sizes', global: true, command: measured('sizes.log') })
    let plan = await use('echo two > src/a.txt')
    const waived: string[] = []
    while (plan.reason === 'invariant' && waived.length < 6) {
      const rule = plan.invariants.find(({ verdict }) => verdict === 'violated')!
      waived.push(rule.text)
      await client.plans.approve({ plan_id: plan.plan_id, waive: rule.id, reason: 'Known' })
      plan = await app.rest(plan.plan_id)
    }
    // What the commands wrote is no work of the plan, and breaks no rule about paths.
    expect(waived.toSorted()).toEqual(['Sizes', 'Times'])
    expect(plan.invariants.find(({ text }) => text === 'Only sources')).toMatchObject({ verdict: 'holds' })
    expect(await client.plans.apply({ plan_id: plan.plan_id })).toMatchObject({ state: 'applied' })
  })

  it('holds a plan back that was at the gate when the rule was added to its project', async () => {
    const { client, use, project, refusedApply, status } = await startChecked()
    const { plan_id: id } = await use('echo 2 >> migrations/1.sql')
    expect(await status(id)).toMatchObject({ reason: 'phase_gate' })
    await client.invariants.add({ text: 'Leave them', projects: [project], never_paths: ['migrations/**'] })
    expect(await refusedApply(id)).toEqual(['CONFLICT', 'invariant.violated'])
  })

  it('names the failed check beside the rule that holds the plan, and not a locked rule as one to waive', async () => {
    const { client, use, attach } = await startChecked()
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
    const { client, app, use, status, refusedApply } = await startChecked()
    const command = '! grep -q forbidden src/a.txt'
    await client.invariants.add({ text: 'No forbidden word', global: true, command, non_overridable: true })
    const broken = await use('echo forbidden > src/a.txt')
    expect(broken).toMatchObject({ state: 'awaiting_input', reason: 'invariant' })
    const waived = client.plans.approve({ plan_id: broken.plan_id, waive: broken.invariants[0]!.id, reason: 'please' })
    await expect(waived).rejects.toMatchObject({ data: { code: 'invariant.non_overridable' } })

    const removed = await client.invariants.remove({ id: broken.invariants[0]!.id })
    expect(removed.plans).toMatchObject([{ plan_id: broken.plan_id }])
    await client.plans.approve({ plan_id: broken.plan_id })
    expect(await app.rest(broken.plan_id)).toMatchObject({ reason: 'phase_gate', invariants: [] })

    await client.invariants.add({ text: 'No forbidden word', global: true, command, non_overridable: true })
    const good = await use('echo fine > src/a.txt')
    expect(good).toMatchObject({ phase: 'execute', reason: 'phase_gate', invariants: [{ verdict: 'holds' }] })
    writeFileSync(join(good.resources[0]!.sandbox_path!, 'src/a.txt'), 'forbidden\n')
    expect(await refusedApply(good.plan_id)).toEqual(['CONFLICT', 'invariant.violated'])
    expect(await status(good.plan_id)).toMatchObject({ phase: 'execute', reason: 'invariant' })
  })

  it('ends a plan in errored where its profile never waits', async () => {
    const { client, use } = await startChecked()
    await client.invariants.add({ text: 'Only sources', global: true, only_paths: ['src/**'] })
    expect(await use('echo x > migrations/1.sql', 'ci')).toMatchObject({
      state: 'errored',
      error: { code: 'would_wait.invariant' },
    })
  })
})

it('apply of a plan that is being worked on says so, and how to wait for it', async () => {
  const { client, app, project } = await startChecked()
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

describe('a check that writes', () => {
  const writes = 'echo formatted > src/a.txt; rm migrations/1.sql; echo made > report.txt'

  it('as a validation says what it changed, and nothing of it is applied', async () => {
    const { client, app, folder, use, attach } = await startChecked()
    await attach('local/grep', 'grep -q two src/a.txt')
    await attach('local/format', writes)
    const { plan_id: id } = await use('echo two > src/a.txt')
    const plan = await app.rest(id)
    expect(plan).toMatchObject({ reason: 'phase_gate' })
    expect(plan.validations).toMatchObject([
      { name: 'local/grep', passed: true, stale: false, note: '' },
      {
        name: 'local/format',
        passed: true,
        stale: false,
        note: 'It changed 3 files (migrations/1.sql, report.txt, src/a.txt); they were put back, and what it left is kept as a checkpoint.',
      },
    ])
    const { checkpoints } = await client.plans.artifacts({ plan_id: id })
    const left = checkpoints.find(({ label }) => label === 'what local/format left')
    const before = checkpoints[checkpoints.indexOf(left!) - 1]!.id
    const wrote = await client.plans.diff({ plan_id: id, checkpoint: before, to_checkpoint: left!.id })
    expect(wrote.files.map(({ path }) => path)).toEqual(['migrations/1.sql', 'report.txt', 'src/a.txt'])
    expect(await client.plans.apply({ plan_id: id })).toMatchObject({ state: 'applied' })
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('two\n')
    expect(git(folder, 'ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')).toEqual([
      'migrations/1.sql',
      'src/a.txt',
    ])
  })

  it('as the command of a rule says what it changed, and nothing of it is applied', async () => {
    const { client, folder, use } = await startChecked()
    await client.invariants.add({ text: 'It is formatted', global: true, command: writes })
    const plan = await use('echo two > src/a.txt')
    expect(plan).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'holds' }] })
    expect(plan.invariants[0]?.evidence).toContain('It changed 3 files (migrations/1.sql, report.txt, src/a.txt)')
    expect(await client.plans.apply({ plan_id: plan.plan_id })).toMatchObject({ state: 'applied' })
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('two\n')
    expect(readFileSync(join(folder, 'migrations/1.sql'), 'utf8')).toBe('select 1\n')
  })
})

describe('a rule that asks for a person', () => {
  it('pauses a change that no person answered for, whatever made it', async () => {
    const { client, use, app } = await startChecked()
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
