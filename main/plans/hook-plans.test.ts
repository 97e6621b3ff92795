import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { git } from '../app/testing-app'
import { isAlive } from '../infrastructure/process/testing'
import { cleanUp, executed, finishExecution, read, write } from './control/testing'

afterEach(cleanUp)

/** A plan at the gate to Apply, of a trusted repository with this hook. */
async function withHook(name: string, script: string) {
  const place = await executed()
  const { app, folder, planId } = place
  const path = join(folder, '.git/hooks', name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  const [{ name: resource } = { name: '' }] = (await app.client.plans.status({ plan_id: planId })).resources
  const { hash } = await app.client.resources.trustText({ resource })
  await app.client.resources.trust({ resource, hash })
  const status = () => app.client.plans.status({ plan_id: planId })
  const apply = (more: object = {}) => app.client.plans.apply({ plan_id: planId, ...more })
  const before = [git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain')]
  const target = () => [git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain')]
  return { ...place, status, apply, before, target }
}

const refuses = 'if grep -q one a.txt; then echo "a.txt: say two"; exit 3; fi'

describe('a hook that refuses an apply', { timeout: 240_000 }, () => {
  it('is shown with its whole output, and the actor puts it right with that as guidance', async () => {
    const { app, server, planId, folder, apply, before, target, at } = await withHook('pre-merge-commit', refuses)
    expect(await apply()).toMatchObject({
      phase: 'apply',
      state: 'errored',
      error: {
        code: 'apply.hook_failed',
        details: { hook: 'pre-merge-commit', output: 'a.txt: say two\n', exit_code: 3, timed_out: false },
      },
    })
    expect(target()).toEqual(before)
    // Four calls are in its history already.
    const done = Array.from({ length: 4 }, () => ({ call: 'list_files' }))
    server.setScenario({ execute: [...done, write('a.txt', 'two\n'), finishExecution] })
    const count = server.requests.length
    await app.client.plans.fix({ plan_id: planId })
    expect(await app.rest(planId)).toMatchObject({ phase: 'execute', reason: 'phase_gate', attempt: 2 })
    expect(JSON.stringify(server.requests.slice(count))).toContain('a.txt: say two')
    expect(read(at('a.txt'))).toBe('two\n')
    expect(await apply()).toMatchObject({ state: 'applied' })
    expect(read(join(folder, 'a.txt'))).toBe('two\n')
  })

  it('is skipped once, which the receipt says', async () => {
    const { app, planId, apply } = await withHook('pre-merge-commit', refuses)
    await apply()
    expect(await apply({ skip_hooks: true })).toMatchObject({ state: 'applied' })
    const { resources } = await app.client.plans.receipt({ plan_id: planId })
    expect(resources[0]?.notices.join()).toContain('pre-merge-commit was skipped')
  })

  it('is stopped with all its processes while it hangs; the target is untouched and the plan waits', async () => {
    const hangs = '(setsid sh -c "echo $$ > alive; sleep 600" &) ; echo $$ > started; sleep 600'
    const { app, planId, apply, status, before, target, sandbox } = await withHook('pre-merge-commit', hangs)
    const applying = apply()
    const started = () => readFileSync(join(sandbox, 'started'), 'utf8')
    // The file is there before its text is.
    await vi.waitFor(() => expect(started()).toMatch(/^\d+\n$/), { timeout: 60_000 })
    expect((await status()).hook).toMatchObject({ name: 'pre-merge-commit', timeout_s: 600, after: false })
    const pid = Number(started())
    const stopped = await app.client.plans.stop({ plan_id: planId })
    expect(stopped).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'phase_gate', hook: null })
    expect(isAlive(pid)).toBe(false)
    await applying
    expect(target()).toEqual(before)
  })

  it('is ended at its time limit, which is a setting', async () => {
    const { app, apply, before, target } = await withHook('commit-msg', 'echo waiting; sleep 600')
    await app.client.settings.set({ key: 'limits.hook-timeout-s', value: '1' })
    expect(await apply()).toMatchObject({
      state: 'errored',
      error: { code: 'apply.hook_failed', details: { hook: 'commit-msg', timed_out: true, exit_code: null } },
    })
    expect(target()).toEqual(before)
  })
})

describe('hooks that changed since they were trusted', { timeout: 240_000 }, () => {
  it('stop an apply before anything is changed, tell what changed, and go on once trusted again', async () => {
    const { app, planId, folder, apply, before, target, status } = await withHook('pre-commit', refuses)
    writeFileSync(join(folder, '.git/hooks/commit-msg'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const [{ name: resource } = { name: '' }] = (await status()).resources
    const trust = async () => {
      const { hash } = await app.client.resources.trustText({ resource })
      await app.client.resources.trust({ resource, hash })
    }
    await trust()
    rmSync(join(folder, '.git/hooks/commit-msg'))
    const preview = await app.client.plans.previewApply({ plan_id: planId, mode: 'squash' })
    expect(preview.resources[0]?.notices.join()).toMatch(
      /hooks\/commit-msg is gone.*Apply stops.*agents resource trust/,
    )
    const stopped = await apply({ mode: 'squash' })
    expect(stopped).toMatchObject({
      phase: 'apply',
      state: 'errored',
      applied: null,
      error: {
        code: 'apply.trust_changed',
        message: expect.stringMatching(/commit-msg is gone.*Nothing was applied/),
        hint: expect.stringContaining(`agents resource trust ${resource}`),
        details: { resources: [{ resource, changes: [expect.stringContaining('commit-msg is gone')] }] },
      },
    })
    expect(stopped.next_steps).toContain(`agents plan apply --mode squash --skip-hooks ${planId}`)
    expect(target()).toEqual(before)
    await trust()
    expect(await apply({ mode: 'squash' })).toMatchObject({ error: { code: 'apply.hook_failed' } })
    rmSync(join(folder, '.git/hooks/pre-commit'))
    expect(await apply({ mode: 'squash' })).toMatchObject({ error: { code: 'apply.trust_changed' } })
    expect(await apply({ mode: 'squash', skip_hooks: true })).toMatchObject({ state: 'applied' })
  })

  it('do not matter where nothing is committed', async () => {
    const { folder, apply } = await withHook('pre-commit', refuses)
    rmSync(join(folder, '.git/hooks/pre-commit'))
    expect(await apply({ mode: 'working-tree' })).toMatchObject({ state: 'applied' })
  })
})
