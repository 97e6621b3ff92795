import { and, eq, gte, inArray, lte, max, sql } from 'drizzle-orm'
import type { Phase } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import { planUsage } from './tables'

/** Token buckets as providers report them. */
export type TokenBuckets = {
  readonly input: number
  readonly output: number
  readonly cacheWrite: number
  readonly cacheRead: number
}

/** The version of a price that was not looked up: the call was cut off, or its provider did not tell what it used. */
export const estimatedPrice = 'estimated'

/** Summed usage; `cost` in integer micro-dollars, null where a model of unknown price took part. */
export type UsageSum = TokenBuckets & {
  readonly cost: number | null
  readonly calls: number
  /** Those of the calls whose cost is estimated. */
  readonly estimated: number
}

/** Where nothing was used. */
export const noUsage: UsageSum = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0, cost: 0, calls: 0, estimated: 0 }

export function addUsage(a: UsageSum, b: UsageSum): UsageSum {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
    calls: a.calls + b.calls,
    estimated: a.estimated + b.estimated,
  }
}

const sums = {
  input: sql<number>`coalesce(sum(${planUsage.input}), 0)`,
  output: sql<number>`coalesce(sum(${planUsage.output}), 0)`,
  cacheWrite: sql<number>`coalesce(sum(${planUsage.cacheWrite}), 0)`,
  cacheRead: sql<number>`coalesce(sum(${planUsage.cacheRead}), 0)`,
  cost: sql<number | null>`CASE WHEN count(*) = count(${planUsage.cost}) THEN coalesce(sum(${planUsage.cost}), 0) END`,
  calls: sql<number>`count(*)`,
  estimated: sql<number>`coalesce(sum(${planUsage.priceVersion} = ${estimatedPrice}), 0)`,
}

export type Usage = ReturnType<typeof createUsage>

/** What model calls used and cost, one row a call. */
export function createUsage(db: Db) {
  return {
    add(row: {
      id: string
      planId: string
      phase: Phase
      model: string
      tokens: TokenBuckets
      cost: number | null
      priceVersion: string | null
      at: number
    }): void {
      const { tokens, ...rest } = row
      db.insert(planUsage)
        .values({ ...rest, ...tokens })
        .run()
    },
    byPhase(planId: string): ReadonlyMap<string, UsageSum> {
      const rows = db
        .select({ phase: planUsage.phase, ...sums })
        .from(planUsage)
        .where(eq(planUsage.planId, planId))
        .groupBy(planUsage.phase)
        .all()
      return new Map(rows.map(({ phase, ...sum }) => [phase, sum]))
    },
    ofPlan(planId: string): UsageSum {
      return db.select(sums).from(planUsage).where(eq(planUsage.planId, planId)).get() ?? noUsage
    },
    /** What the calls of these phases used from a moment on. */
    since(planId: string, phases: readonly Phase[], from: number): UsageSum {
      const where = and(eq(planUsage.planId, planId), inArray(planUsage.phase, [...phases]), gte(planUsage.at, from))
      return db.select(sums).from(planUsage).where(where).get() ?? noUsage
    },
    /** When the call was recorded that led to what happened at a moment. */
    lastBefore(planId: string, phase: Phase, moment: number): number | null {
      const where = and(eq(planUsage.planId, planId), eq(planUsage.phase, phase), lte(planUsage.at, moment))
      return (
        db
          .select({ at: max(planUsage.at) })
          .from(planUsage)
          .where(where)
          .get()?.at ?? null
      )
    },
    /** Micro-dollars of all plans together; calls of unknown price count as nothing. */
    total(): number {
      return (
        db
          .select({ cost: sql<number>`coalesce(sum(${planUsage.cost}), 0)` })
          .from(planUsage)
          .get()?.cost ?? 0
      )
    },
  }
}
