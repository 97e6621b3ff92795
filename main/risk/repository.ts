import { and, eq } from 'drizzle-orm'
import type { Db } from '../infrastructure/db/open'
import type { Clock } from '../platform/clock'
import type { Risk } from './domain/risk'
import { planRisks } from './tables'

export type RiskRows = ReturnType<typeof createRiskRows>

/** What is known of the risk of each state of a plan's files. */
export function createRiskRows(db: Db, clock: Clock) {
  return {
    /** Null where that source has not said anything about this state. */
    of(planId: string, tree: string, source: Risk['source']): readonly Risk[] | null {
      const where = and(eq(planRisks.planId, planId), eq(planRisks.tree, tree), eq(planRisks.source, source))
      const row = db.select({ risks: planRisks.risks }).from(planRisks).where(where).get()
      return row ? (JSON.parse(row.risks) as { value: readonly Risk[] }).value : null
    },
    put(planId: string, tree: string, source: Risk['source'], risks: readonly Risk[]): void {
      const told = { risks: JSON.stringify({ v: 1, value: risks }), at: clock() }
      db.insert(planRisks)
        .values({ planId, tree, source, ...told })
        .onConflictDoUpdate({ target: [planRisks.planId, planRisks.tree, planRisks.source], set: told })
        .run()
    },
  }
}
