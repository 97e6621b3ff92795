import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Scenario } from '../../e2e/model-server'
import { newRepository, startTestApp } from '../app/testing-app'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const asks = ['create_tool', 'select_tool']
const names = [
  'decompose_task',
  'create_tool',
  'select_tool',
  'edit_code',
  'execute_command',
  'create_file',
  'delete_content',
  'access_network',
  'install_dependency',
  'modify_config',
  'approve_plan',
]

/** A profile that works by itself up to Apply, under these guards. */
function profileText(name: string, safety: object, waits: readonly string[] = ['select_tool']): string {
  const thresholds = names.map((key) => `${key}: ${waits.includes(key) ? 1 : 0}`).join('\n')
  return `name: ${name}\n${thresholds}\nsafety: ${JSON.stringify(safety)}\n`
}

async function setup(scenario: Scenario, model = 'openai/gpt-5.4') {
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const folder = newRepository({ 'src/a.txt': 'one\n' })
  const app = await startTestApp({
    env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-key-that-is-secret-123' },
  })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: model })
  const project = await app.project(folder)
  const { client } = app
  const add = (name: string, safety: object, waits?: readonly string[]) =>
    client.profiles.add({ source: profileText(name, safety, waits) })
  const begin = (profile: string) =>
    client.plans.use({
      action: 'local/fix-bug',
      projects: [project],
      args: { bug_description: 'It fails.' },
      automation_profile: profile,
    })
  const use = async (profile: string) => app.rest((await begin(profile)).plan_id)
  const waiting = async (id: string) => (await client.plans.tree({ plan_id: id })).nodes.find((node) => node.waiting)
  const inboxOf = async (id: string) => (await client.inbox.list()).items.filter((item) => item.plan_id === id)
  return { server, app, client, project, add, begin, use, waiting, inboxOf }
}

const usage = { input: 1000, output: 1000 }
const decide = {
  call: 'record_decision',
  args: { question: 'How?', chosen: 'Plainly', alternatives: ['Plainly'], confidence: 0.95, rationale: 'Because.' },
  usage,
}
const write = (path: string) => ({ call: 'write_file', args: { path, content: 'new\n' } })
const finishStrategy = { call: 'finish_strategy', args: { summary: 'So.' }, usage }
const finishExecution = { call: 'finish_execution', args: { summary: 'Done.' }, usage }
const strategize = [decide, finishStrategy]

describe('a tool that the profile denies', () => {
  it('asks a person, who allows the call, then the tool for the plan', async () => {
    const execute = ['a', 'b', 'c'].map((name) => ({ ...write(`src/${name}.txt`), usage }))
    const { app, client, add, use, waiting, inboxOf } = await setup({ strategize, execute })
    await add('local/no-writes', { deny_tools: ['write_file'] })
    const held = await use('no-writes')
    const id = held.plan_id
    expect(held).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'guard', files_modified: 0 })
    expect(await waiting(id)).toMatchObject({ type: 'tool_invocation', question: 'write_file src/a.txt' })
    const [item] = await inboxOf(id)
    expect(item).toMatchObject({ kind: 'guard', why: 'The profile denies write_file.', detail: 'new\n' })
    expect(item?.decision?.alternatives.map(({ text }) => text)).toEqual([
      'Allow this call',
      'Allow write_file for this plan',
      'Refuse it',
    ])
    expect((await client.plans.execute({ plan_id: id })).warning).toContain('a tool call waits for an answer')
    await client.plans.approve({ plan_id: id })
    expect(await app.rest(id)).toMatchObject({ reason: 'guard', files_modified: 1 })
    await client.plans.approve({ plan_id: id, choose: 2 })
    expect(await app.rest(id)).toMatchObject({ reason: 'phase_gate', files_modified: 3 })
    expect(app.faults).toEqual([])
  })

  it('is not run where the person refuses it, or says what to do instead', async () => {
    const execute = [write('src/a.txt'), write('src/b.txt')]
    const { app, client, add, use, server } = await setup({ strategize, execute })
    await add('local/no-writes', { deny_tools: ['write_file'] })
    const { plan_id: id } = await use('no-writes')
    await client.plans.approve({ plan_id: id, choose: 3 })
    expect(await app.rest(id)).toMatchObject({ reason: 'guard', files_modified: 0 })
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('A person did not allow this call.')
    await client.plans.prompt({ plan_id: id, text: 'Leave the files alone.' })
    expect(await app.rest(id)).toMatchObject({ phase: 'apply', state: 'applied', files_modified: 0 })
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Leave the files alone.')
  })

  it('under ci ends the plan with the reason, where the project’s profile denies it', async () => {
    const { app, client, add, use, project } = await setup({ strategize, execute: [write('src/a.txt')] })
    await add('local/no-writes', { deny_tools: ['write_file'] })
    await client.projects.set({ project, automation_profile: 'no-writes' })
    const ended = await use('ci')
    expect(ended).toMatchObject({ phase: 'execute', state: 'errored', automation_profile: 'ci' })
    expect(ended.error).toMatchObject({ code: 'would_wait.guard' })
    expect(ended.error?.message).toContain('The profile denies write_file.')
    expect(ended.guards).toContain('Using write_file ends the plan.')
    await expect(client.profiles.remove({ profile: 'no-writes' })).rejects.toThrow(/the project local\/demo/)
    expect(app.faults).toEqual([])
  })

  it('asks about a built-in actor’s call too, which then runs as it was allowed', async () => {
    const { app, client, add, project } = await setup({})
    await add('local/no-commands', { deny_tools: ['run_command'] })
    const used = await client.plans.use({
      action: 'local/run-command',
      projects: [project],
      args: { command: 'echo two > src/a.txt' },
      automation_profile: 'no-commands',
    })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', reason: 'guard' })
    await client.plans.approve({ plan_id: used.plan_id })
    expect(await app.rest(used.plan_id)).toMatchObject({ reason: 'phase_gate', files_modified: 1 })
  })
})

