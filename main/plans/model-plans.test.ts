import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Scenario } from '../../e2e/model-server'
import { git, newRepository, startTestApp, type TestApp } from '../app/testing-app'

const files = {
  'src/health.py': 'def health():\n    return check()\n',
  'tests/test_health.py': 'x = 1\n',
  '.env': 'API_TOKEN=s3cr3t-value-12345\n',
}

const decision = (confidence: number, more: object = {}) => ({
  call: 'record_decision',
  args: {
    question: 'How should /health treat database failures?',
    chosen: 'Wrap the call',
    alternatives: ['Wrap the call', 'Circuit breaker', 'Answer 503'],
    confidence,
    rationale: 'It is the smallest change.',
    ...more,
  },
})
const finishStrategy = { call: 'finish_strategy', args: { summary: 'Wrap it.' } }
const edit = { call: 'edit_file', args: { path: 'src/health.py', old: 'return check()', new: 'return safe(check)' } }
const finishExecution = { call: 'finish_execution', args: { summary: 'Done.' } }
const good: Scenario = {
  strategize: [
    { calls: [{ call: 'read_file', args: { path: 'src/health.py' } }, { call: 'list_files' }] },
    decision(0.95),
    finishStrategy,
  ],
  execute: [
    { call: 'read_file', args: { path: 'src/health.py' } },
    edit,
    { call: 'run_command', args: { command: 'cat src/health.py' } },
    finishExecution,
  ],
}

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setup(scenario: Scenario, action = 'local/fix-bug') {
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const folder = newRepository(files)
  const app = await startTestApp({
    env: {
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: 'sk-test-key-that-is-secret-123',
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'sk-ant-test-456789',
    },
  })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const project = await app.project(folder)
  const use = (profile: string) =>
    app.client.plans.use({
      action,
      projects: [project],
      args: { bug_description: 'The /health endpoint fails.' },
      automation_profile: profile,
    })
  return { server, app, folder, use }
}

const nodesOf = async (app: TestApp, planId: string, superseded = false) =>
  (await app.client.plans.tree({ plan_id: planId, show_superseded: superseded })).nodes

