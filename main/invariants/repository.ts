import { and, asc, eq, inArray, isNull, max } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { InvariantChecks, InvariantScope, Verdict } from '@shared/model/invariant'
import type { Invariant, PlanInvariant } from './domain/invariant'
import type { Finding } from './domain/waiver'
import { decisionEscalations, invariants, planInvariants } from './tables'

type Db = BetterSQLite3Database
type Stored = Omit<Invariant, 'source'>

const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(column: string): T => (JSON.parse(column) as { value: T }).value

function storedFrom(row: typeof invariants.$inferSelect): Stored {
  return { ...row, scope: row.scope as InvariantScope, checks: unpack<InvariantChecks>(row.checks) }
}

export function insertInvariant(db: Db, invariant: Invariant): void {
  const { id, scope, targetId, text, checks, nonOverridable, created } = invariant
  db.insert(invariants)
    .values({ id, scope, targetId, text, checks: pack(checks), nonOverridable, created })
    .run()
}

/** In the order they were added. */
export function allInvariants(db: Db): readonly Stored[] {
  return db.select().from(invariants).orderBy(asc(invariants.id)).all().map(storedFrom)
}

export function invariantsOf(db: Db, scope: InvariantScope, targetId: string | null): readonly Stored[] {
  const target = targetId === null ? isNull(invariants.targetId) : eq(invariants.targetId, targetId)
  const where = and(eq(invariants.scope, scope), target)
  return db.select().from(invariants).where(where).orderBy(asc(invariants.id)).all().map(storedFrom)
}

export function deleteInvariant(db: Db, id: string): void {
  db.delete(invariants).where(eq(invariants.id, id)).run()
}

function planInvariantFrom(row: typeof planInvariants.$inferSelect): PlanInvariant {
  const { position: _position, ...rest } = row
  return {
    ...rest,
    scope: row.scope as InvariantScope,
    checks: unpack<InvariantChecks>(row.checks),
    verdict: row.verdict as Verdict | null,
    findings: unpack<readonly Finding[]>(row.findings),
    waivedFor: unpack<readonly string[]>(row.waivedFor),
  }
}

/** What a plan holds, widest first. */
export function planInvariantsOf(db: Db, planId: string): readonly PlanInvariant[] {
  return db
    .select()
    .from(planInvariants)
    .where(eq(planInvariants.planId, planId))
    .orderBy(asc(planInvariants.position))
    .all()
    .map(planInvariantFrom)
}

/** What each of many plans holds, widest first. */
export function invariantsOfPlans(db: Db, planIds: readonly string[]): ReadonlyMap<string, readonly PlanInvariant[]> {
  if (planIds.length === 0) return new Map()
  const where = inArray(planInvariants.planId, [...planIds])
  const rows = db.select().from(planInvariants).where(where).orderBy(asc(planInvariants.position)).all()
  return Map.groupBy(rows.map(planInvariantFrom), (rule) => rule.planId)
}

export function attachInvariants(db: Db, planId: string, rules: readonly Invariant[], addedLater: boolean): void {
  const top = db
    .select({ top: max(planInvariants.position) })
    .from(planInvariants)
    .where(eq(planInvariants.planId, planId))
    .get()
  for (const [index, rule] of rules.entries()) {
    const { id, scope, targetId, source, text, nonOverridable, created } = rule
    db.insert(planInvariants)
      .values({
        planId,
        id,
        scope,
        targetId,
        source,
        text,
        nonOverridable,
        created,
        position: (top?.top ?? 0) + index + 1,
        checks: pack(rule.checks),
        verdict: null,
        evidence: '',
        subject: '',
        waivedReason: null,
        findings: pack([]),
        waivedFor: pack([]),
        addedLater,
      })
      .run()
  }
}

/** The plans that hold a rule, ended ones too. */
export function plansHolding(db: Db, id: string): readonly string[] {
  const rows = db.select({ planId: planInvariants.planId }).from(planInvariants).where(eq(planInvariants.id, id)).all()
  return rows.map(({ planId }) => planId)
}

type Judgement = Partial<
  Pick<PlanInvariant, 'verdict' | 'evidence' | 'subject' | 'findings' | 'waivedReason' | 'waivedFor'>
>

export function judgeInvariant(db: Db, planId: string, id: string, change: Judgement): void {
  const one = and(eq(planInvariants.planId, planId), eq(planInvariants.id, id))
  const { findings, waivedFor, ...rest } = change
  const packed = { ...(findings && { findings: pack(findings) }), ...(waivedFor && { waivedFor: pack(waivedFor) }) }
  db.update(planInvariants)
    .set({ ...rest, ...packed })
    .where(one)
    .run()
}

export function detachInvariant(db: Db, planId: string, id: string): void {
  db.delete(planInvariants)
    .where(and(eq(planInvariants.planId, planId), eq(planInvariants.id, id)))
    .run()
}

export function insertEscalation(db: Db, row: typeof decisionEscalations.$inferSelect): void {
  db.insert(decisionEscalations).values(row).onConflictDoNothing().run()
}

/** By plan, then by decision: the rule that sent it to a person. */
export function escalationsOfPlans(
  db: Db,
  planIds: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  if (planIds.length === 0) return new Map()
  const rows = db
    .select()
    .from(decisionEscalations)
    .where(inArray(decisionEscalations.planId, [...planIds]))
    .all()
  const byPlan = [...Map.groupBy(rows, (row) => row.planId)]
  return new Map(byPlan.map(([planId, own]) => [planId, new Map(own.map((row) => [row.decisionId, row.invariantId]))]))
}

/** The rule that sent each decision of a plan to a person, by the decision's id. */
export function escalationsOf(db: Db, planId: string): ReadonlyMap<string, string> {
  const rows = db.select().from(decisionEscalations).where(eq(decisionEscalations.planId, planId)).all()
  return new Map(rows.map((row) => [row.decisionId, row.invariantId]))
}
