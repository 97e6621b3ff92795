import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { conflict } from '@shared/model/refusal'
import type { Db } from '../../infrastructure/db/open'
import type { Clock } from '../../platform/clock'
import { planChanges } from '../tables'
import type { ChangeData, ChangeKind, PlanChange } from './plan-change'

type Row = typeof planChanges.$inferSelect

const pack = (value: unknown): string => JSON.stringify({ v: 1, value })

function changeFrom(row: Row): PlanChange {
  return {
    ...row,
    kind: row.kind as ChangeKind,
    state: row.state as PlanChange['state'],
    data: (JSON.parse(row.data) as { value: ChangeData }).value,
  }
}

export function refuseWhileChanging(planId: string) {
  return conflict('plan.changing', `Plan ${planId} is being rolled back, corrected or undone; nothing was changed.`, {
    hint: 'Look at the plan again in a moment.',
    details: { plan_id: planId },
  })
}

/** What is asked of the journal. */
function createChangeReads(db: Db) {
  return {
    open: (): readonly PlanChange[] =>
      db
        .select()
        .from(planChanges)
        .where(eq(planChanges.state, 'prepared'))
        .orderBy(asc(planChanges.id))
        .all()
        .map(changeFrom),
    /** The last rollback or correction that has not been undone. */
    latest(planId: string): PlanChange | undefined {
      const where = and(
        eq(planChanges.planId, planId),
        eq(planChanges.state, 'done'),
        sql`${planChanges.kind} <> 'undo' AND ${planChanges.undoneBy} IS NULL`,
      )
      const row = db
        .select()
        .from(planChanges)
        .where(where)
        .orderBy(sql`${planChanges.id} DESC`)
        .limit(1)
        .get()
      return row && changeFrom(row)
    },
    /** The change of a plan that came next, where one did. */
    after(change: PlanChange): PlanChange | undefined {
      const where = and(
        eq(planChanges.planId, change.planId),
        eq(planChanges.state, 'done'),
        gt(planChanges.id, change.id),
      )
      const row = db.select().from(planChanges).where(where).orderBy(asc(planChanges.id)).limit(1).get()
      return row && changeFrom(row)
    },
    /** Corrections of a plan, oldest first. */
    corrections(planId: string): readonly PlanChange[] {
      const where = and(
        eq(planChanges.planId, planId),
        eq(planChanges.kind, 'correction'),
        eq(planChanges.state, 'done'),
      )
      return db.select().from(planChanges).where(where).orderBy(asc(planChanges.id)).all().map(changeFrom)
    },
    /** The correction that an id, or the id of the decision it added, stands for, with pieces of both looked up. */
    correctionsLike(query: string): readonly { readonly id: string; readonly newDecisionId: string }[] {
      const key = query.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
      const where = sql`kind = 'correction' AND state = 'done' AND (id LIKE ${`${key}%`} OR id LIKE ${`%${key}`}
        OR new_decision_id LIKE ${`${key}%`} OR new_decision_id LIKE ${`%${key}`})`
      return db
        .select({ id: planChanges.id, newDecisionId: sql<string>`${planChanges.newDecisionId}` })
        .from(planChanges)
        .where(where)
        .limit(50)
        .all()
    },
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>

/** The journal of rollbacks, corrections and undos. Synchronous, so that a change and its effects are one transaction. */
export function createChangeLog(db: Db, clock: Clock) {
  const isOpen = (planId: string): boolean => {
    const where = and(eq(planChanges.planId, planId), eq(planChanges.state, 'prepared'))
    return db.select({ id: planChanges.id }).from(planChanges).where(where).get() !== undefined
  }
  const byId = (id: string): PlanChange | undefined => {
    const row = db.select().from(planChanges).where(eq(planChanges.id, id)).get()
    return row && changeFrom(row)
  }
  const put = (id: string, set: Partial<Row>): void => {
    db.update(planChanges)
      .set({ ...set, updated: clock() })
      .where(eq(planChanges.id, id))
      .run()
  }
  return {
    isOpen,
    byId,
    /** Claims the plan: of two changes that meet, one wins and the other is a conflict. */
    begin(change: Omit<PlanChange, 'state' | 'undoneBy' | 'created' | 'updated'>): void {
      if (isOpen(change.planId)) throw refuseWhileChanging(change.planId)
      const now = clock()
      const row = { ...change, data: pack(change.data), state: 'prepared', created: now, updated: now }
      db.insert(planChanges).values(row).run()
    },
    record: (id: string, data: ChangeData): void => put(id, { data: pack(data) }),
    end: (id: string, state: 'done' | 'taken_back'): void => put(id, { state }),
    markUndone: (id: string, by: string): void => put(id, { undoneBy: by }),
    ...createChangeReads(db),
  }
}
