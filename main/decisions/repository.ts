import { and, asc, eq, inArray, isNull, like, sql } from 'drizzle-orm'
import type { Db } from '../infrastructure/db/open'
import type { Phase } from '@shared/model/plan'
import type { ContextSnapshot, Decision, DecisionStanding } from './domain/decision'
import { decisions } from './tables'

type Row = typeof decisions.$inferSelect

/** JSON columns are written with their version, so that a later reader knows what it reads. */
const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(column: string): T => (JSON.parse(column) as { value: T }).value

function decisionFrom(row: Row): Decision {
  return {
    ...row,
    phase: row.phase as Phase,
    standing: row.standing as DecisionStanding,
    answeredBy: row.answeredBy as Decision['answeredBy'],
    alternatives: unpack<string[]>(row.alternatives),
    artifacts: unpack<string[]>(row.artifacts),
    influencedBy: unpack<string[]>(row.influencedBy),
    context: row.context === null ? null : unpack<ContextSnapshot>(row.context),
  }
}

function rowFrom(decision: Decision): Row {
  return {
    ...decision,
    alternatives: pack(decision.alternatives),
    artifacts: pack(decision.artifacts),
    influencedBy: pack(decision.influencedBy),
    context: decision.context === null ? null : pack(decision.context),
  }
}

function nextSeq(db: Db, planId: string): number {
  const top = db
    .select({ top: sql<number | null>`max(${decisions.seq})` })
    .from(decisions)
    .where(eq(decisions.planId, planId))
    .get()
  return (top?.top ?? 0) + 1
}

/** What rollbacks and corrections need. */
function createReversals(db: Db) {
  return {
    /** The sequence number of the plan's last decision, superseded ones counted. */
    lastSeq: (planId: string): number => nextSeq(db, planId) - 1,
    /** Makes superseded decisions live again. */
    revive(ids: readonly string[]): void {
      for (const id of ids)
        db.update(decisions).set({ supersededBy: null, supersededAt: null }).where(eq(decisions.id, id)).run()
    },
    /** Where in the conversation a decision was made. */
    setCall(id: string, callId: string): void {
      db.update(decisions).set({ callId }).where(eq(decisions.id, id)).run()
    },
  }
}

/** Reads of many plans at once, in one statement each. */
function createReadsOfMany(db: Db) {
  return {
    /** Those of the ids that there are, by plan and in sequence. */
    byIds(ids: readonly string[]): readonly Decision[] {
      if (ids.length === 0) return []
      const where = inArray(decisions.id, [...ids])
      const rows = db.select().from(decisions).where(where).orderBy(asc(decisions.planId), asc(decisions.seq)).all()
      return rows.map(decisionFrom)
    },
    /** The latest rollback that each plan's tree tells of. */
    latestReversions(planIds: readonly string[]): ReadonlyMap<string, Decision> {
      if (planIds.length === 0) return new Map()
      const where = and(
        inArray(decisions.planId, [...planIds]),
        eq(decisions.type, 'reversion'),
        isNull(decisions.supersededAt),
      )
      const rows = db.select().from(decisions).where(where).orderBy(asc(decisions.seq)).all()
      return new Map(rows.map((row) => [row.planId, decisionFrom(row)]))
    },
  }
}

export type Decisions = ReturnType<typeof createDecisions>

/** Decisions as they are stored. Synchronous, so that a caller can keep one transaction over several slices. */
export function createDecisions(db: Db) {
  return {
    ...createReversals(db),
    ...createReadsOfMany(db),
    /** Stores a decision under the plan's next sequence number. */
    add(decision: Omit<Decision, 'seq'>): Decision {
      const whole = { ...decision, seq: nextSeq(db, decision.planId) }
      db.insert(decisions).values(rowFrom(whole)).run()
      return whole
    },
    byId(id: string): Decision | undefined {
      const row = db.select().from(decisions).where(eq(decisions.id, id)).get()
      return row && decisionFrom(row)
    },
    /** All decisions of a plan in sequence, superseded ones included. */
    ofPlan(planId: string): readonly Decision[] {
      return db
        .select()
        .from(decisions)
        .where(eq(decisions.planId, planId))
        .orderBy(asc(decisions.seq))
        .all()
        .map(decisionFrom)
    },
    /** Those whose key begins so, in sequence, superseded ones included. */
    keyed(planId: string, beginning: string): readonly Decision[] {
      const where = and(eq(decisions.planId, planId), like(decisions.key, `${beginning}%`))
      return db.select().from(decisions).where(where).orderBy(asc(decisions.seq)).all().map(decisionFrom)
    },
    live(planId: string): readonly Decision[] {
      const where = and(eq(decisions.planId, planId), isNull(decisions.supersededAt))
      return db.select().from(decisions).where(where).orderBy(asc(decisions.seq)).all().map(decisionFrom)
    },
    waiting(planId: string): readonly Decision[] {
      const where = and(eq(decisions.planId, planId), eq(decisions.standing, 'waiting'), isNull(decisions.supersededAt))
      return db.select().from(decisions).where(where).orderBy(asc(decisions.seq)).all().map(decisionFrom)
    },
    counts(planId: string): { readonly live: number; readonly waiting: number } {
      const row = db
        .select({
          live: sql<number>`count(*)`,
          waiting: sql<number>`coalesce(sum(${decisions.standing} = 'waiting'), 0)`,
        })
        .from(decisions)
        .where(and(eq(decisions.planId, planId), isNull(decisions.supersededAt)))
        .get()
      return row ?? { live: 0, waiting: 0 }
    },
    /** A person's answer to a decision. */
    answer(id: string, chosen: string): void {
      db.update(decisions).set({ chosen, standing: 'decided', answeredBy: 'person' }).where(eq(decisions.id, id)).run()
    },
    supersede(id: string, by: string | null, at: number): void {
      db.update(decisions).set({ supersededBy: by, supersededAt: at }).where(eq(decisions.id, id)).run()
    },
    addArtifacts(id: string, paths: readonly string[]): void {
      const row = db.select({ artifacts: decisions.artifacts }).from(decisions).where(eq(decisions.id, id)).get()
      if (!row) return
      const all = new Set([...unpack<string[]>(row.artifacts), ...paths])
      db.update(decisions)
        .set({ artifacts: pack([...all]) })
        .where(eq(decisions.id, id))
        .run()
    },
    /** Ids that a piece of an id may stand for. */
    idsLike(query: string): readonly string[] {
      const key = query.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
      const where = sql`${decisions.id} LIKE ${`${key}%`} OR ${decisions.id} LIKE ${`%${key}`}`
      return db
        .select({ id: decisions.id })
        .from(decisions)
        .where(where)
        .limit(50)
        .all()
        .map((row) => row.id)
    },
  }
}
