import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { endChecked, startChecked } from './phases/testing'

afterEach(endChecked)

describe('the next steps of a plan that a built-in actor made', () => {
  it('offer first what can change a failed check, then, once it was put right by hand, the check and the way on', async () => {
    const { client, app, use, attach, status } = await startChecked()
    await attach('local/two', 'grep -q two src/a.txt')
    const held = await use("echo 'it is three' > src/a.txt")
    const id = held.plan_id
    expect(held.reason).toBe('validation')
    const sandbox = held.resources[0]!.sandbox_path!
    const { nodes } = await client.plans.tree({ plan_id: id })
    const choice = nodes.find(({ type }) => type === 'strategy_choice')!
    expect(held.next_steps).toEqual([
      `agents plan correct ${choice.id} --mode revert --choose 2`,
      `cd ${sandbox} # put it right by hand`,
      `agents validation run ${id}`,
      `agents plan diff ${id}`,
      `agents plan reject ${id} PATH`,
      `agents plan use --automation-profile trusted --arg 'command=echo '\\''it is three'\\'' > src/a.txt' local/run-command local/demo`,
    ])
    writeFileSync(join(sandbox, 'src/a.txt'), 'two\n')
    await client.validations.run({ plan_id: id })
    expect((await status(id)).next_steps[0]).toBe(`agents plan execute ${id}`)
    await client.plans.execute({ plan_id: id })
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', gate: 'apply' })
  })

  it('after its command failed name other arguments before the same again, and the correction offered is taken', async () => {
    const { client, app, use } = await startChecked()
    const failed = await use('echo two > src/a.txt; exit 3')
    const id = failed.plan_id
    expect(failed).toMatchObject({ state: 'errored', error: { code: 'command.failed' } })
    const steps = failed.next_steps
    const correct = steps.find((step) => step.startsWith('agents plan correct '))!
    const again = steps.findIndex((step) => step.startsWith('agents plan use '))
    expect(steps.indexOf(correct)).toBe(0)
    expect(steps.join('\n')).not.toContain('plan prompt')
    expect(steps.indexOf(`agents plan execute ${id}`)).toBeGreaterThan(again)
    const [decision, , , , choose] = correct.split(' ').slice(3)
    await client.plans.correct({ decision_id: decision!, mode: 'revert', choose: Number(choose) })
    expect((await app.rest(id)).error).toBeNull()
  })

  it('name what a person gave to make it again: its title too', async () => {
    const { client, app, project } = await startChecked()
    const use = { action: 'local/run-command', projects: [project], args: { command: 'exit 3' } }
    const { plan_id } = await client.plans.use({ ...use, title: "Ada's plan", automation_profile: 'full-auto' })
    expect((await app.rest(plan_id)).next_steps).toContain(
      `agents plan use --automation-profile full-auto --title 'Ada'\\''s plan' --arg 'command=exit 3' local/run-command local/demo`,
    )
  })

  it('offer to go on once a rejection has settled the rule that held it', async () => {
    const { client, app, use, status } = await startChecked()
    await client.invariants.add({ text: 'Leave them', global: true, never_paths: ['migrations/**'] })
    const { plan_id: id, reason } = await use('echo 2 >> migrations/1.sql; echo two > src/a.txt')
    expect(reason).toBe('invariant')
    await client.plans.reject({ plan_id: id, path: 'migrations/1.sql' })
    expect((await status(id)).next_steps[0]).toBe(`agents plan execute ${id}`)
    await client.plans.execute({ plan_id: id })
    expect((await app.rest(id)).next_steps).toContain(`agents plan apply ${id}`)
  })

  it('offer the check and the way on once a rejection may have settled a failed check', async () => {
    const { client, app, use, attach, status } = await startChecked()
    await attach('local/none', 'test ! -e new.txt')
    const { plan_id: id } = await use('touch new.txt; echo two > src/a.txt')
    expect((await status(id)).next_steps).not.toContain(`agents plan execute ${id}`)
    await client.plans.reject({ plan_id: id, path: 'new.txt' })
    expect((await status(id)).next_steps.slice(0, 2)).toEqual([
      `agents validation run ${id}`,
      `agents plan execute ${id}`,
    ])
    await client.plans.execute({ plan_id: id })
    expect(await app.rest(id)).toMatchObject({ gate: 'apply' })
  })
})

describe('what a plan says that may not wait', () => {
  it('names the check that held it first', async () => {
    const { use, attach } = await startChecked()
    await attach('local/two', 'exit 7')
    const { error } = await use('echo three > src/a.txt', 'ci')
    expect(error?.code).toBe('would_wait.validation')
    expect(error?.message).toMatch(/^local\/two failed: exit 7\./)
    expect(error?.hint).not.toContain('guidance')
  })

  it('names the rule that is violated first', async () => {
    const { client, use } = await startChecked()
    await client.invariants.add({ text: 'Leave them', global: true, never_paths: ['migrations/**'] })
    const { error } = await use('echo 2 >> migrations/1.sql', 'ci')
    expect(error?.message).toMatch(/^The global invariant "Leave them" is violated \(.*migrations\/1\.sql/)
  })

  it('and is no longer shown a sandbox that is gone', async () => {
    const { use, status } = await startChecked()
    const failed = await use('exit 3')
    rmSync(failed.resources[0]!.sandbox_path!, { recursive: true })
    expect((await status(failed.plan_id)).next_steps[0]).toMatch(/^agents plan (correct|repair) /)
  })
})
