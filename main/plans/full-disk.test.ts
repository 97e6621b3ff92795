import { afterEach, beforeEach, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server'
import { newRepository, startTestApp, type TestApp } from '../app/testing-app'

const decision = {
  call: 'record_decision',
  args: { question: 'How?', chosen: 'So', alternatives: ['So'], confidence: 0.9, rationale: 'Because.' },
}
const write = (path: string) => ({ call: 'write_file', args: { path, content: `${path}\n`.repeat(20_000) } })

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

/** Lets the database take as many pages more as this. */
function leave(pages: number): void {
  const { sqlite } = app.database
  const count = sqlite.pragma('page_count', { simple: true }) as number
  sqlite.pragma(`max_page_count = ${count + pages}`)
}

it('a plan that the full disk has stopped is errored once that can be recorded, keeps its work, and goes on', async () => {
  const paths = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
  server.setScenario({
    strategize: [decision, { call: 'finish_strategy' }],
    execute: [...paths.map(write), { call: 'finish_execution' }],
  })
  const project = await app.project(newRepository({ 'a.txt': 'a\n' }))
  const { plan_id } = await app.client.plans.use({
    action: 'local/fix-bug',
    projects: [project],
    args: { bug_description: 'It fails.' },
    automation_profile: 'review',
  })
  expect(await app.rest(plan_id)).toMatchObject({ phase: 'strategize', reason: 'phase_gate' })
  leave(60)
  await app.client.plans.execute({ plan_id })
  await expect.poll(() => app.faults.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect(
    app.client.projects.create({ name: 'other', description: 'x'.repeat(900_000) }).catch((error: unknown) => {
      throw (error as { data: unknown }).data
    }),
  ).rejects.toMatchObject({ code: 'disk.full' })
  leave(100_000)
  const stopped = await app.rest(plan_id)
  expect(stopped).toMatchObject({ phase: 'execute', state: 'errored', error: { code: 'disk.full', recoverable: true } })
  await app.client.plans.execute({ plan_id })
  expect(await app.rest(plan_id)).toMatchObject({
    phase: 'execute',
    reason: 'phase_gate',
    files_modified: 4,
    attempt: 1,
  })
})

it.each([
  ['beginning', 'processing', [decision, { call: 'finish_strategy' }], 'awaiting_input'],
  ['failure', 'errored', [{ text: 'Hm.' }, { text: 'Hm.' }, { text: 'Hm.' }, { text: 'Hm.' }], 'errored'],
])(
  'a plan whose %s cannot be recorded tells those who follow it, and goes on once it can',
  async (_what, state, strategize, end) => {
    const { sqlite } = app.database
    server.setScenario({ strategize })
    const project = await app.project(newRepository({ 'a.txt': 'a\n' }))
    sqlite.exec(`CREATE TRIGGER full BEFORE UPDATE ON plans WHEN NEW.state = '${state}'
    BEGIN SELECT RAISE(FAIL, 'no room'); END`)
    const input = { action: 'local/fix-bug', projects: [project], args: { bug_description: 'It fails.' } }
    const { plan_id } = await app.client.plans.use({ ...input, automation_profile: 'review' })
    const told: (string | null)[] = []
    for await (const event of await app.client.plans.activity({ plan_id })) {
      if (event.type !== 'snapshot' && event.type !== 'plan') continue
      told.push(event.plan.unrecorded?.message ?? null)
      if (event.plan.unrecorded) sqlite.exec('DROP TRIGGER IF EXISTS full')
      if (event.plan.state === end && event.plan.unrecorded === null) break
    }
    expect(told.some((message) => message?.includes('waits until that can be recorded'))).toBe(true)
    // Tried again after a moment, not in a loop.
    expect(app.faults.length).toBeLessThan(5)
  },
)
