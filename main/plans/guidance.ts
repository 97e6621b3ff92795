import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../infrastructure/db/open'
import { planGuidance } from './tables'

export type GuidanceItem = {
  readonly id: string
  readonly decisionId: string
  readonly text: string
  readonly applied: boolean
}

export type Guidance = ReturnType<typeof createGuidance>

/** What people told a plan: pending until a step has taken it up. */
export function createGuidance(db: Db) {
  return {
    add(item: { id: string; planId: string; decisionId: string; text: string }): void {
      db.insert(planGuidance).values(item).run()
    },
    ofPlan(planId: string): readonly GuidanceItem[] {
      const rows = db
        .select()
        .from(planGuidance)
        .where(eq(planGuidance.planId, planId))
        .orderBy(asc(planGuidance.id))
        .all()
      return rows.map((row) => ({
        id: row.id,
        decisionId: row.decisionId,
        text: row.text,
        applied: row.appliedAt !== null,
      }))
    },
    pending(planId: string): readonly GuidanceItem[] {
      return this.ofPlan(planId).filter((item) => !item.applied)
    },
    /** Takes back what no step has taken up yet. */
    withdraw(decisionId: string): void {
      const where = and(eq(planGuidance.decisionId, decisionId), isNull(planGuidance.appliedAt))
      db.delete(planGuidance).where(where).run()
    },
    markApplied(planId: string, at: number): void {
      db.update(planGuidance)
        .set({ appliedAt: at })
        .where(and(eq(planGuidance.planId, planId), isNull(planGuidance.appliedAt)))
        .run()
    },
  }
}
