import { asc, count, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '../infrastructure/db/open'
import { inboxSnoozes, planArchives } from './tables'

export type Snooze = { readonly itemId: string; readonly planId: string; readonly until: number }

export type SetAside = ReturnType<typeof createSetAside>

/** What a person has put out of sight. An item's id changes with its plan, so a snooze never hides something new. */
export function createSetAside(db: Db) {
  return {
    archive(planIds: readonly string[], at: number): void {
      for (const planId of planIds) db.insert(planArchives).values({ planId, at }).onConflictDoNothing().run()
    },
    unarchive(planIds: readonly string[]): void {
      db.delete(planArchives)
        .where(inArray(planArchives.planId, [...planIds]))
        .run()
    },
    archivedCount(): number {
      return db.select({ n: count() }).from(planArchives).get()?.n ?? 0
    },
    snooze(snooze: Snooze): void {
      db.insert(inboxSnoozes)
        .values(snooze)
        .onConflictDoUpdate({ target: inboxSnoozes.itemId, set: { until: snooze.until } })
        .run()
    },
    wake(itemId: string): void {
      db.delete(inboxSnoozes).where(eq(inboxSnoozes.itemId, itemId)).run()
    },
    /** Those that still hold at that moment, the first to end first. */
    snoozes(now: number): readonly Snooze[] {
      return db.select().from(inboxSnoozes).where(gt(inboxSnoozes.until, now)).orderBy(asc(inboxSnoozes.until)).all()
    },
    /** Forgets those that have ended by then, and answers with them. */
    takeEnded(now: number): readonly Snooze[] {
      return db.delete(inboxSnoozes).where(lte(inboxSnoozes.until, now)).returning().all()
    },
  }
}
