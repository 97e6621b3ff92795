import { sql } from 'drizzle-orm'
import type { Db } from '../infrastructure/db/open'

/**
 * Brings plans in a copy of the database to rest, for a core that has neither their processes nor their sandboxes: it must
 * neither go on with them nor end what runs for them here. They show as interrupted when the copy is opened. Answers how
 * many there are.
 */
export function settleCopiedPlans(copy: Db): number {
  copy.run(
    sql`UPDATE plan_tool_calls SET ended = started, result = '', is_error = 1, pid = NULL, process_start = NULL WHERE ended IS NULL`,
  )
  copy.run(sql`UPDATE plan_changes SET state = 'taken_back' WHERE state = 'prepared'`)
  copy.run(sql`DELETE FROM budget_reservations`)
  // The next start takes what is being worked on as interrupted, and would begin what waits in line.
  copy.run(sql`UPDATE plans SET state = 'processing' WHERE state = 'queued'`)
  return copy.get<{ n: number }>(sql`SELECT count(*) AS n FROM plans WHERE state = 'processing'`).n
}
