import { type SQL, sql } from 'drizzle-orm'
import type { PlanDeps } from '../ports'

/** What waits, by its keys alone. An item is a plan as it stands, or one of its decisions. */
export type ItemRow = {
  readonly item_id: string
  readonly plan_id: string
  readonly decision_id: string | null
  /** Until when it is snoozed; null where it is in sight. */
  readonly until: number | null
}

export type Counts = {
  readonly items: number
  readonly snoozed: number
  /** Plans with an item in sight, and those of them that failed. */
  readonly plans: number
  readonly failed: number
}

export type Order = 'oldest' | 'newest'
type Which = { readonly now: number; readonly planId?: string | undefined }
type Page = Which & { readonly snoozed: boolean; readonly order: Order; readonly limit: number }

/**
 * Every item that waits; a plan whose end has begun waits for nobody. The decisions of a plan are asked one by one. The
 * indexes are named because without them ten thousand plans are read with all that they hold, which takes ten times as long.
 */
function itemsOf({ now, planId }: Which): SQL {
  const one = planId === undefined ? sql`` : sql`AND plans.id = ${planId}`
  return sql`
    WITH waiting AS MATERIALIZED (
      SELECT id, version, state, coalesce(reason, '') AS reason, updated FROM plans INDEXED BY plans_waiting
      WHERE state IN ('awaiting_input', 'errored', 'constrained') ${one}
        AND NOT EXISTS (
          SELECT 1 FROM plan_events AS ending INDEXED BY plan_events_endings
          WHERE ending.plan_id = plans.id AND ending.type IN ('cancelling', 'finishing')
            AND NOT EXISTS (SELECT 1 FROM plan_events WHERE plan_id = ending.plan_id AND seq > ending.seq)
        )
    ), keyed AS (
      SELECT id AS plan_id, state, reason, updated, 0 AS seq, NULL AS decision_id, id || ':' || version AS item_id
      FROM waiting WHERE NOT (state = 'awaiting_input' AND reason IN ('low_confidence', 'guard'))
      UNION ALL
      SELECT waiting.id, waiting.state, waiting.reason, waiting.updated, decisions.seq, decisions.id, waiting.id || ':' || decisions.id
      FROM waiting JOIN decisions ON decisions.plan_id = waiting.id
        AND decisions.standing = 'waiting' AND decisions.superseded_at IS NULL
      WHERE waiting.state = 'awaiting_input' AND waiting.reason IN ('low_confidence', 'guard')
    ), item AS (
      SELECT keyed.*, inbox_snoozes.until FROM keyed
      LEFT JOIN inbox_snoozes ON inbox_snoozes.item_id = keyed.item_id AND inbox_snoozes.until > ${now}
    )`
}

/** Counts what waits, without reading any of it. */
export function countItems({ db }: Pick<PlanDeps, 'db'>, which: Which): Counts {
  return db.get<Counts>(sql`${itemsOf(which)}
    SELECT count(*) - count(until) AS items, count(until) AS snoozed,
      count(DISTINCT CASE WHEN until IS NULL THEN plan_id END) AS plans,
      count(DISTINCT CASE
        WHEN until IS NULL AND (state = 'errored' OR (state = 'constrained' AND reason <> 'validation')) THEN plan_id
      END) AS failed
    FROM item`)
}

/** The keys of the items in sight, or of the snoozed ones: those of a plan together, in the order of its decisions. */
export function itemRows({ db }: Pick<PlanDeps, 'db'>, page: Page): readonly ItemRow[] {
  const hidden = page.snoozed ? sql`until IS NOT NULL` : sql`until IS NULL`
  const order = page.order === 'oldest' ? sql`updated, plan_id, seq` : sql`updated DESC, plan_id DESC, seq DESC`
  return db.all<ItemRow>(sql`${itemsOf(page)}
    SELECT item_id, plan_id, decision_id, until FROM item WHERE ${hidden} ORDER BY ${order} LIMIT ${page.limit}`)
}
