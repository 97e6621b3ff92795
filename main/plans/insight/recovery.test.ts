import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git } from '../../app/testing-app'
import {
  choice,
  cleanUp,
  executed,
  finishExecution,
  finishStrategy,
  setup,
  threeFiles,
  write,
} from '../control/testing'

afterEach(cleanUp)

const pool = (confidence: number) => choice(confidence, { question: 'Pool size?', chosen: '100', paths: ['pool.txt'] })

/** A plan whose check of the target fails after it was applied, naming one of the changed files. */
async function brokenAfterApply() {
  const place = await setup(
    {
      strategize: [choice(0.95), finishStrategy],
      execute: [
        choice(0.95, { question: 'Health check?' }),
        write('health.txt', 'ok\n'),
        pool(0.78),
        write('pool.txt', '100\n'),
        finishExecution,
      ],
    },
    { ...threeFiles, 'pool.txt': '20\n' },
  )
  const { client } = place.app
  const source = 'command: \'grep -q 20 pool.txt || { echo "pool.txt: exhausted"; exit 1; }\'\nphase: post_apply\n'
  await client.validations.add({ source, name: 'local/health', mode: 'required' })
  await client.validations.attach({ validation: 'local/health', project: 'local/demo' })
  const { plan_id: id } = await place.use('trusted')
  await place.app.rest(id)
  const failed = await client.plans.apply({ plan_id: id })
  return { ...place, client, id, failed }
}

describe('a plan whose target fails a check after Apply', () => {
  it('names the decision that it most likely goes back to, and the ways out', async () => {
    const { failed, client } = await brokenAfterApply()
    expect(failed).toMatchObject({ state: 'errored', root_cause: { question: 'Pool size?', paths: ['pool.txt'] } })
    const cause = failed.root_cause!
    expect(cause.why).toContain('78 % sure')
    expect(failed.next_steps.join('\n')).toContain(`agents plan rollback ${failed.plan_id} ${cause.checkpoint_id}`)
    expect(failed.next_steps.join('\n')).toContain(`agents plan correct ${cause.decision_id}`)
    expect(failed.next_steps.join('\n')).toContain(`agents plan explain ${cause.decision_id}`)
    const { items } = await client.inbox.list()
    expect(items).toMatchObject([{ kind: 'error', plan_id: failed.plan_id }])
  })

  it('is rolled back in the repository too, by a commit on top', async () => {
    const { client, id, folder, failed } = await brokenAfterApply()
    const before = git(folder, 'rev-parse', 'HEAD').trim()
    const rolled = await client.plans.rollback({ plan_id: id, checkpoint_id: failed.root_cause!.checkpoint_id! })
    expect(rolled.revert?.files.map(({ path }) => path).toSorted()).toEqual(['health.txt', 'pool.txt'])
    expect(rolled.plan).toMatchObject({ phase: 'execute', reason: 'rolled_back', applied: null, root_cause: null })
    expect(readFileSync(join(folder, 'pool.txt'), 'utf8')).toBe('20\n')
    expect(git(folder, 'rev-parse', 'HEAD~1').trim()).toBe(before)
    expect(readFileSync(join(rolled.plan.resources[0]?.sandbox_path ?? '', 'health.txt'), 'utf8')).toBe('ok\n')
  })

  it('is corrected at that decision: the repository is put back first, the rest of the work stays', async () => {
    const { client, id, folder, failed, app } = await brokenAfterApply()
    const decision = failed.root_cause!.decision_id
    const preview = await client.plans.previewCorrection({ decision_id: decision, mode: 'revert' })
    expect(preview.impact).toBe('high')
    expect(preview.impact_reasons).toContain('What was applied is taken back in the repository by a commit on top')
    expect(readFileSync(join(folder, 'pool.txt'), 'utf8')).toBe('100\n')
    await client.plans.correct({ decision_id: decision, mode: 'revert', guidance: 'Keep it at 20.' })
    await app.rest(id)
    expect(readFileSync(join(folder, 'pool.txt'), 'utf8')).toBe('20\n')
    expect(existsSync(join(folder, 'health.txt'))).toBe(false)
  })
})

