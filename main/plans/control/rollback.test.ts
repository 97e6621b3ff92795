import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { git, newFolder, newRepository } from '../../app/testing-app'
import {
  choice,
  cleanUp,
  command,
  executed,
  finishExecution,
  finishStrategy,
  nodesOf,
  read,
  setup,
  threeFiles as files,
  write,
} from './testing'

afterEach(cleanUp)

describe('checkpoints', { timeout: 180_000 }, () => {
  it('are taken before the first write and after each, are listed oldest first, and compare in pairs', async () => {
    const { app, planId, checkpoints } = await executed()
    expect(checkpoints.map(({ number, cause, tool }) => [number, cause, tool])).toEqual([
      [1, 'before_first_write', null],
      [2, 'after_write', 'write_file'],
      [3, 'after_write', 'write_file'],
      [4, 'after_write', 'delete_file'],
    ])
    const diff = await app.client.plans.diff({
      plan_id: planId,
      checkpoint: checkpoints[1]!.id,
      to_checkpoint: checkpoints[2]!.id,
    })
    expect(diff.files.map(({ path, status }) => [path, status])).toEqual([['made/new.txt', 'added']])
    const toNow = await app.client.plans.diff({ plan_id: planId, checkpoint: checkpoints[2]!.id })
    expect(toNow.files.map(({ path, status }) => [path, status])).toEqual([['b.txt', 'deleted']])
    await expect(app.client.plans.diff({ plan_id: planId, checkpoint: 'nothing-like-it' })).rejects.toMatchObject({
      data: { code: 'checkpoint.unknown' },
    })
  })

  it('are taken on an error, and before a write that somebody else’s change precedes', async () => {
    const marker = join(newFolder(), 'go')
    const { app, use, server } = await setup(
      {
        strategize: [choice(0.95), finishStrategy],
        execute: [
          write('a.txt', 'one\n'),
          { fault: 'slow', ...write('a.txt', 'two\n') },
          command(`echo half > half.txt; touch ${marker}; sleep 600`),
        ],
      },
      files,
    )
    const used = await use('trusted')
    await server.received(4)
    const { resources } = await app.client.plans.status({ plan_id: used.plan_id })
    writeFileSync(join(resources[0]?.sandbox_path ?? '', 'a.txt'), 'by hand\n')
    server.pace.finish()
    await vi.waitFor(() => expect(existsSync(marker)).toBe(true), { timeout: 60_000 })
    await app.client.plans.stop({ plan_id: used.plan_id })
    const { checkpoints } = await app.client.plans.artifacts({ plan_id: used.plan_id })
    expect(checkpoints.map(({ cause }) => cause)).toEqual([
      'before_first_write',
      'after_write',
      'before_write',
      'after_write',
      'on_error',
    ])
    const preview = await app.client.plans.previewRollback({
      plan_id: used.plan_id,
      checkpoint_id: checkpoints[3]!.id,
    })
    expect(preview).toMatchObject({ files_removed: ['half.txt'], conflicts: [] })
  })
})