describe('a plan with a model', () => {
  it.each(['openai/gpt-5.4', 'anthropic/claude-sonnet-5-5'])('goes through all phases with %s', async (model) => {
    const { app, folder, use, server } = await setup(good)
    for (const role of ['strategy', 'execution'])
      await app.client.settings.set({ key: `actor.default.${role}`, value: model })
    const used = await use('trusted')
    const rested = await app.rest(used.plan_id)
    expect(rested).toMatchObject({
      phase: 'execute',
      state: 'awaiting_input',
      reason: 'phase_gate',
      files_modified: 1,
      tool_calls: 5,
    })
    expect(rested.tokens.total).toBeGreaterThan(0)
    const nodes = await nodesOf(app, used.plan_id)
    const choice = nodes.find((node) => node.type === 'strategy_choice')!
    expect(choice).toMatchObject({ chosen: 'Wrap the call', confidence: 0.95, parent_id: nodes[0]!.id })
    const tools = nodes.filter((node) => node.type === 'tool_invocation')
    expect(tools.map((node) => node.question)).toEqual(['edit_file', 'run_command'])
    expect(tools.every((node) => node.parent_id === choice.id)).toBe(true)
    const detail = await app.client.plans.explain({ decision_id: choice.id, show_context: true })
    expect(detail.context?.entries.some((entry) => entry.name.includes('health.py'))).toBe(true)
    const artifacts = await app.client.plans.artifacts({ plan_id: used.plan_id })
    expect(artifacts.checkpoints[0]?.label).toBe('before the first write')
    expect(artifacts.checkpoints.length).toBe(2)
    const first = JSON.stringify(
      server.requests.find((request) => JSON.stringify(request.body).includes('finish_strategy'))?.body,
    )
    expect(first).toContain('no longer reproduces')
    expect(first).toContain('The /health endpoint fails.')
    await app.client.plans.apply({ plan_id: used.plan_id, mode: 'squash' })
    expect(readFileSync(join(folder, 'src/health.py'), 'utf8')).toContain('safe(check)')
    expect(git(folder, 'log', '-1', '--format=%P').trim().split(' ')).toHaveLength(1)
    expect(app.faults).toEqual([])
  })

  it('pauses below the threshold, takes another alternative, and tells the model', async () => {
    const { app, use, server } = await setup({ ...good, strategize: [decision(0.48), finishStrategy] })
    const used = await use('supervised')
    const paused = await app.rest(used.plan_id)
    expect(paused).toMatchObject({
      phase: 'strategize',
      state: 'awaiting_input',
      reason: 'low_confidence',
      waiting_decisions: 1,
    })
    const waiting = (await nodesOf(app, used.plan_id)).find((node) => node.waiting)!
    expect(waiting).toMatchObject({ chosen: '', proposed: 'Wrap the call', threshold: 0.7 })
    expect(waiting.alternatives.map((one) => one.text)).toEqual(['Wrap the call', 'Circuit breaker', 'Answer 503'])
    await expect(app.client.plans.approve({ plan_id: used.plan_id, choose: 9 })).rejects.toMatchObject({
      code: 'INVALID',
    })
    await app.client.plans.approve({ plan_id: used.plan_id, choose: 3 })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'strategize', reason: 'phase_gate' })
    const answered = await app.client.plans.explain({ decision_id: waiting.id })
    expect(answered).toMatchObject({ chosen: 'Answer 503', answered_by: 'person' })
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('chose instead (3): Answer 503')
  })

  it('supersedes a paused decision that is answered with guidance and has it decided anew', async () => {
    const { app, use, server } = await setup({
      ...good,
      strategize: [decision(0.4), decision(0.9, { chosen: 'Answer 503' }), finishStrategy],
    })
    const used = await use('supervised')
    await app.rest(used.plan_id)
    const prompted = await app.client.plans.prompt({ plan_id: used.plan_id, text: 'Answer 503 with Retry-After.' })
    expect(prompted.decision_id).toHaveLength(26)
    expect(await app.rest(used.plan_id)).toMatchObject({
      phase: 'strategize',
      reason: 'phase_gate',
      guidance: { pending: [], applied: 1 },
    })
    const nodes = await nodesOf(app, used.plan_id, true)
    expect(nodes.filter((node) => node.superseded).map((node) => node.superseded_by)).toEqual([prompted.decision_id])
    expect(nodes.filter((node) => node.type === 'user_intervention')).toHaveLength(1)
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Answer 503 with Retry-After.')
  })

  it('flags decisions for the review at the gate under the manual profile instead of pausing at each', async () => {
    const { app, use } = await setup(good)
    const used = await use('manual')
    await app.client.plans.execute({ plan_id: used.plan_id })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'strategize', reason: 'phase_gate' })
    expect((await nodesOf(app, used.plan_id)).filter((node) => node.flagged)).toHaveLength(1)
  })

  it('errs with the raw answer kept where the model neither decides nor finishes, and restarts there', async () => {
    const { app, use, server } = await setup({ strategize: [{ text: 'Sorry, I cannot help with that.' }] })
    const used = await use('trusted')
    const errored = await app.rest(used.plan_id)
    expect(errored).toMatchObject({
      phase: 'strategize',
      state: 'errored',
      error: { code: 'model.no_decision', recoverable: true },
    })
    expect(errored.error?.raw).toContain('Sorry, I cannot help')
    const { items } = await app.client.inbox.list()
    expect(items).toMatchObject([{ kind: 'error', plan_id: used.plan_id, error: errored.error }])
    server.setScenario(good)
    await app.client.plans.execute({ plan_id: used.plan_id })
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate', attempt: 2 })
  })

  it('goes on after faults of the server that pass, and tells the model of arguments it got wrong', async () => {
    const { app, use } = await setup({
      strategize: [
        { fault: '429', retryAfterMs: 20 },
        { fault: 'drop', call: 'list_files' },
        { fault: '500' },
        decision(0.9),
        finishStrategy,
      ],
      execute: [
        { fault: 'malformed', call: 'edit_file' },
        { call: 'edit_file', args: { path: 'src/nope.py', old: 'a', new: 'b' } },
        edit,
        finishExecution,
      ],
    })
    const used = await use('trusted')
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
  })

  it('refuses writes in Strategize and lets a read-only action run and report', async () => {
    const { app, use } = await setup({ ...good, strategize: [edit, decision(0.9), finishStrategy] })
    const used = await use('trusted')
    expect(await app.rest(used.plan_id)).toMatchObject({ phase: 'execute', reason: 'phase_gate' })
    const activity = app.database.sqlite
      .prepare(`SELECT body FROM plan_activity WHERE kind = 'tool_result' AND tool = 'edit_file' ORDER BY seq`)
      .all() as { body: string }[]
    expect(activity[0]?.body).toContain('Strategize only reads')
    const source =
      'name: local/look\ndescription: Look\ndefinition_of_done: A report\nread_only: true\nargs:\n  - name: bug_description\n    type: string\n'
    await app.client.actions.create({ source })
    const looked = await app.client.plans.use({
      action: 'local/look',
      projects: ['local/demo'],
      automation_profile: 'trusted',
    })
    expect(await app.rest(looked.plan_id)).toMatchObject({ phase: 'apply', state: 'applied', report: 'Done.' })
    expect((await app.client.plans.diff({ plan_id: looked.plan_id })).files).toEqual([])
  })

  it('masks secrets of files and keys in prompts and in what is stored', async () => {
    const { app, use, server } = await setup({
      ...good,
      strategize: [{ call: 'read_file', args: { path: '.env' } }, decision(0.9), finishStrategy],
    })
    const used = await use('trusted')
    await app.rest(used.plan_id)
    const sent = JSON.stringify(server.requests.map((request) => request.body))
    expect(sent).not.toContain('s3cr3t-value-12345')
    const stored = app.database.sqlite.prepare('SELECT group_concat(turn) AS turns FROM plan_turns').get() as {
      turns: string
    }
    expect(stored.turns).not.toContain('s3cr3t-value-12345')
    expect(stored.turns).not.toContain('sk-test-key-that-is-secret-123')
  })
})

