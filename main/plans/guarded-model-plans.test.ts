import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Scenario, type Step } from '../../e2e/model-server'
import { newRepository, startTestApp } from '../app/testing-app'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setup(scenario: Scenario) {
  const server = await startModelServer({ scenario })
  cleanups.push(() => server.close())
  const folder = newRepository({ 'src/a.txt': 'one\n', 'migrations/1.sql': 'select 1\n' })
  const app = await startTestApp({
    env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-test-key-that-is-secret-123' },
  })
  cleanups.push(() => app.close())
  for (const role of ['strategy', 'execution'])
    await app.client.settings.set({ key: `actor.default.${role}`, value: 'openai/gpt-5.4' })
  const project = await app.project(folder)
  const use = async (profile: string) => {
    const args = { bug_description: 'It fails.' }
    const used = await app.client.plans.use({
      action: 'local/fix-bug',
      projects: [project],
      args,
      automation_profile: profile,
    })
    return app.rest(used.plan_id)
  }
  const check = async (command: string) => {
    await app.client.validations.add({ source: `name: local/check\ncommand: ${JSON.stringify(command)}\n` })
    await app.client.validations.attach({ validation: 'local/check', project })
  }
  return { server, app, client: app.client, folder, project, use, check }
}

const decide = (question: string, chosen: string, confidence = 0.95, more: object = {}) => ({
  call: 'record_decision',
  args: { question, chosen, alternatives: [chosen, 'Something else'], confidence, rationale: 'Because.', ...more },
})
const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } })
const finishStrategy = { call: 'finish_strategy', args: { summary: 'So.' } }
const finishExecution = { call: 'finish_execution', args: { summary: 'Done.' } }
const strategize = [decide('How?', 'Plainly'), finishStrategy]

describe('fixing what failed', () => {
  it('gives the actor the failing output and runs again until it passes, with the history recorded', async () => {
    const { client, use, check, server } = await setup({
      strategize,
      execute: [write('src/a.txt', 'two\n'), finishExecution, write('src/a.txt', 'three\n'), finishExecution],
    })
    await check('grep three src/a.txt || { echo "expected three"; exit 1; }')
    const plan = await use('trusted')
    expect(plan).toMatchObject({
      phase: 'execute',
      reason: 'phase_gate',
      validations: [{ passed: true, stale: false }],
    })
    const answers = (await client.plans.tree({ plan_id: plan.plan_id })).nodes.filter(
      ({ type }) => type === 'validation_response',
    )
    expect(answers.map(({ chosen }) => chosen)).toEqual(['Fix it (1 of 3)'])
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('expected three')
    expect((await client.validations.results({ plan_id: plan.plan_id })).results.map(({ passed }) => passed)).toEqual([
      false,
      true,
    ])
  })

  it('runs the checks where nothing was changed too, and has what fails fixed', async () => {
    const { use, check } = await setup({
      strategize,
      execute: [finishExecution, write('src/a.txt', 'three\n'), finishExecution],
    })
    await check('grep three src/a.txt')
    expect(await use('ci')).toMatchObject({ state: 'applied', files_modified: 1, validations: [{ passed: true }] })
  })

  const again = [1, 2, 3, 4].flatMap((round) => [write('src/a.txt', `${round}\n`), finishExecution])

  it('after three fixes asks a person where the profile does not revise the strategy', async () => {
    const { use, check } = await setup({ strategize, execute: again })
    await check('grep right src/a.txt')
    const held = await use('trusted')
    expect(held).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'validation', attempt: 1 })
  }, 180_000)

  it('after three fixes revises the strategy where the profile lets it, and carries the new one out', async () => {
    const { client, use, check } = await setup({
      strategize: [...strategize, decide('How now?', 'The other way'), finishStrategy],
      execute: [...again, write('src/a.txt', 'right\n'), finishExecution],
    })
    await check('grep right src/a.txt')
    const revised = await use('full-auto')
    expect(revised).toMatchObject({ phase: 'apply', state: 'applied', attempt: 2 })
    const { nodes } = await client.plans.tree({ plan_id: revised.plan_id, show_superseded: true })
    const reversion = nodes.find(({ type }) => type === 'reversion')!
    expect(nodes.filter((node) => node.superseded_by === reversion.id).length).toBeGreaterThan(3)
    expect(nodes.some(({ chosen, superseded }) => chosen === 'The other way' && !superseded)).toBe(true)
  }, 180_000)

  it('leaves the first fix to a person under manual', async () => {
    const { client, use, check, app } = await setup({
      strategize,
      execute: [write('src/a.txt', 'two\n'), finishExecution],
    })
    await check('false')
    const { plan_id: id } = await use('manual')
    await client.plans.execute({ plan_id: id })
    await app.rest(id)
    await client.plans.execute({ plan_id: id })
    await app.rest(id)
    const held = await client.plans.status({ plan_id: id })
    expect(held).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'validation' })
    expect((await client.plans.tree({ plan_id: id })).nodes.some(({ type }) => type === 'validation_response')).toBe(
      false,
    )
  })
})

