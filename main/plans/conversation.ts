import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Phase } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import type { Clock } from '../platform/clock'
import { planToolCalls, planTurns } from './tables'

export type StoredCall = {
  readonly callId: string
  readonly turnSeq: number
  readonly ended: boolean
  readonly isError: boolean
  readonly result: string | null
}

export type LeftProcess = { readonly planId: string; readonly pid: number; readonly processStart: string }

export type Conversation = ReturnType<typeof createConversation>

/**
 * The turns of a phase with its actor and the tool calls of each turn: what a restart goes on from. `Turn` is the
 * models slice's shape, kept as JSON.
 */
export function createConversation(db: Db, clock: Clock) {
  const ofPhase = (planId: string, phase: Phase) => and(eq(planTurns.planId, planId), eq(planTurns.phase, phase))
  const oneCall = (planId: string, phase: Phase, turnSeq: number, callId: string) =>
    and(
      eq(planToolCalls.planId, planId),
      eq(planToolCalls.phase, phase),
      eq(planToolCalls.turnSeq, turnSeq),
      eq(planToolCalls.callId, callId),
    )
  return {
    turns<T>(planId: string, phase: Phase): readonly { seq: number; turn: T }[] {
      const rows = db.select().from(planTurns).where(ofPhase(planId, phase)).orderBy(asc(planTurns.seq)).all()
      return rows.map((row) => ({ seq: row.seq, turn: (JSON.parse(row.turn) as { value: T }).value }))
    },
    append(planId: string, phase: Phase, turn: unknown): number {
      const top = db
        .select({ top: sql<number | null>`max(${planTurns.seq})` })
        .from(planTurns)
        .where(ofPhase(planId, phase))
        .get()
      const seq = (top?.top ?? 0) + 1
      db.insert(planTurns)
        .values({ planId, phase, seq, turn: JSON.stringify({ v: 1, value: turn }) })
        .run()
      return seq
    },
    calls(planId: string, phase: Phase, turnSeq: number): readonly StoredCall[] {
      const where = and(
        eq(planToolCalls.planId, planId),
        eq(planToolCalls.phase, phase),
        eq(planToolCalls.turnSeq, turnSeq),
      )
      return db
        .select()
        .from(planToolCalls)
        .where(where)
        .all()
        .map((row) => ({
          callId: row.callId,
          turnSeq: row.turnSeq,
          ended: row.ended !== null,
          isError: row.isError === 1,
          result: row.result,
        }))
    },
    begin(planId: string, phase: Phase, turnSeq: number, callId: string, name: string): void {
      db.insert(planToolCalls)
        .values({ planId, phase, turnSeq, callId, name, started: clock() })
        .onConflictDoNothing()
        .run()
    },
    /** Notes the process group of a running command, so that a crash leaves nothing behind. */
    running(planId: string, phase: Phase, turnSeq: number, callId: string, pid: number, processStart: string): void {
      db.update(planToolCalls)
        .set({ pid, processStart })
        .where(oneCall(planId, phase, turnSeq, callId))
        .run()
    },
    end(planId: string, phase: Phase, turnSeq: number, callId: string, result: string, isError: boolean): void {
      const set = { ended: clock(), result, isError: isError ? 1 : 0, pid: null, processStart: null }
      db.update(planToolCalls)
        .set(set)
        .where(oneCall(planId, phase, turnSeq, callId))
        .run()
    },
    count(planId: string): number {
      return (
        db
          .select({ n: sql<number>`count(*)` })
          .from(planToolCalls)
          .where(eq(planToolCalls.planId, planId))
          .get()?.n ?? 0
      )
    },
    countByPhase(planId: string): ReadonlyMap<string, number> {
      const rows = db
        .select({ phase: planToolCalls.phase, n: sql<number>`count(*)` })
        .from(planToolCalls)
        .where(eq(planToolCalls.planId, planId))
        .groupBy(planToolCalls.phase)
        .all()
      return new Map(rows.map((row) => [row.phase, row.n]))
    },
    /** Process groups of commands that had no end recorded. */
    leftRunning(): readonly LeftProcess[] {
      const rows = db
        .select()
        .from(planToolCalls)
        .where(and(isNull(planToolCalls.ended), sql`${planToolCalls.pid} IS NOT NULL`))
        .all()
      return rows.map((row) => ({ planId: row.planId, pid: row.pid!, processStart: row.processStart ?? '' }))
    },
  }
}