it('lets as many calls of one step run as the profile says, and asks about the next', async () => {
  const calls = ['a', 'b', 'c'].map((name) => write(`src/${name}.txt`))
  const { app, client, add, use, waiting } = await setup({ strategize, execute: [{ calls }, finishExecution] })
  await add('local/two', { max_calls_per_step: 2 })
  const held = await use('two')
  expect(held).toMatchObject({ reason: 'guard', files_modified: 2 })
  expect((await waiting(held.plan_id))?.question).toBe('write_file src/c.txt')
  await client.plans.approve({ plan_id: held.plan_id, choose: 2 })
  expect(await app.rest(held.plan_id)).toMatchObject({ reason: 'phase_gate', files_modified: 3 })
})

it('holds a running plan to the profile it is given, from its next step on', async () => {
  const execute = [
    { ...write('src/a.txt'), usage },
    { ...write('src/b.txt'), usage },
  ]
  const { app, client, add, use, project } = await setup({ strategize, execute })
  await add('local/open', {}, asks)
  await add('local/tight', { allow_tools: ['read_file'], max_retries_per_step: 0 })
  const { plan_id: id } = await use('open')
  const lowered = await client.plans.setProfile({ plan_id: id, automation_profile: 'tight' })
  expect(lowered.guards).toContain('Using anything but read_file asks you.')
  await client.plans.execute({ plan_id: id })
  expect(await app.rest(id)).toMatchObject({ phase: 'execute', reason: 'guard', files_modified: 0 })

  // A cap below what was spent holds before the next tool runs.
  await add('local/spent', { max_cost_per_plan: 0.001 })
  await client.plans.setProfile({ plan_id: id, automation_profile: 'spent' })
  await client.plans.approve({ plan_id: id })
  const held = await app.rest(id)
  expect(held).toMatchObject({ reason: 'budget', files_modified: 1, budget: { cap_usd: 0.001 } })
  // A profile of the plan loosens nothing that its project had when it was made.
  await client.projects.set({ project, automation_profile: 'tight' })
  const other = await use('trusted')
  await client.plans.setProfile({ plan_id: other.plan_id, automation_profile: 'full-auto' })
  expect((await client.plans.status({ plan_id: other.plan_id })).guards).toContain(
    'Using anything but read_file asks you.',
  )
})

