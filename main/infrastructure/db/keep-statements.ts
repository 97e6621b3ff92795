import type Sqlite from 'better-sqlite3'

/** Statements that are kept; the oldest goes where another is needed. */
const most = 100

/**
 * The database as drizzle is to see it: drizzle prepares a statement anew for each query, which takes as long as running it.
 * Queries here run to their end at once, so that none is still in use when it is asked for again.
 */
export function keepStatements(sqlite: Sqlite.Database): Sqlite.Database {
  const kept = new Map<string, Sqlite.Statement>()
  const prepare = (source: string): Sqlite.Statement => {
    const known = kept.get(source)
    if (known) {
      // drizzle asks for lists where it wants them, and takes objects for granted.
      if (known.reader) known.raw(false)
      kept.delete(source)
    }
    const statement = known ?? sqlite.prepare(source)
    kept.set(source, statement)
    const [oldest] = kept.size > most ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return statement
  }
  return Object.create(sqlite, { prepare: { value: prepare } }) as Sqlite.Database
}
