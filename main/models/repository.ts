import { asc, eq } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { nameKey } from '@shared/model/name'
import type { Clock } from '../platform/clock'
import type { Provider } from './domain/provider'
import type { ProviderStore } from './ports'
import { providers } from './tables'

type Row = typeof providers.$inferSelect

function toProvider(row: Row): Provider {
  const { name, kind, baseUrl } = row
  return { name, kind, baseUrl, builtin: false, ...(row.apiKeyEnv === null ? {} : { apiKeyEnv: row.apiKeyEnv }) }
}

/** The providers that were added, in the database. */
export function createProviderStore(db: BetterSQLite3Database, clock: Clock): ProviderStore {
  return {
    find(name) {
      const row = db
        .select()
        .from(providers)
        .where(eq(providers.nameKey, nameKey(name)))
        .get()
      return row && toProvider(row)
    },
    list: () => db.select().from(providers).orderBy(asc(providers.nameKey)).all().map(toProvider),
    add({ name, kind, baseUrl = '', apiKeyEnv }) {
      db.insert(providers)
        .values({ nameKey: nameKey(name), name, kind, baseUrl, apiKeyEnv, createdAt: clock() })
        .run()
    },
    remove(name) {
      db.delete(providers)
        .where(eq(providers.nameKey, nameKey(name)))
        .run()
    },
  }
}
