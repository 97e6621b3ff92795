import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { createIds } from '../platform/ids'
import type { ActionDeps } from './ports'
import { createActionRepository } from './repository'

/** Deps over a given database, with a clock that moves on by itself and the changes that were told. */
export function actionDeps(db: BetterSQLite3Database, over: Partial<ActionDeps> = {}) {
  let time = 1_000
  const told: string[] = []
  const deps: ActionDeps = {
    actions: createActionRepository(db),
    newId: createIds(),
    now: () => (time += 1),
    changed: (topic, id) => void told.push(`${topic} ${id}`),
    env: () => ({}),
    known: () => ({}),
    ...over,
  }
  return { deps, told }
}
