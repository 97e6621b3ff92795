import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { builtinProviders } from '../models'
import type { Provider } from '../models'
import { createIds } from '../platform/ids'
import type { ActorDeps } from './ports'
import { createActorRepository } from './repository'

const migration = resolve(import.meta.dirname, '../infrastructure/db/migrations/0041_actors.sql')

/** An actor's YAML as it comes along with the tests. */
export function fixture(name: string): string {
  return readFileSync(resolve(import.meta.dirname, 'fixtures', `${name}.yaml`), 'utf8')
}

/** Everything that the slice needs, on a database in memory; the providers are the built-in ones and `My-LLM`. */
export function actorDeps(changes: Partial<ActorDeps> = {}): ActorDeps & { readonly told: string[] } {
  const sqlite = new Sqlite(':memory:')
  sqlite.exec(readFileSync(migration, 'utf8'))
  const own: Provider = { name: 'My-LLM', kind: 'openai-compatible', baseUrl: 'http://localhost:1/v1', builtin: false }
  const all = [...builtinProviders, own]
  const told: string[] = []
  return {
    actors: createActorRepository(drizzle(sqlite)),
    providers: {
      list: () => all,
      find: (name) => all.find((provider) => provider.name.toLowerCase() === name.toLowerCase()),
    },
    env: () => ({}),
    defaultActor: () => undefined,
    users: () => [],
    clock: () => Date.UTC(2026, 10, 30),
    newId: createIds(),
    changed: (id) => void told.push(id),
    told,
    ...changes,
  }
}
