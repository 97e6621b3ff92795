import { afterEach, expect, it } from 'vitest'
import { startModelServer, type Scenario } from '../../e2e/model-server'
import { newRepository, startTestApp } from './testing-app'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setup(scenario: Scenario) {
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const app = await startTestApp({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-0123456789' } })
  cleanups.push(() => app.close())
  const set = (key: string, value: string) => app.client.settings.set({ key, value })
  for (const role of ['strategy', 'execution']) await set(`actor.default.${role}`, 'openai/gpt-5.4')
  const project = await app.project(newRepository({ 'a.ts': 'let x = 1\n' }))
  const use = () =>
    app.client.plans.use({
      action: 'local/fix-bug',
      projects: [project],
      args: { bug_description: 'It fails.' },
      automation_profile: 'trusted',
    })
  return { server, app, set, use }
}

it('a changed limit of model calls holds for the next call, without a restart', async () => {
  const { app, set, use } = await setup({ strategize: [{ fault: '429', retryAfter: 50 }] })
  await set('model.retry-after-ceiling-s', '7')
  const { plan_id } = await use()
  const told = async () => {
    for await (const event of await app.client.plans.activity({ plan_id }))
      for (const item of 'items' in event ? event.items : []) if (item.kind === 'retry') return item.title
    return 'nothing'
  }
  expect(await told()).toContain('in 7 s')
  await app.client.plans.stop({ plan_id })
})

it('an actor with a bounded history is sent the task and its latest answers', async () => {
  const texts = ['first answer', 'second answer', 'third answer']
  const { server, app, set, use } = await setup(() => {
    const text = texts.shift()
    return text === undefined ? { call: 'finish_strategy' } : { text, call: 'list_files' }
  })
  const source = 'name: local/forgetful\nactor: openai/gpt-5.4\nmax_history: 1\n'
  await app.client.actors.add({ source })
  await set('actor.default.strategy', 'local/forgetful')
  const used = await use()
  await server.received(4)
  await app.client.plans.cancel({ plan_id: used.plan_id })
  const last = JSON.stringify(server.requests.findLast((request) => request.phase === 'strategize')?.body)
  expect(last).toContain('It fails.')
  expect(last).toContain('third answer')
  expect(last).not.toContain('second answer')
  expect(last).not.toContain('first answer')
})
