import { sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'

/**
 * Lets go of every sandbox in a copy of the database: they stay with the core that has them, and one that opens the copy
 * must not touch them, nor finish or take back an Apply that is not its own.
 */
export function settleCopiedSandboxes(copy: BetterSQLite3Database, now: number): void {
  copy.run(sql`UPDATE apply_journal SET state = 'taken_back' WHERE state IN ('prepared', 'committing', 'committed')`)
  copy.run(sql`UPDATE sandboxes SET state = 'discarded', ended = ${now} WHERE state IN ('preparing', 'ready')`)
  copy.run(sql`UPDATE sandboxes SET trash = NULL`)
  copy.run(sql`DELETE FROM sandbox_asides`)
}
