import { ORPCError } from '@orpc/client'
import { afterEach, expect, it } from 'vitest'
import { startModelServer } from '../../e2e/model-server'
import { newRepository, startTestApp } from '../app/testing-app'
import { ask, startTestServer, testToken } from '../fronts/server/testing'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A plan that waits for its start, and whose strategy never comes to an end. */
async function setup() {
  const models = await startModelServer({ scenario: { strategize: [{ fault: 'hang' }] } })
  cleanups.push(() => models.close())
  const app = await startTestApp({ env: { OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_API_KEY: 'sk-test-1234567890' } })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const { plan_id } = await app.client.plans.use({
    action: 'local/fix-bug',
    projects: [await app.project(newRepository({ 'a.txt': 'a\n' }))],
    args: { bug_description: 'It fails.' },
    automation_profile: 'manual',
  })
  return { app, models, plan_id, execute: (more = {}) => app.client.plans.execute({ plan_id, ...more }) }
}

const codeOf = (error: unknown) =>
  error instanceof ORPCError && [error.code, (error.data as { code: string }).code].join(' ')

it('of two callers who start a phase together one wins, and the other is told so', async () => {
  const { app, models, execute } = await setup()
  const both = await Promise.allSettled([execute(), execute()])
  expect(both.map((one) => (one.status === 'fulfilled' ? one.value.warning : codeOf(one.reason)))).toEqual([
    null,
    'CONFLICT plan.race_lost',
  ])
  await models.received(1)
  expect(models.requests).toHaveLength(1)
  expect(app.faults).toEqual([])
})

it('who asks while a phase runs attaches to it, and changes nothing', async () => {
  const { models, execute } = await setup()
  expect(await execute()).toMatchObject({ warning: null })
  expect(await execute()).toMatchObject({ phase: 'strategize', warning: expect.stringContaining('already running') })
  expect(await execute({ asked_at: Date.now() + 1 })).toMatchObject({ warning: expect.anything() })
  await models.received(1)
  expect(models.requests).toHaveLength(1)
})

it('who had asked before another caller started the plan has lost, however late the call arrives', async () => {
  const { app, plan_id, execute } = await setup()
  const asked_at = Date.now() - 1
  await execute()
  expect(codeOf(await execute({ asked_at }).catch((error: unknown) => error))).toBe('CONFLICT plan.race_lost')
  // Even where it would find the next gate: nobody has seen that yet who asked before.
  await app.client.plans.stop({ plan_id })
  const late = app.client.plans.approve({ plan_id, asked_at })
  expect(codeOf(await late.catch((error: unknown) => error))).toBe('CONFLICT plan.race_lost')
  expect(await app.client.plans.status({ plan_id })).toMatchObject({ reason: 'stopped' })
})

it('two calls over HTTP that are sent together start a phase once', async () => {
  const { app, models, plan_id } = await setup()
  const server = await startTestServer(app.router)
  cleanups.push(() => server.close())
  const headers = { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ json: { plan_id, asked_at: Date.now() - 1 } })
  const call = () => ask(server.endpoint, '/rpc/plans/execute', { method: 'POST', headers, body })
  const answers = await Promise.all([call(), call()])
  expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
  await models.received(1)
  expect(models.requests).toHaveLength(1)
})
