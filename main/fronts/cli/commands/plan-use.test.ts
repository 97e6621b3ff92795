import { afterEach, expect, it } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../../app/testing-app'
import type { Call } from '../command'
import { givenOf } from '../given'
import { command as tree } from './plan-tree'
import { command as use } from './plan-use'

let app: TestApp
afterEach(() => app.close())

it('warns of a rule that nobody judges, followed or not, and the tree says what the plan waits for', async () => {
  app = await startTestApp()
  await app.client.invariants.add({ text: 'Names are short', global: true })
  const project = await app.project(newRepository({ 'a.txt': 'one\n' }))
  const caller = { env: {}, interactive: false, progress: () => undefined, onInterrupt: () => () => undefined }
  const call = (values: Readonly<Record<string, string | boolean | readonly string[]>>) =>
    ({ client: app.client, given: givenOf(values), caller }) as unknown as Call
  const wanted = { action: 'local/run-command', project: [project], arg: ['command=echo two > a.txt'] }
  const warning = { level: 'warn', text: expect.stringContaining('Not checked: "Names are short"') as unknown }
  const followed = await use.run(call({ ...wanted, 'automation-profile': 'trusted', wait: true }))
  expect(followed.messages).toContainEqual(warning)
  const created = await use.run(call({ ...wanted, 'automation-profile': 'manual' }))
  expect(created.messages).toContainEqual(warning)
  const { plan_id: plan } = followed.data as { plan_id: string }
  const blocks = (await tree.run(call({ plan }))).blocks()
  expect(JSON.stringify(blocks)).toMatch(/\["Waiting","no decision; the plan: [^"]*approval/)
})