describe('rolling back', { timeout: 180_000 }, () => {
  it('shows the exact paths first and changes nothing', async () => {
    const { app, planId, checkpoints, at } = await executed()
    const input = { plan_id: planId, checkpoint_id: checkpoints[1]!.id }
    const before = await app.client.plans.status({ plan_id: planId })
    const preview = await app.client.plans.previewRollback(input)
    expect(preview).toMatchObject({
      dry_run: true,
      files_restored: ['b.txt'],
      files_removed: ['made/new.txt'],
      conflicts: [],
      decisions_superseded: 2,
      tool_calls_undone: 2,
      checkpoints_dropped: 2,
      checkpoints_remaining: 2,
      revert: null,
    })
    expect(await app.client.plans.status({ plan_id: planId })).toEqual({
      ...before,
      timing: expect.any(Object) as unknown,
    })
    expect(existsSync(at('b.txt'))).toBe(false)
  })

  it('restores files, supersedes decisions, drops later checkpoints and waits; the stored state is what was shown', async () => {
    const { app, planId, checkpoints, at, dataDir } = await executed()
    const input = { plan_id: planId, checkpoint_id: checkpoints[1]!.id }
    const done = await app.client.plans.rollback(input)
    expect(done).toMatchObject({
      files_restored: ['b.txt'],
      files_removed: ['made/new.txt'],
      checkpoints_remaining: 2,
      plan: { phase: 'execute', state: 'awaiting_input', reason: 'rolled_back', attempt: 1, files_modified: 1 },
    })
    expect([read(at('a.txt')), read(at('b.txt')), existsSync(at('made'))]).toEqual(['one\n', 'b\n', false])
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({
      state: 'awaiting_input',
      reason: 'rolled_back',
      checkpoints: 2,
    })
    const all = await nodesOf(app, planId, true)
    const gone = all.filter((node) => node.superseded)
    expect(gone.map((node) => node.question)).toEqual(['write_file', 'delete_file'])
    const reversion = all.find((node) => node.type === 'reversion')
    expect(gone.every((node) => node.superseded_by === reversion?.id)).toBe(true)
    expect(await app.client.plans.explain({ decision_id: gone[0]!.id })).toMatchObject({ superseded: true })
    expect(dataDir).toBeTruthy()
  })

  it('cuts the model’s history there, and goes on from the checkpoint', async () => {
    const { app, planId, checkpoints, server, at } = await executed()
    await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[1]!.id })
    server.setScenario({ execute: [write('a.txt', 'one\n'), write('other.txt', 'other\n'), finishExecution] })
    await app.client.plans.execute({ plan_id: planId })
    expect(await app.rest(planId)).toMatchObject({ reason: 'phase_gate', files_modified: 2 })
    const told = JSON.stringify(server.requests.at(-1)?.body)
    expect(told).toContain('a.txt')
    expect(told).not.toContain('made/new.txt')
    expect(existsSync(at('other.txt'))).toBe(true)
    const { checkpoints: now } = await app.client.plans.artifacts({ plan_id: planId })
    expect(now.map(({ number }) => number)).toEqual([1, 2, 5])
  })

  it('can be undone byte for byte, until the next step of Execute begins', async () => {
    const { app, planId, checkpoints, at, server } = await executed()
    const before = await nodesOf(app, planId)
    const rested = await app.client.plans.status({ plan_id: planId })
    await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id })
    expect(read(at('a.txt'))).toBe('a\n')
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({ undo: { kind: 'rollback' } })
    const undone = await app.client.plans.undo({ plan_id: planId })
    expect(undone).toMatchObject({ undone: 'rollback', files_removed: ['b.txt'], decisions_revived: 3 })
    expect([read(at('a.txt')), read(at('made/new.txt')), existsSync(at('b.txt'))]).toEqual(['one\n', 'two\n', false])
    expect((await nodesOf(app, planId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(undone.plan).toMatchObject({ state: rested.state, reason: rested.reason, undo: null })
    const { checkpoints: now } = await app.client.plans.artifacts({ plan_id: planId })
    expect(now.map(({ id }) => id)).toEqual(checkpoints.map(({ id }) => id))
    await expect(app.client.plans.undo({ plan_id: planId })).rejects.toMatchObject({ data: { code: 'undo.nothing' } })

    await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id })
    server.setScenario({ execute: [write('c.txt', 'c\n'), finishExecution] })
    await app.client.plans.execute({ plan_id: planId })
    await app.rest(planId)
    await expect(app.client.plans.undo({ plan_id: planId })).rejects.toMatchObject({
      data: { code: 'undo.too_late' },
    })
  })

  it('asks what becomes of paths that somebody else changed since: keep theirs, overwrite, or nothing', async () => {
    const { app, planId, checkpoints, at } = await executed()
    writeFileSync(at('a.txt'), 'by hand\n')
    writeFileSync(at('theirs.txt'), 'theirs\n')
    const input = { plan_id: planId, checkpoint_id: checkpoints[0]!.id }
    await expect(app.client.plans.rollback(input)).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { code: 'rollback.conflict', details: { conflicts: [{ path: 'a.txt' }] } },
    })
    expect([read(at('a.txt')), existsSync(at('b.txt'))]).toEqual(['by hand\n', false])
    expect(await app.client.plans.previewRollback(input)).toMatchObject({ kept: ['theirs.txt'] })

    await app.client.plans.rollback({ ...input, on_conflict: 'keep' })
    expect([read(at('a.txt')), read(at('b.txt')), read(at('theirs.txt'))]).toEqual(['by hand\n', 'b\n', 'theirs\n'])
    await app.client.plans.undo({ plan_id: planId })
    await app.client.plans.rollback({ ...input, on_conflict: 'overwrite' })
    expect([read(at('a.txt')), read(at('theirs.txt'))]).toEqual(['a\n', 'theirs\n'])
  })

  it('keeps modes and link targets, and never writes through a link', async () => {
    const outside = join(newRepository({ x: 'outside\n' }), 'x')
    const { app, planId, at, checkpoints } = await executed({
      strategize: [choice(0.95), finishStrategy],
      execute: [command(`chmod +x run.sh; ln -s b.txt link; rm a.txt; ln -s ${outside} a.txt`), finishExecution],
    })
    chmodSync(at('b.txt'), 0o600)
    await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id })
    expect(read(outside)).toBe('outside\n')
    expect(lstatSync(at('a.txt')).isFile()).toBe(true)
    expect(lstatSync(at('run.sh')).mode & 0o111).toBe(0)
    expect(lstatSync(at('b.txt')).mode & 0o777).toBe(0o600)
    expect(existsSync(at('link'))).toBe(false)
  })

  it('is refused where the plan works without a sandbox, and where nothing was executed', async () => {
    const { app, use } = await setup({ strategize: [choice(0.95), finishStrategy] }, files)
    const used = await use('manual')
    await expect(
      app.client.plans.rollback({ plan_id: used.plan_id, checkpoint_id: 'whatever-it-is' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', data: { code: 'plan.wrong_state' } })
    const { app: other, planId, checkpoints } = await executed()
    other.database.sqlite.prepare(`DELETE FROM sandboxes WHERE plan_id = ?`).run(planId)
    await expect(
      other.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id }),
    ).rejects.toMatchObject({ data: { code: 'rollback.not_isolated' } })
  })

  it('never overwrites what no checkpoint covers', async () => {
    const { app, planId, checkpoints, at } = await executed()
    mkdirSync(at('b.txt'))
    writeFileSync(at('b.txt/.env'), 'S=1\n')
    const input = { plan_id: planId, checkpoint_id: checkpoints[0]!.id }
    await expect(app.client.plans.rollback(input)).rejects.toMatchObject({ data: { code: 'rollback.conflict' } })
    await expect(app.client.plans.rollback({ ...input, on_conflict: 'overwrite' })).rejects.toMatchObject({
      data: { code: 'rollback.in_the_way' },
    })
    await app.client.plans.rollback({ ...input, on_conflict: 'keep' })
    expect([read(at('a.txt')), read(at('b.txt/.env'))]).toEqual(['a\n', 'S=1\n'])
  })

  it('leaves everything as it was where it fails half way', async () => {
    const { app, folder, planId, checkpoints, at } = await executed()
    // One of the files that have to come back cannot be read any more.
    const blob = git(folder, 'rev-parse', 'HEAD:a.txt').trim()
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true })
    const before = await app.client.plans.status({ plan_id: planId })
    const input = { plan_id: planId, checkpoint_id: checkpoints[0]!.id }
    await expect(app.client.plans.rollback(input)).rejects.toMatchObject({ data: { code: 'restore.failed' } })
    expect([read(at('a.txt')), read(at('made/new.txt')), existsSync(at('b.txt'))]).toEqual(['one\n', 'two\n', false])
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({
      state: before.state,
      reason: before.reason,
      checkpoints: before.checkpoints,
      decisions: before.decisions,
      undo: null,
    })
  })
})
