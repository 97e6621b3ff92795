import { afterEach, beforeEach, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

const decision = {
  call: 'record_decision',
  args: { question: 'How?', chosen: 'So', alternatives: ['So'], confidence: 0.9, rationale: 'Because.' },
}
const finish = { call: 'finish_execution' }
const failing = [
  { call: 'edit_file', args: { path: 'gone.txt', old: 'x', new: 'y' } },
  { call: 'run_command', args: { command: 'exit 3' } },
]
const writing = { call: 'write_file', args: { path: 'a.txt', content: 'new\n' } }

let server: ModelServer
let app: TestApp
beforeEach(async () => {
  server = await startModelServer({ scenario: {} })
  app = await startTestApp({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-1234567890' } })
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
})
afterEach(async () => {
  await app.close()
  await server.close()
})

async function use(execute: readonly object[]): Promise<string> {
  server.setScenario({ strategize: [decision, { call: 'finish_strategy' }], execute })
  const { plan_id } = await app.client.plans.use({
    action: 'local/fix-bug',
    projects: [await app.project(newRepository({ 'a.txt': 'a\n' }))],
    args: { bug_description: 'It fails.' },
    automation_profile: 'full-auto',
  })
  return plan_id
}

it('a plan whose every change failed is errored, not applied, and can go on', async () => {
  const planId = await use([...failing, finish, writing, finish])
  expect(await app.rest(planId)).toMatchObject({
    phase: 'execute',
    state: 'errored',
    error: {
      code: 'execute.nothing_done',
      tool: 'run_command',
      recoverable: true,
      message: expect.stringContaining('Each of the 2 calls') as unknown,
    },
  })
  await app.client.plans.execute({ plan_id: planId })
  expect(await app.rest(planId)).toMatchObject({ state: 'applied', files_modified: 1 })
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Your finish was not accepted')
})

it('an actor that was told and says again that nothing is to be done is believed', async () => {
  const planId = await use([...failing, finish, finish])
  expect(await app.rest(planId)).toMatchObject({ state: 'errored' })
  await app.client.plans.execute({ plan_id: planId })
  expect(await app.rest(planId)).toMatchObject({ state: 'applied', files_modified: 0 })
})

it.each([
  ['tried nothing', [finish]],
  ['ran a command that went well', [failing[0]!, { call: 'run_command', args: { command: 'true' } }, finish]],
])('a plan that %s and changed nothing ends applied', async (_what, execute) => {
  const plan = await app.rest(await use(execute))
  expect(plan).toMatchObject({ state: 'applied', files_modified: 0 })
  expect(plan.next_steps.join('\n')).not.toMatch(/plan (undo|receipt)/)
  const { plan_id } = plan
  await expect(app.client.plans.undo({ plan_id })).rejects.toMatchObject({ data: { code: 'undo.nothing' } })
})