describe('stopping and interruption', () => {
  it('stops a running step at once, keeps the work, and resumes', async () => {
    const { app, use, server } = await setup({ ...good, execute: [edit, { fault: 'hang' }, finishExecution] })
    const used = await use('trusted')
    await server.received(5)
    const stopped = await app.client.plans.stop({ plan_id: used.plan_id })
    expect(stopped).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'stopped' })
    await expect(app.client.plans.stop({ plan_id: used.plan_id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await app.client.plans.execute({ plan_id: used.plan_id })
    expect(await app.rest(used.plan_id)).toMatchObject({ reason: 'phase_gate', files_modified: 1, attempt: 1 })
  })

  it('queues guidance on a running plan for its next step', async () => {
    const { app, use, server } = await setup({
      ...good,
      strategize: [{ fault: 'slow', call: 'list_files' }, decision(0.9), finishStrategy],
    })
    const used = await use('trusted')
    await server.received(1)
    const prompted = await app.client.plans.prompt({ plan_id: used.plan_id, text: 'Mind the tests.' })
    expect(prompted).toMatchObject({ state: 'processing', guidance: { pending: ['Mind the tests.'] } })
    server.pace.finish()
    await app.rest(used.plan_id)
    expect(JSON.stringify(server.requests[1]?.body)).toContain('Mind the tests.')
  })
})
