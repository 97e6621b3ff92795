import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

const write = (path: string) => ({ call: 'write_file', args: { path, content: 'x' } })
const decision = {
  call: 'record_decision',
  args: { question: 'How?', chosen: 'So', alternatives: ['So'], confidence: 0.9, rationale: 'Because.' },
}

let server: ModelServer
let app: TestApp
const env = () => ({ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-1234567890' })
beforeEach(async () => {
  server = await startModelServer({ scenario: {} })
  app = await startTestApp({ env: env() })
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
    projects: [await app.project(newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' }))],
    args: { bug_description: 'It fails.' },
    automation_profile: 'trusted',
  })
  return plan_id
}

const count = async (planId: string) => (await app.client.plans.status({ plan_id: planId })).files_modified

/** Resolves when the plan is told to have changed this many files. */
async function counted(planId: string, files: number): Promise<void> {
  for await (const event of await app.client.events.subscribe({ after: 0 }))
    if (event.topic === 'plan' && (await count(planId)) === files) return
}

const hang = { fault: 'hang' }

describe('the count of changed files', () => {
  it('is right while Execute runs, and after a stop', async () => {
    const planId = await use([write('a.txt'), write('new.txt'), hang])
    await counted(planId, 2)
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({ phase: 'execute', state: 'processing' })
    const { plans } = await app.client.plans.list({})
    expect(plans).toMatchObject([{ plan_id: planId, files_modified: 2 }])
    expect(await app.client.plans.stop({ plan_id: planId })).toMatchObject({ reason: 'stopped', files_modified: 2 })
  })

  it('goes down again where a change is taken back', async () => {
    const back = { call: 'write_file', args: { path: 'a.txt', content: 'a\n' } }
    const planId = await use([write('a.txt'), write('new.txt'), back, hang])
    await server.received(6)
    await counted(planId, 1)
    await app.client.plans.stop({ plan_id: planId })
  })

  it('counts what a command wrote that was stopped in the middle', async () => {
    const command = 'echo x > made.txt; echo ready; sleep 100'
    const planId = await use([write('a.txt'), { call: 'run_command', args: { command } }])
    for await (const event of await app.client.plans.activity({ plan_id: planId }))
      if (event.type === 'delta' && event.kind === 'output' && event.text.includes('ready')) break
    expect(await app.client.plans.stop({ plan_id: planId })).toMatchObject({ files_modified: 2 })
  })

  it('is right after an error', async () => {
    const planId = await use([write('a.txt'), { fault: 'status', status: 400 }])
    expect(await app.rest(planId)).toMatchObject({ state: 'errored', files_modified: 1 })
  })

  it('is right after a kill', async () => {
    const planId = await use([write('a.txt'), write('new.txt'), hang])
    await counted(planId, 2)
    // As a kill before the count was stored leaves it.
    app.database.sqlite.prepare('UPDATE plans SET files_modified = 0').run()
    await app.close()
    app = await startTestApp({ dataDir: app.dataDir, env: env() })
    expect(await app.client.plans.status({ plan_id: planId })).toMatchObject({
      error: { code: 'interrupted' },
      files_modified: 2,
    })
  })
})
