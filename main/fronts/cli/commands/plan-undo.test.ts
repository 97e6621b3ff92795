import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../../app/testing-app'
import type { Call } from '../command'
import { givenOf } from '../given'
import { command } from './plan-undo'

let app: TestApp
afterEach(() => app.close())

it('takes nothing back without a terminal and without --yes, and says first what it would do', async () => {
  app = await startTestApp()
  const folder = newRepository({ 'a.txt': 'one\n' })
  const project = await app.project(folder)
  const args = { command: 'echo two > a.txt' }
  const input = { action: 'local/run-command', projects: [project], args, automation_profile: 'trusted' }
  const { plan_id: plan } = await app.client.plans.use(input)
  await app.rest(plan)
  await app.client.plans.apply({ plan_id: plan })
  expect(await app.rest(plan)).toMatchObject({ state: 'applied' })
  const call = (values: Readonly<Record<string, string | boolean>>) =>
    ({ client: app.client, given: givenOf(values), caller: { interactive: false } }) as unknown as Call
  const held = await command.run(call({ plan }))
  expect(held).toMatchObject({
    exitCode: 2,
    error: { code: 'confirmation.required', hint: expect.stringContaining(`agents plan undo --yes ${plan}`) },
    data: { undone: 'apply', files_restored: ['a.txt'] },
  })
  expect(held.blocks()[0]).toMatchObject({ title: 'Undo Preview' })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
  expect(await command.run(call({ plan, yes: true }))).toMatchObject({ data: { undone: 'apply' } })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n')
})
