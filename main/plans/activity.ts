import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ActivityEvent, ActivityItem } from '@shared/contract/activity'
import type { Phase } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import type { Clock } from '../platform/clock'
import { planActivity } from './tables'

type Kind = ActivityItem['kind']
export type ActivityNote = {
  readonly phase: Phase
  readonly kind: Kind
  readonly title: string
  readonly body?: string
  readonly tool?: string
  readonly callId?: string
  readonly decisionId?: string
  readonly ok?: boolean
  readonly durationMs?: number
}

type DeltaKind = Extract<ActivityEvent, { type: 'delta' }>['kind']
type Feed = Set<(event: ActivityEvent) => void>

/** Characters of a body that are kept; the whole text of model answers is in the conversation. */
const longestBody = 32_768
/** Milliseconds over which streamed text is gathered before it is told. */
const batchMs = 30

function itemFrom(row: typeof planActivity.$inferSelect): ActivityItem {
  const { planId, callId, decisionId, ok, durationMs, phase, kind, ...rest } = row
  return {
    ...rest,
    plan_id: planId,
    phase: phase as Phase,
    kind: kind as Kind,
    call_id: callId,
    decision_id: decisionId,
    ok: ok === null ? null : ok === 1,
    duration_ms: durationMs,
  }
}

export type Activity = ReturnType<typeof createActivity>

/** What happens in plans: stored item by item, and told live to those who follow. */
export function createActivity(db: Db, clock: Clock) {
  const feeds = new Map<string, Feed>()
  const pending = new Map<string, Map<DeltaKind, string>>()
  const tell = (planId: string, event: ActivityEvent) => feeds.get(planId)?.forEach((listener) => listener(event))

  const flush = (planId: string): void => {
    const texts = pending.get(planId)
    pending.delete(planId)
    texts?.forEach((text, kind) => tell(planId, { type: 'delta', kind, text }))
  }

  return {
    add(planId: string, note: ActivityNote): ActivityItem {
      flush(planId)
      const top = db
        .select({ top: sql<number | null>`max(${planActivity.seq})` })
        .from(planActivity)
        .where(eq(planActivity.planId, planId))
        .get()
      const row = {
        planId,
        seq: (top?.top ?? 0) + 1,
        phase: note.phase,
        kind: note.kind,
        title: note.title.slice(0, 500),
        body: (note.body ?? '').slice(0, longestBody),
        tool: note.tool ?? null,
        callId: note.callId ?? null,
        decisionId: note.decisionId ?? null,
        ok: note.ok === undefined ? null : note.ok ? 1 : 0,
        durationMs: note.durationMs ?? null,
        at: clock(),
      }
      db.insert(planActivity).values(row).run()
      const item = itemFrom(row)
      tell(planId, { type: 'append', items: [item] })
      return item
    },
    /** Text that is still being written: told to followers in batches, never stored. */
    delta(planId: string, kind: DeltaKind, text: string): void {
      if (!feeds.get(planId)?.size) return
      const texts = pending.get(planId) ?? new Map<DeltaKind, string>()
      if (texts.size === 0) setTimeout(() => flush(planId), batchMs).unref()
      texts.set(kind, (texts.get(kind) ?? '') + text)
      pending.set(planId, texts)
    },
    tell,
    since(planId: string, after = 0): readonly ActivityItem[] {
      const where = and(eq(planActivity.planId, planId), gt(planActivity.seq, after))
      return db.select().from(planActivity).where(where).orderBy(asc(planActivity.seq)).all().map(itemFrom)
    },
    /** The listeners of one plan's feed; kept while somebody follows. */
    feed(planId: string): Feed {
      const feed = feeds.get(planId) ?? new Set()
      feeds.set(planId, feed)
      return feed
    },
  }
}