describe('the preview of an undo', () => {
  it('tells what a rollback’s would put back, and is what the undo then does', async () => {
    const { app, planId, checkpoints, sandbox } = await executed()
    const nothing = app.client.plans.previewUndo({ plan_id: planId })
    await expect(nothing).rejects.toMatchObject({ data: { code: 'undo.nothing' } })
    await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[0]!.id })
    writeFileSync(join(sandbox, 'run.sh'), 'mine\n')
    const preview = await app.client.plans.previewUndo({ plan_id: planId })
    expect(preview).toMatchObject({ undone: 'rollback', targets: [], checkpoints_remaining: checkpoints.length })
    const done = await app.client.plans.undo({ plan_id: planId })
    expect(done).toMatchObject({
      files: preview.files,
      decisions_superseded: preview.decisions_superseded,
      decisions_revived: preview.decisions_revived,
      checkpoints_remaining: preview.checkpoints_remaining,
    })
  })

  it('tells what a rejection’s and an apply’s would', async () => {
    const { app, planId } = await executed()
    await app.client.plans.reject({ plan_id: planId, path: 'a.txt' })
    const rejection = await app.client.plans.previewUndo({ plan_id: planId })
    expect(rejection).toMatchObject({ undone: 'rejection', files_restored: ['a.txt'] })
    await app.client.plans.apply({ plan_id: planId })
    const apply = await app.client.plans.previewUndo({ plan_id: planId })
    expect(apply).toMatchObject({ undone: 'apply', targets: [{ branch: 'main', mode: 'merge' }], conflicts: [] })
    expect(apply).toMatchObject({ files_restored: ['b.txt'], files_removed: ['made/new.txt'] })
  })
})

describe('the isolation of a plan', () => {
  it('tells strategy, place, lock, target, drift of the source, and what is not covered', async () => {
    const { app, planId, folder, sandbox } = await executed()
    const read = async () => (await app.client.plans.isolation({ plan_id: planId })).isolation[0]!
    expect(await read()).toMatchObject({
      strategy: 'git_worktree',
      path: sandbox,
      condition: 'ok',
      target_path: folder,
      target_branch: 'main',
      source: 'unchanged',
      drift: { total: 0 },
    })
    writeFileSync(join(folder, 'b.txt'), 'theirs\n')
    writeFileSync(join(sandbox, '.env'), 'SECRET=1\n')
    const drifted = await read()
    expect(drifted).toMatchObject({ source: 'drifted', drift: { head: null, paths: ['b.txt'], total: 1 } })
    expect(drifted.not_covered.find(({ paths }) => paths.includes('.env'))?.what).toContain('Ignored files')
    await app.client.plans.cancel({ plan_id: planId })
    expect(await read()).toMatchObject({ path: null, condition: null, source: null })
  })
})

describe('the estimate of a plan', () => {
  it('comes from earlier plans of the action with the same actors, and is absent before there is one', async () => {
    const { app, use } = await executed()
    const input = { action: 'local/fix-bug', projects: ['local/demo'] }
    expect((await app.client.plans.preview(input)).estimate).toMatchObject({
      plans: 1,
      prompt_tokens: { low: expect.any(Number) },
    })
    const second = await use('trusted')
    expect((await app.rest(second.plan_id)).estimate).toMatchObject({
      plans: 1,
      cost_usd: { median: expect.any(Number) },
    })
    const other = await app.client.plans.preview({ ...input, action: 'local/run-command' })
    expect(other.estimate).toMatchObject({ plans: 0, cost_usd: { median: 0 }, how: 'No model takes part.' })
    const { plans } = await app.client.plans.list({})
    const first = await app.client.plans.status({ plan_id: plans.at(-1)!.plan_id })
    expect(first).toMatchObject({ estimate: null, time_left: null })
  })
})
