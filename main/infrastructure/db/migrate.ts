import type Database from 'better-sqlite3'
import { failed } from '@shared/model/refusal'

export type Migration = { readonly name: string; readonly sql: string }

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })

/** Every migration that this build knows, in the order of their file names. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.slice(path.lastIndexOf('/') + 1, -'.sql'.length), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** The name of the newest migration; what `agents info` shows as the schema's version. */
export function schemaVersion(known: readonly Migration[] = migrations): string {
  return known.at(-1)?.name ?? 'none'
}

/** The names that the database has been through. */
export function appliedMigrations(sqlite: Database.Database): ReadonlySet<string> {
  const table = sqlite.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'`).get()
  if (!table) return new Set()
  const rows = sqlite.prepare('SELECT name FROM migrations').all() as { name: string }[]
  return new Set(rows.map((row) => row.name))
}

/**
 * Brings a database to this build's schema by running every migration whose name it has not been through.
 * The set decides, not an order or a timestamp: a migration merged late still runs.
 * Refuses a database that has been through a migration that this build does not know.
 * `backup` runs once before the first change of a database that already has content.
 */
export function migrate(
  sqlite: Database.Database,
  options: { readonly backup: () => void; readonly known?: readonly Migration[]; readonly now: () => number },
): readonly string[] {
  const known = options.known ?? migrations
  const applied = appliedMigrations(sqlite)
  const names = new Set(known.map((migration) => migration.name))
  const future = [...applied].filter((name) => !names.has(name)).sort()
  if (future.length > 0) {
    throw failed(
      'database.from_the_future',
      'The database was written by a newer version of CleverAgents; nothing was changed.',
      {
        hint: 'Update CleverAgents, or point CLEVERAGENTS_HOME at another data folder.',
        details: { unknown_migrations: future },
      },
    )
  }
  const due = known.filter((migration) => !applied.has(migration.name))
  if (due.length === 0) return []
  if (applied.size > 0) options.backup()
  sqlite.transaction(() => {
    sqlite.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
    const record = sqlite.prepare('INSERT INTO migrations (name, applied_at) VALUES (?, ?)')
    for (const migration of due) {
      sqlite.exec(migration.sql)
      record.run(migration.name, options.now())
    }
  })()
  return due.map((migration) => migration.name)
}