describe('the invariant actor', () => {
  it('judges rules in words at the end of each phase, with evidence, and is not asked again about the same', async () => {
    const judged: string[] = []
    const scenario: Scenario = (conversation) => {
      const user = conversation.events.map((event) => ('text' in event ? event.text : '')).join('\n')
      if (conversation.tools.includes('judge_invariants')) {
        judged.push(user)
        const isBroken = user.includes('end of execute')
        const verdicts = [
          { rule: 1, holds: true, evidence: 'No public API is touched.' },
          { rule: 2, holds: !isBroken, evidence: isBroken ? 'src/a.txt holds raw SQL' : 'Nothing is written yet.' },
        ]
        return { call: 'judge_invariants', args: { verdicts } }
      }
      const done = conversation.events.filter((event) => event.kind === 'assistant').length
      const steps: readonly Step[] =
        conversation.phase === 'strategize' ? strategize : [write('src/a.txt', 'SELECT 1\n'), finishExecution]
      return steps[done] ?? { text: 'Done.' }
    }
    const { app, client, use } = await setup(scenario)
    await client.settings.set({ key: 'actor.default.invariant', value: 'local/invariant-resolver' })
    await client.invariants.add({ text: 'Public APIs stay compatible', global: true })
    await client.invariants.add({ text: 'No raw SQL', global: true })
    const plan = await use('trusted')
    expect(plan).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'invariant' })
    expect(plan.actors['invariant']).toBe('builtin/invariant-resolver')
    expect(plan.invariants).toMatchObject([
      { verdict: 'holds', evidence: 'No public API is touched.' },
      { text: 'No raw SQL', verdict: 'violated', evidence: 'src/a.txt holds raw SQL' },
    ])
    expect(judged.map((text) => text.includes('+SELECT 1'))).toEqual([false, true])
    const waived = { plan_id: plan.plan_id, waive: plan.invariants[1]!.id, reason: 'A fixture' }
    await client.plans.approve(waived)
    const gate = await app.rest(plan.plan_id)
    expect(gate).toMatchObject({ reason: 'phase_gate', invariants: [{ verdict: 'holds' }, { verdict: 'waived' }] })
    // What was waived is not judged again on the same work.
    expect(judged[2] ?? '').not.toContain('2. ')
    expect(judged.length).toBeLessThanOrEqual(3)
    expect(app.faults).toEqual([])
  })
})

describe('a decision that a rule keeps for a person', () => {
  it('pauses whatever its confidence, shows why, and goes on with guidance that answers it', async () => {
    const question = 'Create Alembic migration for users table schema change?'
    const migration = decide(question, 'Add nullable orm_version column with migration', 0.82)
    const { app, client, use, project, folder } = await setup({
      strategize,
      execute: [
        migration,
        migration,
        write('migrations/2.sql', 'alter table\n'),
        write('migrations/3.sql', 'not null\n'),
        finishExecution,
      ],
    })
    const text = 'Any change to database migration files requires explicit human approval'
    await client.invariants.add({ text, projects: [project] })
    const paused = await use('trusted')
    expect(paused).toMatchObject({ phase: 'execute', state: 'awaiting_input', reason: 'low_confidence' })
    expect(paused.escalation).toMatchObject({ question, confidence: 0.82, would_proceed: true, scope: 'project', text })
    const id = paused.escalation!.decision_id
    expect((await client.plans.explain({ decision_id: id })).escalation).toMatchObject({ text, threshold: 0 })
    expect((await client.inbox.list()).items[0]?.why).toContain(text)
    await client.plans.prompt({ plan_id: paused.plan_id, text: 'Approved. Use a two-phase migration.' })
    const rested = await app.rest(paused.plan_id)
    expect(rested).toMatchObject({ phase: 'execute', reason: 'phase_gate', escalation: null, files_modified: 2 })
    await client.plans.apply({ plan_id: paused.plan_id })
    expect(readFileSync(join(folder, 'migrations/3.sql'), 'utf8')).toBe('not null\n')
    expect(app.faults).toEqual([])
  })

  it('is asked before a write at its path that no decision spoke of, and the write is left out where that is chosen', async () => {
    const { app, client, use, folder } = await setup({
      strategize,
      execute: [write('migrations/1.sql', 'drop table\n'), write('src/a.txt', 'two\n'), finishExecution],
    })
    await client.invariants.add({
      text: 'Leave it',
      global: true,
      escalate: { always: false, paths: ['migrations/**'], decision_types: [] },
    })
    const paused = await use('trusted')
    expect(paused.escalation).toMatchObject({ question: 'write_file migrations/1.sql', proposed: 'Allow it' })
    await client.plans.approve({ plan_id: paused.plan_id, choose: 2 })
    const rested = await app.rest(paused.plan_id)
    expect(rested).toMatchObject({ phase: 'execute', reason: 'phase_gate', files_modified: 1 })
    await client.plans.apply({ plan_id: paused.plan_id })
    expect(readFileSync(join(folder, 'migrations/1.sql'), 'utf8')).toBe('select 1\n')
  })
})
