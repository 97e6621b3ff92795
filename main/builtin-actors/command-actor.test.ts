import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRepository, resourceOf, type TestRepository } from '../tools/testing'
import { createTestPlan } from './testing'

let first: TestRepository
let second: TestRepository
beforeEach(() => {
  first = createRepository({ 'a.txt': 'a\n' })
  second = createRepository({ 'b.txt': 'b\n' })
})
const both = () => [resourceOf(first), resourceOf(second, { resourceId: 'R2', name: 'local/web' })]

describe('builtin/command', () => {
  it('proposes the command where it would run, and runs it in the sandbox', async () => {
    const plan = createTestPlan('builtin/command', [resourceOf(first)], { command: 'echo made > made.txt' })
    expect(await plan.strategize()).toMatchObject({ kind: 'finished' })
    expect(existsSync(join(first.sandbox, 'made.txt'))).toBe(false)
    expect(plan.decisions).toMatchObject([
      {
        key: 'command:R1',
        question: 'Run `echo made > made.txt` in local/api?',
        alternatives: ['Run `echo made > made.txt` in local/api', 'Skip it'],
      },
    ])
    expect(await plan.execute()).toMatchObject({ kind: 'finished' })
    expect(readFileSync(join(first.sandbox, 'made.txt'), 'utf8')).toBe('made\n')
    expect(existsSync(join(first.repo, 'made.txt'))).toBe(false)
  })

  it('asks for each writable resource, and skips the one that was to be skipped', async () => {
    const plan = createTestPlan('builtin/command', both(), { command: 'touch made' })
    await plan.strategize((decision) => (decision.key === 'command:R1' ? 'Skip it' : decision.chosen))
    await plan.execute()
    expect([existsSync(join(first.sandbox, 'made')), existsSync(join(second.sandbox, 'made'))]).toEqual([false, true])
  })

  it('says that nothing ran where all was skipped', async () => {
    const plan = createTestPlan('builtin/command', [resourceOf(first)], { command: 'touch made' })
    await plan.strategize(() => 'Skip it')
    expect(await plan.execute()).toMatchObject({ kind: 'finished', summary: expect.stringContaining('not run') })
  })

  it('fails with the tail of the output where the command fails', async () => {
    const plan = createTestPlan('builtin/command', [resourceOf(first)], { command: 'echo why; exit 7' })
    await plan.strategize()
    const outcome = await plan.execute()
    expect(outcome).toMatchObject({ kind: 'failed', code: 'command.failed', raw: expect.stringContaining('why') })
    expect((outcome as { message: string }).message).toMatch(/status 7 in local\/api:\nwhy/)
  })

  it('needs a command and somewhere to run it, and waits where a person is asked', async () => {
    expect(await createTestPlan('builtin/command', [resourceOf(first)], {}).strategize()).toMatchObject({
      code: 'command.missing',
    })
    const readOnly = [resourceOf(first, { writable: false })]
    expect(await createTestPlan('builtin/command', readOnly, { command: 'x' }).strategize()).toMatchObject({
      code: 'command.no_resource',
    })
    expect(
      await createTestPlan('builtin/command', [resourceOf(first)], { command: 'x' }).strategize(() => null),
    ).toEqual({ kind: 'paused' })
  })
})
