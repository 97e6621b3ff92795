import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Scenario } from '../../e2e/model-server'
import { newRepository, startTestApp } from '../app/testing-app'

const decision = {
  call: 'record_decision',
  args: { question: 'How?', chosen: 'So', alternatives: ['So'], confidence: 0.9, rationale: 'Because.' },
}
const finishStrategy = { call: 'finish_strategy', args: {} }
const finishExecution = { call: 'finish_execution', args: {} }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setup(scenario: Scenario) {
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const app = await startTestApp({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-1234567890' } })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const project = await app.project(newRepository({ 'a.txt': 'a\n' }))
  const use = async (action: string, args: Record<string, string>, profile: string) =>
    (await app.client.plans.use({ action, projects: [project], args, automation_profile: profile })).plan_id
  return {
    server,
    app,
    model: (profile: string) => use('local/fix-bug', { bug_description: 'It fails.' }, profile),
    command: (profile: string) => use('local/run-command', { command: 'echo made > made.txt' }, profile),
  }
}

describe('where every place is taken', () => {
  it('a person who stops, cancels or applies another plan does not wait for one', async () => {
    const { app, server, model, command } = await setup({ strategize: [{ fault: 'hang' }] })
    const ready = await command('trusted')
    expect(await app.rest(ready)).toMatchObject({ reason: 'phase_gate' })
    await app.client.settings.set({ key: 'plan.concurrency', value: '1' })
    const long = await model('trusted')
    await server.received(1)
    const [stopped, cancelled] = [await command('trusted'), await command('trusted')]
    expect(await app.client.plans.stop({ plan_id: stopped })).toMatchObject({
      state: 'awaiting_input',
      reason: 'stopped',
    })
    expect(await app.client.plans.cancel({ plan_id: cancelled })).toMatchObject({ state: 'cancelled' })
    expect(await app.client.plans.apply({ plan_id: ready })).toMatchObject({ state: 'applied' })
    expect(await app.client.plans.execute({ plan_id: stopped })).toMatchObject({ state: 'queued' })
    expect(await app.client.plans.status({ plan_id: long })).toMatchObject({ state: 'processing' })
    await app.client.plans.cancel({ plan_id: long })
    expect(await app.rest(stopped)).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    expect(app.faults).toEqual([])
  })
})

describe('several commands at the same moment', () => {
  it.each(['approve', 'stop', 'cancel'] as const)('%s is had by one; the others get a conflict', async (name) => {
    const { app, server, model } = await setup({ strategize: [{ fault: 'hang' }] })
    const planId = await model(name === 'approve' ? 'manual' : 'trusted')
    if (name !== 'approve') await server.received(1)
    const all = await Promise.allSettled([1, 2, 3].map(() => app.client.plans[name]({ plan_id: planId })))
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'CONFLICT',
          data: { code: { approve: 'plan.race_lost', stop: 'plan.wrong_state', cancel: 'plan.ending' }[name] },
        })
    expect(app.faults).toEqual([])
  })
})

describe('guidance given during the last step of a phase', () => {
  it('is taken up before the phase ends', async () => {
    const { app, server, model } = await setup({
      strategize: [decision, { fault: 'slow', ...finishStrategy }, finishStrategy],
      execute: [{ call: 'write_file', args: { path: 'made.txt', content: 'x' } }, finishExecution],
    })
    const planId = await model('trusted')
    await server.received(2)
    await app.client.plans.prompt({ plan_id: planId, text: 'Mind the tests.' })
    server.pace.finish()
    expect(await app.rest(planId)).toMatchObject({
      phase: 'execute',
      reason: 'phase_gate',
      guidance: { pending: [], applied: 1 },
    })
    const third = server.requests[2]!
    expect([third.phase, JSON.stringify(third.body).includes('Mind the tests.')]).toEqual(['strategize', true])
    expect(app.faults).toEqual([])
  })
})

it('a model that stopped without deciding is asked to go on when it is retried, not to continue its own words', async () => {
  const { app, server, model } = await setup({ strategize: [{ text: 'Hm.' }, decision, finishStrategy] })
  const planId = await model('review')
  expect(await app.rest(planId)).toMatchObject({ state: 'errored', error: { code: 'model.no_decision' } })
  await app.client.plans.execute({ plan_id: planId })
  await app.rest(planId)
  const { messages } = server.requests[1]!.body as { messages: { role: string; content: unknown }[] }
  expect(messages.at(-1)).toMatchObject({ role: 'user' })
})
