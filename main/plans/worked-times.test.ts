import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate, migrations } from '../infrastructure/db/migrate'
import { createPlans } from './repository'

it('counts only the time in which a phase ran, not the time that a person took', () => {
  const sqlite = new Sqlite(':memory:')
  migrate(sqlite, { known: migrations, backup: () => undefined, now: () => 1 })
  sqlite.pragma('foreign_keys = OFF')
  const insert = sqlite.prepare(
    `INSERT INTO plan_events (plan_id, seq, type, phase, state, attempt, at) VALUES (?, ?, 'x', ?, ?, 1, ?)`,
  )
  const tell = (plan: string, events: readonly (readonly [string, string, number])[]) =>
    events.forEach(([phase, state, at], index) => insert.run(plan, index + 1, phase, state, at))
  tell('a', [
    ['strategize', 'queued', 0],
    ['strategize', 'processing', 100],
    ['strategize', 'awaiting_input', 1100],
    ['execute', 'queued', 60_000],
    ['execute', 'processing', 60_100],
    ['execute', 'awaiting_input', 60_600],
    ['apply', 'cancelled', 900_000],
  ])
  tell('b', [['strategize', 'processing', 1000]])
  const plans = createPlans(drizzle(sqlite))
  expect(Object.fromEntries(plans.workedTimes(5000))).toEqual({ a: 1500, b: 4000 })
  expect(Object.fromEntries(plans.workedTimes(900_000, 'a'))).toEqual({ a: 1500 })
})
