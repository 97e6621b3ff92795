import { chmodSync, closeSync, copyFileSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { failed } from '@shared/model/refusal'
import { keepStatements } from './keep-statements'
import { migrate } from './migrate'

export type Db = BetterSQLite3Database

export type OpenDatabase = {
  readonly db: Db
  readonly sqlite: Sqlite.Database
  readonly file: string
  /** Names of the migrations that opening ran. */
  readonly migrated: readonly string[]
  close(): void
}

/** Only the owner may read what plans said and did; SQLite gives the files beside it the mode of the database. */
function keepPrivate(file: string): void {
  if (file === ':memory:' || process.platform === 'win32') return
  closeSync(openSync(file, 'a', 0o600))
  for (const one of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(one)) continue
    try {
      chmodSync(one, 0o600)
    } catch (error) {
      // A file of somebody else, or a file system without modes: the folder around it is what keeps others out then.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    }
  }
}

function openFile(file: string): Sqlite.Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    keepPrivate(file)
    const sqlite = new Sqlite(file)
    sqlite.pragma('journal_mode = WAL')
    return sqlite
  } catch (error) {
    throw failed('database.cannot_open', `The database ${file} cannot be opened; nothing was changed.`, {
      hint: 'Check that the data folder can be written and that the file is a CleverAgents database.',
      details: { reason: error instanceof Error ? error.message : String(error) },
    })
  }
}

/**
 * Opens the database of a data folder and brings it to this build's schema.
 * Before an existing database is changed, a copy is kept in `backups/` beside it.
 */
export function openDatabase(file: string, now: () => number = Date.now): OpenDatabase {
  const sqlite = openFile(file)
  // NORMAL is safe against a killed process in WAL mode; only a power cut may lose the last commits.
  sqlite.pragma('synchronous = NORMAL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  const backup = () => {
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
    const folder = join(dirname(file), 'backups')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
    const copy = join(folder, `before-migration-${stamp}.db`)
    if (!existsSync(file)) return
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
  }
  try {
    const migrated = migrate(sqlite, { backup, now })
    return { db: drizzle(keepStatements(sqlite)), sqlite, file, migrated, close: () => sqlite.close() }
  } catch (error) {
    sqlite.close()
    throw error
  }
}
