import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git } from '../../app/testing-app'
import { choice, cleanUp, executed, finishExecution, finishStrategy, read, setup, threeFiles as files } from './testing'

afterEach(cleanUp)

describe('rolling back what was applied', { timeout: 180_000 }, () => {
  it('puts a commit on top of the branch that takes the change back, and can be undone', async () => {
    const { app, folder, planId, checkpoints } = await executed()
    const before = git(folder, 'rev-parse', 'HEAD^{tree}')
    await app.client.plans.apply({ plan_id: planId })
    const applied = git(folder, 'rev-parse', 'HEAD').trim()
    const preview = await app.client.plans.previewRollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id })
    expect(preview.revert?.files.map(({ path }) => path).sort()).toEqual(['a.txt', 'b.txt', 'made/new.txt'])
    const done = await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id })
    expect(done.plan).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      reason: 'rolled_back',
      applied: null,
      timing: { ended: null },
    })
    expect(git(folder, 'rev-parse', 'HEAD^').trim()).toBe(applied)
    expect(git(folder, 'rev-parse', 'HEAD^{tree}')).toBe(before)
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(read(join(folder, 'b.txt'))).toBe('b\n')
    const undone = await app.client.plans.undo({ plan_id: planId })
    expect(undone.plan).toMatchObject({ phase: 'apply', state: 'applied' })
    expect(read(join(folder, 'a.txt'))).toBe('one\n')
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  })

  it('is refused with the files where later commits conflict, and the target is as it was', async () => {
    const { app, folder, planId, checkpoints } = await executed()
    await app.client.plans.apply({ plan_id: planId })
    writeFileSync(join(folder, 'a.txt'), 'later\n')
    git(folder, 'commit', '-qam', 'later')
    const head = git(folder, 'rev-parse', 'HEAD')
    await expect(
      app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { code: 'revert.conflict', details: { conflicts: [{ path: 'a.txt' }] } },
    })
    expect([git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain')]).toEqual([head, ''])
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({ phase: 'apply', state: 'applied' })
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  })

  it.each(['merge', 'squash', 'working-tree'] as const)('undoes an apply by %s, with its receipt', async (mode) => {
    const { app, folder, planId } = await executed()
    writeFileSync(join(folder, 'run.sh'), 'by hand\n')
    const tree = git(folder, 'rev-parse', 'HEAD^{tree}')
    const head = git(folder, 'rev-parse', 'HEAD')
    await app.client.plans.apply({ plan_id: planId, mode })
    expect(await app.client.plans.receipt({ plan_id: planId })).toMatchObject({
      resources: [{ mode, branch: 'main', files: ['a.txt', 'b.txt', 'made/new.txt'] }],
      undone: null,
      waived: [],
    })
    expect((await app.client.plans.list({})).plans).toMatchObject([{ state: 'applied', apply_undone: null }])
    const undone = await app.client.plans.undo({ plan_id: planId })
    expect(undone).toMatchObject({ undone: 'apply', plan: { state: 'applied', undo: null } })
    expect(undone.plan.apply_undone).not.toBeNull()
    expect(undone.plan.next_steps.join('\n')).not.toContain('plan undo')
    const { plans } = await app.client.plans.list({})
    expect(plans).toMatchObject([{ state: 'applied', apply_undone: undone.plan.apply_undone }])
    expect(git(folder, 'rev-parse', 'HEAD^{tree}')).toBe(tree)
    if (mode === 'working-tree') expect(git(folder, 'rev-parse', 'HEAD')).toBe(head)
    expect(git(folder, 'status', '--porcelain')).toBe(' M run.sh\n')
    expect([read(join(folder, 'a.txt')), read(join(folder, 'b.txt'))]).toEqual(['a\n', 'b\n'])
    expect(existsSync(join(folder, 'made'))).toBe(false)
    expect((await app.client.plans.receipt({ plan_id: planId })).undone).not.toBeNull()
  })

  it('a plan whose apply was undone says so to every command, with the ways that are left', async () => {
    const { app, folder, planId: plan_id, checkpoints } = await executed()
    const [node] = (await app.client.plans.tree({ plan_id })).nodes
    await app.client.plans.apply({ plan_id })
    const { plan } = await app.client.plans.undo({ plan_id })
    const again = "agents plan use --automation-profile trusted --arg 'bug_description=It fails.' local/fix-bug"
    expect(plan.next_steps.at(-1)).toContain(again)
    const { plans } = app.client
    const commands = [
      () => plans.apply({ plan_id }),
      () => plans.execute({ plan_id }),
      () => plans.approve({ plan_id }),
      () => plans.prompt({ plan_id, text: 'More.' }),
      () => plans.cancel({ plan_id }),
      () => plans.restore({ plan_id }),
      () => plans.undo({ plan_id }),
      () => plans.previewUndo({ plan_id }),
      () => plans.correct({ decision_id: node!.id, mode: 'revert', guidance: 'Otherwise.' }),
    ]
    const head = git(folder, 'rev-parse', 'HEAD').trim()
    for (const command of commands)
      await expect(command()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('was applied, and then the apply was undone') as unknown,
        data: { code: 'plan.apply_undone', hint: expect.stringContaining(`git revert ${head}`) as unknown },
      })
    await expect(plans.apply({ plan_id })).rejects.toMatchObject({
      data: { hint: expect.stringContaining(again) as unknown },
    })
    expect(git(folder, 'rev-parse', 'HEAD').trim()).toBe(head)
    const rolled = await plans.rollback({ plan_id, checkpoint_id: checkpoints.at(-1)!.id })
    expect(rolled.plan).toMatchObject({ phase: 'execute', reason: 'rolled_back' })
  })
})

describe('a cancelled plan', { timeout: 180_000 }, () => {
  it('is restored with its sandbox, and waits', async () => {
    const { app, planId, at } = await executed()
    writeFileSync(at('.env'), 'S=1\n')
    await app.client.plans.cancel({ plan_id: planId })
    expect(existsSync(at('a.txt'))).toBe(false)
    const restored = await app.client.plans.restore({ plan_id: planId })
    expect(restored).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'restored', checkpoints: 4 })
    expect((await app.client.inbox.list()).items).toMatchObject([
      { plan_id: planId, why: 'This plan was cancelled and then brought back, with its work.' },
    ])
    expect([read(at('a.txt')), read(at('.env')), existsSync(at('b.txt'))]).toEqual(['one\n', 'S=1\n', false])
    await expect(app.client.plans.restore({ plan_id: planId })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('another profile for a plan', { timeout: 180_000 }, () => {
  it('holds from its next step on, and an unknown one is refused', async () => {
    const { app, server, use } = await setup(
      {
        strategize: [{ fault: 'slow', call: 'list_files' }, choice(0.1), finishStrategy],
        execute: [finishExecution],
      },
      files,
    )
    const used = await use('trusted')
    await server.received(1)
    await expect(
      app.client.plans.setProfile({ plan_id: used.plan_id, automation_profile: 'local/typo' }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/INVALID|NOT_FOUND/) as unknown })
    const set = await app.client.plans.setProfile({ plan_id: used.plan_id, automation_profile: 'supervised' })
    expect(set).toMatchObject({ automation_profile: 'supervised', profile_source: 'plan' })
    server.pace.finish()
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'strategize', reason: 'low_confidence' })
  })
})
