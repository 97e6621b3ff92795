import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { git } from '../../app/testing-app'
import { choice, cleanUp, executed, finishExecution, finishStrategy, read, write } from './testing'

afterEach(cleanUp)

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { readonly data?: { readonly code: string; readonly details: Record<string, unknown> } }) => error.data,
  )

/** A plan that changed a.txt, made made/new.txt and deleted b.txt, while the target changed a.txt and run.sh. */
async function conflicting() {
  const place = await executed()
  const { app, folder, planId } = place
  writeFileSync(join(folder, 'a.txt'), 'theirs\n')
  writeFileSync(join(folder, 'run.sh'), 'theirs too\n')
  git(folder, 'commit', '-qam', 'meanwhile')
  const refused = await refusal(app.client.plans.apply({ plan_id: planId }))
  const status = () => app.client.plans.status({ plan_id: planId })
  const update = (more: object) =>
    app.client.plans.update({ plan_id: planId, include_uncommitted: false, choices: [], ...more })
  const filesOf = async () =>
    (await app.client.plans.diff({ plan_id: planId, patches: false })).files.map(({ path }) => path)
  return { ...place, refused, status, update, filesOf }
}

describe('a plan whose target moved', { timeout: 180_000 }, () => {
  it('shows the base, what is there now and what the plan did, and refuses an update without a choice', async () => {
    const { app, planId, folder, refused, update, status, at } = await conflicting()
    const sides = {
      path: 'a.txt',
      cause: 'committed',
      base: { text: 'a\n' },
      now: { text: 'theirs\n' },
      plan: { text: 'one\n' },
      now_patch: expect.stringContaining('+theirs'),
      plan_patch: expect.stringContaining('+one'),
    }
    expect(refused).toMatchObject({ code: 'apply.conflict', details: { conflicts: [sides] } })
    expect(JSON.stringify(refused)).not.toMatch(/resourceId|newOid/)
    expect(await app.client.plans.conflicts({ plan_id: planId })).toMatchObject({ conflicts: [sides] })
    const preview = await app.client.plans.previewUpdate({ plan_id: planId })
    expect(preview).toMatchObject({
      dry_run: true,
      resources: [{ branch: 'main', to: git(folder, 'rev-parse', 'HEAD').trim(), incoming: ['a.txt', 'run.sh'] }],
      conflicts: [{ path: 'a.txt', take: null }],
    })
    expect(await refusal(update({}))).toMatchObject({
      code: 'update.conflict',
      hint: expect.stringContaining('a.txt: --keep-plan a.txt or --keep-target a.txt or --hand-over a.txt'),
      details: { conflicts: [{ path: 'a.txt' }] },
    })
    const wrong = update({ choices: [{ path: 'b.txt', take: 'plan' }] })
    expect(await refusal(wrong)).toMatchObject({ code: 'update.no_such_conflict' })
    expect(await status()).toMatchObject({ phase: 'apply', state: 'constrained', reason: 'conflict' })
    expect(read(at('run.sh'))).toBe('echo\n')
  })

  it("keeps the plan's version where that is chosen, merges the rest, and is applied", async () => {
    const { app, planId, folder, update, status, filesOf, at, sandbox } = await conflicting()
    await update({ choices: [{ path: 'a.txt', take: 'plan' }] })
    const rested = await app.rest(planId)
    expect(rested).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'phase_gate', files_modified: 3 })
    expect([read(at('a.txt')), read(at('run.sh'))]).toEqual(['one\n', 'theirs too\n'])
    expect(git(sandbox, 'rev-parse', 'HEAD')).toBe(git(folder, 'rev-parse', 'HEAD'))
    expect((await filesOf()).sort()).toEqual(['a.txt', 'b.txt', 'made/new.txt'])
    await app.client.plans.apply({ plan_id: planId })
    expect(await status()).toMatchObject({ state: 'applied' })
    expect([read(join(folder, 'a.txt')), read(join(folder, 'run.sh'))]).toEqual(['one\n', 'theirs too\n'])
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
    expect(git(folder, 'for-each-ref', 'refs/heads/cleveragents')).toBe('')
  })

  it.each([
    ['plan', ['mine', 'theirs at the end']],
    ['target', ['theirs', 'theirs at the end']],
  ] as const)('settles only the lines that both changed for the %s, and merges the rest', async (take, [top, end]) => {
    const lines = (first: string, plan: string, last: string) =>
      `${[first, ...'bcdefg', plan, ...'ijklmn', last].join('\n')}\n`
    const execute = [write('long.txt', lines('mine', 'of the plan', 'z')), finishExecution]
    const scenario = { strategize: [choice(0.95), finishStrategy], execute }
    const { app, folder, planId, at } = await executed(scenario, { 'long.txt': lines('a', 'h', 'z') })
    writeFileSync(join(folder, 'long.txt'), lines('theirs', 'h', 'theirs at the end'))
    git(folder, 'commit', '-qam', 'meanwhile')
    await app.client.plans.update({ plan_id: planId, choices: [{ path: 'long.txt', take }] })
    await app.rest(planId)
    expect(read(at('long.txt'))).toBe(lines(top, 'of the plan', end))
  })

  it("drops the plan's change where the target's version is chosen, and never takes theirs back", async () => {
    const { app, planId, folder, update, filesOf } = await conflicting()
    await update({ rest: 'target' })
    await app.rest(planId)
    expect((await filesOf()).sort()).toEqual(['b.txt', 'made/new.txt'])
    await app.client.plans.apply({ plan_id: planId })
    expect(read(join(folder, 'a.txt'))).toBe('theirs\n')
  })

  it('is undone byte for byte, the base included, and rolled back across', async () => {
    const { app, planId, update, status, filesOf, at, sandbox, checkpoints } = await conflicting()
    const head = git(sandbox, 'rev-parse', 'HEAD')
    await update({ rest: 'plan' })
    await app.rest(planId)
    expect((await status()).undo).toMatchObject({ kind: 'update' })
    expect(await app.client.plans.undo({ plan_id: planId })).toMatchObject({ undone: 'update' })
    expect(await status()).toMatchObject({
      phase: 'apply',
      state: 'constrained',
      reason: 'conflict',
      files_modified: 3,
    })
    expect([read(at('a.txt')), read(at('run.sh'))]).toEqual(['one\n', 'echo\n'])
    expect(git(sandbox, 'rev-parse', 'HEAD')).toBe(head)
    expect((await filesOf()).sort()).toEqual(['a.txt', 'b.txt', 'made/new.txt'])
    expect(await refusal(app.client.plans.apply({ plan_id: planId }))).toMatchObject({ code: 'apply.conflict' })

    await update({ rest: 'plan' })
    await app.rest(planId)
    await app.client.plans.rollback({ plan_id: planId, checkpoint_id: checkpoints[1]!.id })
    expect([read(at('a.txt')), read(at('b.txt')), read(at('run.sh'))]).toEqual(['one\n', 'b\n', 'echo\n'])
    expect(await filesOf()).toEqual(['a.txt'])
    await app.client.plans.undo({ plan_id: planId })
    expect(read(at('run.sh'))).toBe('theirs too\n')
    expect((await filesOf()).sort()).toEqual(['a.txt', 'b.txt', 'made/new.txt'])
    await app.client.plans.apply({ plan_id: planId })
    expect(await status()).toMatchObject({ state: 'applied' })
  })

  it('keeps what the target got where a decision from before is corrected', async () => {
    const first = choice(0.95, { question: 'First?' })
    const again = { execute: [first, write('a.txt', 'one\n'), finishExecution] }
    const { app, server, planId, update, folder, filesOf, at } = await conflicting()
    await update({ rest: 'plan' })
    await app.rest(planId)
    const { nodes } = await app.client.plans.tree({ plan_id: planId })
    const strategy = nodes.find(({ type }) => type === 'strategy_choice')!
    server.setScenario({ strategize: [choice(0.95), finishStrategy], ...again })
    await app.client.plans.correct({ decision_id: strategy.id, mode: 'revert', guidance: 'Only a.txt.' })
    await app.rest(planId)
    expect(read(at('run.sh'))).toBe('theirs too\n')
    expect(await filesOf()).toEqual(['a.txt'])
    await app.client.plans.apply({ plan_id: planId })
    expect([read(join(folder, 'a.txt')), read(join(folder, 'run.sh'))]).toEqual(['one\n', 'theirs too\n'])
  })

  it('hands a file to the actor between conflict markers, with guidance that names it', async () => {
    const { app, server, planId, folder, update, at } = await conflicting()
    // Four calls are in its history already.
    const before = Array.from({ length: 4 }, () => ({ call: 'list_files' }))
    server.setScenario({ execute: [...before, write('a.txt', 'both\n'), finishExecution] })
    const count = server.requests.length
    await update({ rest: 'actor' })
    const rested = await app.rest(planId)
    expect(rested).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    const said = JSON.stringify(server.requests.slice(count))
    expect(said).toContain('conflict markers')
    expect(said).toContain('a.txt')
    const { checkpoints } = await app.client.plans.artifacts({ plan_id: planId })
    const updated = checkpoints.find(({ label }) => label.startsWith('brought up to date'))!
    const marked = await app.client.plans.diff({ plan_id: planId, checkpoint: updated.id, paths: ['a.txt'] })
    expect(marked.files[0]?.patch).toMatch(/-<<<<<<< main\n-theirs\n-=======\n-one\n->>>>>>> the plan/)
    expect(read(at('a.txt'))).toBe('both\n')
    await app.client.plans.apply({ plan_id: planId })
    expect(read(join(folder, 'a.txt'))).toBe('both\n')
  })

  it('brings uncommitted edits in where that is asked for, and then leaves its changes uncommitted on them', async () => {
    const { app, planId, folder } = await executed()
    writeFileSync(join(folder, 'a.txt'), 'not committed\n')
    const included = `agents plan update --include-uncommitted ${planId}`
    expect(await refusal(app.client.plans.apply({ plan_id: planId }))).toMatchObject({
      hint: expect.stringMatching(`commit or stash.*${included}`) as unknown,
      details: { conflicts: [{ path: 'a.txt', cause: 'uncommitted', now: { text: 'not committed\n' } }] },
    })
    const head = git(folder, 'rev-parse', 'HEAD')
    expect(await refusal(app.client.plans.update({ plan_id: planId, rest: 'plan' }))).toMatchObject({
      code: 'update.nothing_new',
      hint: expect.stringContaining(included) as unknown,
    })
    const { next_steps: steps } = await app.client.plans.status({ plan_id: planId })
    expect(steps[1]).toContain(`git -C ${folder} stash`)
    expect(steps.slice(2, 4)).toEqual([`agents plan apply ${planId}`, included])
    expect(steps).not.toContain(`agents plan update ${planId}`)
    const looked = await app.client.plans.previewUpdate({ plan_id: planId, include_uncommitted: true })
    const reason = 'changed in the same place by uncommitted edits in your working folder and by the plan'
    expect(looked.conflicts).toMatchObject([{ path: 'a.txt', cause: 'uncommitted', reason }])
    await app.client.plans.update({ plan_id: planId, include_uncommitted: true, rest: 'plan' })
    await app.rest(planId)
    await app.client.plans.apply({ plan_id: planId })
    expect([read(join(folder, 'a.txt')), git(folder, 'rev-parse', 'HEAD')]).toEqual(['one\n', head])
  })
})
