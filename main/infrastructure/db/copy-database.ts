import { chmod } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Db } from './open'

/** Small enough that the core answers between two of them. */
const pagesAtOnce = 200

/**
 * Copies a database while it is in use, and lets `settle` change the copy. The copy is one file without a log beside it,
 * readable by its owner alone.
 */
export async function copyDatabase<T>(
  sqlite: Sqlite.Database,
  target: string,
  settle: (copy: Db) => T,
  tell: (bytes: number, total: number) => void,
  signal: AbortSignal,
): Promise<T> {
  const pageBytes = Number(sqlite.pragma('page_size', { simple: true }))
  await sqlite.backup(target, {
    progress: ({ totalPages, remainingPages }) => {
      signal.throwIfAborted()
      tell((totalPages - remainingPages) * pageBytes, totalPages * pageBytes)
      return pagesAtOnce
    },
  })
  await chmod(target, 0o600)
  const copy = new Sqlite(target)
  try {
    copy.pragma('journal_mode = DELETE')
    const db = drizzle(copy)
    return db.transaction(() => settle(db))
  } finally {
    copy.close()
  }
}
