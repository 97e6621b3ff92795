import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../infrastructure/db/open'
import {
  type Allowance,
  type Cap,
  type Held,
  noAllowance,
  type Offer,
  tightest,
  type Tightest,
  type Used,
} from './domain/budget'
import { budgetReservations, planBudgets, planUsage } from './tables'

const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(column: string): T => (JSON.parse(column) as { value: T }).value

export type Reserved =
  | { readonly kind: 'reserved'; readonly maxOutput: number; readonly by: Tightest | null }
  /** Other calls under way hold what is wanted; it may fit once they are settled. */
  | { readonly kind: 'later' }
  | { readonly kind: 'held'; readonly by: Tightest; readonly needed: number }

export type Budgets = ReturnType<typeof createBudgets>

function createReservations(db: Db) {
  const sumOf = (table: typeof planUsage | typeof budgetReservations, planId: string | null): number =>
    db
      .select({ sum: sql<number>`coalesce(sum(${table.cost}), 0)` })
      .from(table)
      .where(planId === null ? undefined : eq(table.planId, planId))
      .get()?.sum ?? 0
  const released = new Set<() => void>()
  const release = (id: string): void => {
    db.delete(budgetReservations).where(eq(budgetReservations.id, id)).run()
    for (const tell of released) tell()
    released.clear()
  }
  const spent = (planId: string): Used => ({ plan: sumOf(planUsage, planId), total: sumOf(planUsage, null) })
  /** What calls of known price have cost, and those under way may cost at most. */
  const used = (planId: string): Used => ({
    plan: sumOf(planUsage, planId) + sumOf(budgetReservations, planId),
    total: sumOf(planUsage, null) + sumOf(budgetReservations, null),
  })
  return {
    used,
    /** What calls that are under way may cost at most. */
    reservedOf: (planId: string): number => sumOf(budgetReservations, planId),
    /**
     * Sets aside what a call may cost, where that fits into every cap; look and entry are one transaction, so that plans
     * that ask at the same moment cannot both be given what is left.
     */
    reserve(
      call: { readonly id: string; readonly planId: string; readonly at: number },
      caps: readonly Cap[],
      offer: (left: number | null) => Offer,
    ): Reserved {
      return db.transaction(
        () => {
          const by = tightest(caps, used(call.planId))
          const offered = offer(by?.left ?? null)
          if (offered.kind === 'fits') {
            db.insert(budgetReservations)
              .values({ ...call, cost: offered.cost })
              .run()
            return { kind: 'reserved', maxOutput: offered.maxOutput, by }
          }
          // Without a cap everything fits.
          if (!by) throw new Error('a call without a cap was too dear')
          const settled = offer(tightest(caps, spent(call.planId))?.left ?? null)
          if (settled.kind === 'fits') return { kind: 'later' }
          return { kind: 'held', by, needed: offered.needed }
        },
        { behavior: 'immediate' },
      )
    },
    /** Gives back what was set aside: the call failed, or what it cost is recorded in the same transaction. */
    release,
    /** Resolves once a call is settled; rejects where the signal is aborted first. */
    nextRelease(signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const leave = () => {
          released.delete(tell)
          reject(signal.reason)
        }
        const tell = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', leave, { once: true })
        released.add(tell)
      })
    },
    /**
     * Ends what calls of a core that was killed had set aside. They had been sent, and nobody knows what they cost, so
     * `settle` records each at the most that it may have cost, in the same transaction: crashes must not stretch a cap.
     */
    settleAll(settle: (call: typeof budgetReservations.$inferSelect) => void): void {
      db.transaction(() => {
        for (const call of db.select().from(budgetReservations).all()) settle(call)
        db.delete(budgetReservations).run()
      })
    },
  }
}

type BudgetRow = typeof planBudgets.$inferSelect

function allowanceFrom(row: BudgetRow | undefined): Allowance {
  if (!row) return noAllowance
  return { planCap: row.planCap, totalCap: row.totalCap, unknownAllowed: row.unknownAllowed === 1 }
}

function heldFrom(row: BudgetRow | undefined): Held | null {
  return row && row.held !== null ? unpack<Held>(row.held) : null
}

/** The same answers as for one plan, read once for many. */
function budgetsOf(db: Db, planIds: readonly string[]) {
  const ids = [...planIds]
  const rowsOf = () => db.select().from(planBudgets).where(inArray(planBudgets.planId, ids)).all()
  const sumsOf = (table: typeof planUsage | typeof budgetReservations) =>
    db
      .select({ planId: table.planId, sum: sql<number>`coalesce(sum(${table.cost}), 0)` })
      .from(table)
      .where(inArray(table.planId, ids))
      .groupBy(table.planId)
      .all()
  const totalOf = (table: typeof planUsage | typeof budgetReservations): number =>
    db
      .select({ sum: sql<number>`coalesce(sum(${table.cost}), 0)` })
      .from(table)
      .get()?.sum ?? 0
  const any = ids.length > 0
  const rows = new Map((any ? rowsOf() : []).map((row) => [row.planId, row]))
  const spent = new Map((any ? sumsOf(planUsage) : []).map((row) => [row.planId, row.sum]))
  const reserved = new Map((any ? sumsOf(budgetReservations) : []).map((row) => [row.planId, row.sum]))
  const total = any ? totalOf(planUsage) + totalOf(budgetReservations) : 0
  return {
    allowance: (planId: string): Allowance => allowanceFrom(rows.get(planId)),
    held: (planId: string): Held | null => heldFrom(rows.get(planId)),
    reservedOf: (planId: string): number => reserved.get(planId) ?? 0,
    used: (planId: string): Used => ({ plan: (spent.get(planId) ?? 0) + (reserved.get(planId) ?? 0), total }),
  }
}

/** What plans may cost: caps a person gave them, and what is set aside for calls under way. */
export function createBudgets(db: Db) {
  const put = (planId: string, change: Partial<typeof planBudgets.$inferInsert>): void => {
    db.insert(planBudgets)
      .values({ planId, unknownAllowed: 0, ...change })
      .onConflictDoUpdate({ target: planBudgets.planId, set: change })
      .run()
  }
  const rowOf = (planId: string) => db.select().from(planBudgets).where(eq(planBudgets.planId, planId)).get()
  return {
    ...createReservations(db),
    allowance: (planId: string): Allowance => allowanceFrom(rowOf(planId)),
    allow(planId: string, change: Partial<Allowance>): void {
      const { unknownAllowed, ...caps } = change
      put(planId, { ...caps, ...(unknownAllowed === undefined ? {} : { unknownAllowed: unknownAllowed ? 1 : 0 }) })
    },
    /** What the plan was last held for. */
    held: (planId: string): Held | null => heldFrom(rowOf(planId)),
    ofPlans: (planIds: readonly string[]) => budgetsOf(db, planIds),
    hold(planId: string, held: Held): void {
      put(planId, { held: pack(held) })
    },
  }
}
