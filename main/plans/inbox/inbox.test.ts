import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newRepository, startTestApp, type TestApp } from '../../app/testing-app'

let app: TestApp
let planId: string
beforeEach(async () => {
  app = await startTestApp()
  const project = await app.project(newRepository({ 'a.txt': 'one\n' }))
  const input = { action: 'local/run-command', projects: [project], args: { command: 'true' } }
  planId = (await app.client.plans.use({ ...input, automation_profile: 'manual' })).plan_id
})
afterEach(async () => {
  expect(app.faults).toEqual([])
  await app.close()
})

const error = JSON.stringify({
  v: 1,
  value: { code: 'x', message: 'It broke.', hint: '', recoverable: true, tool: null, step: null, raw: null },
})
const held = JSON.stringify({ v: 1, value: { cap: 'unknown', model: 'a/b' } })
const standings = [
  ['awaiting_input', 'phase_gate', null],
  ['awaiting_input', 'low_confidence', null],
  ['awaiting_input', 'budget', null],
  ['awaiting_input', 'rolled_back', null],
  ['awaiting_input', 'invariant', null],
  ['errored', null, error],
] as const

/** Copies of the plan that waits, of every kind in turn, each a moment younger than the one before. */
function addPlans(count: number): readonly string[] {
  const { sqlite } = app.database
  const into = (table: string, columns: string, values: string) =>
    sqlite.prepare(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE plan_id = $from`)
  const plan =
    sqlite.prepare(`INSERT INTO plans SELECT $id, version, title, action_id, action_name, phase, $state, $reason,
    gate, attempt, $error, profile_name, parent_id, made_from, outcome, files_modified, created, started, ended,
    updated + $later FROM plans WHERE id = $from`)
  const beside = [
    into('plan_projects', 'plan_id, project_id, project_name', '$id, project_id, project_name'),
    into(
      'plan_events',
      'plan_id, seq, type, phase, state, reason, attempt, at',
      '$id, seq, type, phase, state, reason, attempt, at',
    ),
  ]
  const budget = sqlite.prepare('INSERT INTO plan_budgets (plan_id, held) VALUES ($id, $held)')
  const decision =
    sqlite.prepare(`INSERT INTO decisions (id, plan_id, seq, parent_id, type, phase, attempt, question, proposed,
    chosen, alternatives, standing, rationale, reasoning, artifacts, influenced_by, created)
    VALUES ($id || $type, $id, $seq, NULL, $type, 'strategize', 1, 'Which?', 'this', 'this', $none, $standing, '', '', $none, $none, 0)`)
  const none = JSON.stringify({ v: 1, value: [] })
  const ids = Array.from({ length: count }, (_one, at) => `01COPY${String(at).padStart(20, '0')}`)
  sqlite.transaction(() => {
    for (const [at, id] of ids.entries()) {
      const [state, reason, failure] = standings[at % standings.length]!
      plan.run({ id, state, reason, error: failure, later: at + 1, from: planId })
      for (const one of beside) one.run({ id, from: planId })
      if (reason === 'budget') budget.run({ id, held })
      if (reason === 'low_confidence')
        decision.run({ id, seq: 1, type: 'implementation_choice', standing: 'waiting', none })
      if (reason === 'rolled_back') decision.run({ id, seq: 1, type: 'reversion', standing: 'decided', none })
    }
  })()
  return ids
}

/** Statements that are run while something is asked; they are kept once they were prepared, so that is not counted. */
async function statements(ask: () => Promise<unknown>): Promise<number> {
  const ways = Object.getPrototypeOf(app.database.sqlite.prepare('SELECT 1')) as Record<
    string,
    (...given: never[]) => unknown
  >
  const spies = (['all', 'get', 'run', 'iterate'] as const).map((way) => vi.spyOn(ways, way))
  await ask()
  const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return count
}

describe('the inbox of many plans', () => {
  it('asks the database no more often for many plans than for a few', async () => {
    const list = () => app.client.inbox.list({ limit: 12 })
    const pulse = () => app.client.events.pulse()
    addPlans(12)
    const few = [await statements(list), await statements(pulse)]
    expect(few.every((count) => count > 0)).toBe(true)
    app.database.sqlite.exec("DELETE FROM plan_budgets WHERE plan_id LIKE '01COPY%'")
    for (const table of ['decisions', 'plan_events', 'plan_projects'])
      app.database.sqlite.exec(`DELETE FROM ${table} WHERE plan_id LIKE '01COPY%'`)
    app.database.sqlite.exec("DELETE FROM plans WHERE id LIKE '01COPY%'")
    addPlans(600)
    expect([await statements(list), await statements(pulse)]).toEqual(few)
    expect(await pulse()).toMatchObject({ waiting: 601, failed: 100 })
  })

  it('lets other work of the core go on between the parts of a long list', async () => {
    addPlans(600)
    let turns = 0
    let answered = false
    const turn = (): void => {
      turns += 1
      if (!answered) setImmediate(turn)
    }
    setImmediate(turn)
    await app.client.inbox.list({ limit: 600 })
    answered = true
    expect(turns).toBeGreaterThanOrEqual(6)
  })

  it('lists so many as are asked for, the longest waiting or the newest first, and counts all', async () => {
    const ids = addPlans(30)
    const oldest = await app.client.inbox.list({ limit: 3 })
    expect(oldest.items.map((item) => item.plan_id)).toEqual([planId, ids[0], ids[1]])
    expect(oldest).toMatchObject({ total: 31, snoozed: [], total_snoozed: 0 })
    const newest = await app.client.inbox.list({ order: 'newest', limit: 2 })
    expect(newest.items.map((item) => item.plan_id)).toEqual([ids[29], ids[28]])
    expect(new Set((await app.client.inbox.list()).items.map((item) => item.kind))).toEqual(
      new Set(['phase_gate', 'decision', 'budget', 'other', 'error']),
    )
  })

  it('lists what one plan waits with, and tells what is snoozed apart', async () => {
    const ids = addPlans(12)
    const [item] = (await app.client.inbox.list({ plan_id: ids[1]! })).items
    expect(item).toMatchObject({ kind: 'decision', plan_id: ids[1], decision: { question: 'Which?' } })
    const until = Date.now() + 3_600_000
    await app.client.inbox.snooze({ item_id: item!.id, until })
    expect(await app.client.inbox.list({ limit: 1 })).toMatchObject({
      total: 12,
      total_snoozed: 1,
      snoozed: [{ id: item!.id, snoozed_until: until }],
    })
    expect(await app.client.events.pulse()).toMatchObject({ waiting: 12, failed: 2 })
  })

  it('leaves out a plan whose end has begun', async () => {
    const [id] = addPlans(1)
    app.database.sqlite
      .prepare(
        "INSERT INTO plan_events SELECT plan_id, seq + 1, 'cancelling', phase, state, reason, attempt, at FROM plan_events WHERE plan_id = ? ORDER BY seq DESC LIMIT 1",
      )
      .run(id)
    expect((await app.client.inbox.list()).items.map((item) => item.plan_id)).toEqual([planId])
  })
})
