import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Phase } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import { planEvents, plans } from './tables'

/** Plans that are neither applied nor cancelled. */
export const activeStates = sql`${plans.state} NOT IN ('applied', 'cancelled')`

function createPhaseTimes(db: Db) {
  return {
    /**
     * Milliseconds that plans were worked on until `now`, by plan: only while a phase ran, so neither the time in the
     * queue nor the time that a person took to answer. Of one plan, or of all.
     */
    workedTimes(now: number, planId?: string): ReadonlyMap<string, number> {
      const which = planId === undefined ? sql`` : sql`AND plan_id = ${planId}`
      const rows = db.all<{ plan_id: string; worked: number }>(sql`
        SELECT plan_id, sum(coalesce(
          (SELECT later.at FROM plan_events AS later WHERE later.plan_id = one.plan_id AND later.seq = one.seq + 1), ${now}
        ) - at) AS worked FROM plan_events AS one WHERE state = 'processing' ${which} GROUP BY plan_id`)
      return new Map(rows.map((row) => [row.plan_id, Math.max(0, row.worked)]))
    },
    /** Milliseconds that each phase of a plan was worked on. */
    workedByPhase(planId: string, now?: number): ReadonlyMap<Phase, number> {
      const rows = db.select().from(planEvents).where(eq(planEvents.planId, planId)).orderBy(asc(planEvents.seq)).all()
      const worked = new Map<Phase, number>()
      for (const [at, row] of rows.entries()) {
        if (row.state !== 'processing') continue
        const phase = row.phase as Phase
        const ended = rows[at + 1]?.at ?? now ?? row.at
        worked.set(phase, (worked.get(phase) ?? 0) + Math.max(0, ended - row.at))
      }
      return worked
    },
    /** Whether a worker has taken the phase up since. */
    claimedSince(planId: string, phase: Phase, since: number): boolean {
      const where = and(
        eq(planEvents.planId, planId),
        eq(planEvents.type, 'claimed'),
        eq(planEvents.phase, phase),
        gte(planEvents.at, since),
      )
      return db.select().from(planEvents).where(where).limit(1).get() !== undefined
    },
    /** Milliseconds that phases of the plan were worked on, from a moment on. */
    workedSince(planId: string, from: number, now: number): number {
      const rows = db.select().from(planEvents).where(eq(planEvents.planId, planId)).orderBy(asc(planEvents.seq)).all()
      return rows.reduce((sum, row, at) => {
        if (row.state !== 'processing') return sum
        return sum + Math.max(0, (rows[at + 1]?.at ?? now) - Math.max(row.at, from))
      }, 0)
    },
    /** The moments at which each phase was entered and left, from the event rows. */
    phaseTimes(planId: string): ReadonlyMap<Phase, { started: number | null; ended: number | null }> {
      const times = new Map<Phase, { started: number | null; ended: number | null }>()
      const rows = db.select().from(planEvents).where(eq(planEvents.planId, planId)).orderBy(asc(planEvents.seq)).all()
      let running: Phase | null = null
      for (const row of rows) {
        const phase = row.phase as Phase
        if (running !== null && row.state !== 'processing') {
          times.set(running, { started: times.get(running)?.started ?? null, ended: row.at })
          running = null
        }
        if (row.state !== 'processing') continue
        running = phase
        times.set(phase, { started: times.get(phase)?.started ?? row.at, ended: null })
      }
      return times
    },
  }
}

/** What the end of a plan is called in its event rows until its sandbox is gone and the end is true. */
export const endings = ['cancelling', 'finishing'] as const
export type Ending = (typeof endings)[number]

function createEndings(db: Db) {
  const ending = (planId: string): Ending | null => {
    const last = db
      .select({ type: planEvents.type })
      .from(planEvents)
      .where(eq(planEvents.planId, planId))
      .orderBy(desc(planEvents.seq))
      .limit(1)
      .get()
    return endings.find((one) => one === last?.type) ?? null
  }
  return {
    /** How a plan is about to end; null where it is not. */
    ending,
    /** Plans whose end had begun. */
    endingPlans(): readonly string[] {
      return db
        .selectDistinct({ id: plans.id })
        .from(plans)
        .innerJoin(planEvents, eq(planEvents.planId, plans.id))
        .where(and(activeStates, inArray(planEvents.type, [...endings])))
        .all()
        .map((row) => row.id)
        .filter((id) => ending(id) !== null)
    },
  }
}

/** What the event rows of plans tell. */
export function createEventReads(db: Db) {
  return { ...createPhaseTimes(db), ...createEndings(db) }
}