describe('a budget', () => {
  it('pauses before the call that could pass it, keeps the work, and goes on once it is raised', async () => {
    const execute = [{ ...write('src/a.txt'), usage: { input: 1000, output: 4000 } }, finishExecution]
    const { app, client, add, use, inboxOf, server } = await setup({ strategize, execute })
    await add('local/capped', { max_cost_per_plan: 0.17 })
    const held = await use('capped')
    const id = held.plan_id
    expect(held).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'budget', files_modified: 1 })
    expect(held.budget).toMatchObject({ cap_usd: 0.17, reserved_usd: 0, held: { cap: 'plan' } })
    expect(held.budget.used_usd).toBeLessThanOrEqual(0.17)
    expect(held.budget.held?.why).toMatch(/^The cap for this plan is \$0\.17; \$0\.\d\d are used/)
    const asked = server.requests.length
    expect(await inboxOf(id)).toMatchObject([{ kind: 'budget', budget: { held: { cap: 'plan' } } }])
    await expect(client.plans.approve({ plan_id: id, budget_usd: 0.01 })).rejects.toThrow(/would not be enough/)
    expect(server.requests).toHaveLength(asked)
    await client.plans.approve({ plan_id: id, budget_usd: held.budget.held?.suggested_usd ?? 0 })
    const done = await app.rest(id)
    expect(done).toMatchObject({ reason: 'phase_gate', files_modified: 1, budget: { raised: true, held: null } })
    await expect(client.plans.approve({ plan_id: id, budget_usd: 9 })).rejects.toThrow(/does not wait for its budget/)
    const said = (await client.plans.tree({ plan_id: id })).nodes.find((node) => node.type === 'user_intervention')
    expect(said?.chosen).toMatch(/^This plan may cost \$/)
    expect(app.faults).toEqual([])
  })

  it('of the configuration is raised there, and under ci ends the plan', async () => {
    const { app, client, use } = await setup({ strategize, execute: [write('src/a.txt')] })
    await client.settings.set({ key: 'limits.total-cost-usd', value: '0.02' })
    const ended = await use('ci')
    expect(ended).toMatchObject({ state: 'errored', error: { code: 'would_wait.budget' } })
    expect(ended.error?.message).toContain('The setting for all plans together is $0.02')
    const held = await use('trusted')
    expect(held).toMatchObject({ phase: 'strategize', reason: 'budget', budget: { held: { cap: 'total_setting' } } })
    await expect(client.plans.approve({ plan_id: held.plan_id, budget_usd: 5 })).rejects.toThrow(
      /limits\.total-cost-usd/,
    )
    await client.settings.set({ key: 'limits.total-cost-usd', value: '5' })
    await client.plans.approve({ plan_id: held.plan_id })
    expect(await app.rest(held.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
  })

  it('pauses before the first call of a model whose price nobody knows, unless that is allowed', async () => {
    const { app, client, add, use, server } = await setup({ strategize }, 'openai/brand-new')
    await add('local/capped', { max_cost_per_plan: 1 })
    const held = await use('capped')
    expect(held).toMatchObject({ reason: 'budget', budget: { held: { cap: 'unknown', model: 'openai/brand-new' } } })
    expect(server.requests).toEqual([])
    expect(held.next_steps[0]).toContain('--allow-unknown-cost')
    await expect(client.plans.approve({ plan_id: held.plan_id, budget_usd: 9 })).rejects.toThrow(/not known/)
    await client.plans.approve({ plan_id: held.plan_id, allow_unknown_cost: true })
    expect(await app.rest(held.plan_id)).toMatchObject({ phase: 'apply', state: 'applied' })
    await add('local/open', { max_cost_per_plan: 1, allow_unknown_cost: true })
    expect(await use('open')).toMatchObject({ phase: 'apply', state: 'applied' })
  })

  it('is never passed by plans that work side by side', async () => {
    const { app, client, begin } = await setup(() => ({ ...write('src/a.txt'), usage: { input: 2000, output: 4000 } }))
    await client.settings.set({ key: 'limits.total-cost-usd', value: '0.9' })
    await client.settings.set({ key: 'plan.concurrency', value: '6' })
    const begun = await Promise.all(['trusted', 'auto', 'trusted', 'auto', 'trusted', 'auto'].map(begin))
    const rested = await Promise.all(begun.map(({ plan_id: id }) => app.rest(id)))
    expect(rested.map(({ reason }) => reason)).toEqual(rested.map(() => 'budget'))
    const total = rested.reduce((sum, plan) => sum + (plan.cost_usd ?? 0), 0)
    expect(total).toBeLessThanOrEqual(0.9)
    // Nobody waits for a person while what others have only set aside would do.
    expect(total).toBeGreaterThan(0.7)
    expect(rested[0]?.budget).toMatchObject({ reserved_usd: 0, total_cap_usd: 0.9 })
  }, 60_000)

  it('is given back by a call that failed, which is tried again as often as the profile lets it', async () => {
    const failing = [{ fault: '500' as const }, { fault: '500' as const }, ...strategize]
    const { add, use, server } = await setup({ strategize: failing })
    await add('local/once', { max_retries_per_step: 1, max_cost_per_plan: 5 })
    expect(await use('once')).toMatchObject({ state: 'errored', budget: { reserved_usd: 0, used_usd: 0 } })
    expect(server.requests).toHaveLength(2)
  })
})
