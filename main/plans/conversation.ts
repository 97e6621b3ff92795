import { and, asc, count, eq, isNull, max } from 'drizzle-orm'
import type { Phase } from '@shared/model/plan'
import type { Db } from '../infrastructure/db/open'
import type { Clock } from '../platform/clock'
import type { CallPlace } from './command-mark'
import { planToolCalls, planTurns } from './tables'

export type StoredCall = {
  readonly callId: string
  readonly turnSeq: number
  readonly ended: boolean
  readonly isError: boolean
  readonly result: string | null
}

/** A command whose end was not recorded; the process is null where not even its start was. */
export type LeftCommand = CallPlace & { readonly process: { readonly pid: number; readonly start: string } | null }

export type Conversation = ReturnType<typeof createConversation>

const pack = (turn: unknown) => JSON.stringify({ v: 1, value: turn })
const unpack = <T>(text: string) => (JSON.parse(text) as { value: T }).value

/** The turns of a phase with its actor, in the models slice's shape, kept as JSON. */
function createTurns(db: Db) {
  const ofPhase = (planId: string, phase: Phase) => and(eq(planTurns.planId, planId), eq(planTurns.phase, phase))
  return {
    turns<T>(planId: string, phase: Phase): readonly { seq: number; turn: T }[] {
      const rows = db.select().from(planTurns).where(ofPhase(planId, phase)).orderBy(asc(planTurns.seq)).all()
      return rows.map((row) => ({ seq: row.seq, turn: unpack<T>(row.turn) }))
    },
    append(planId: string, phase: Phase, turn: unknown): number {
      const top = db
        .select({ top: max(planTurns.seq) })
        .from(planTurns)
        .where(ofPhase(planId, phase))
        .get()
      const seq = (top?.top ?? 0) + 1
      db.insert(planTurns)
        .values({ planId, phase, seq, turn: pack(turn) })
        .run()
      return seq
    },
  }
}

/** The tool calls of turns: begun before they run, ended with their result. */
function createCalls(db: Db, clock: Clock) {
  const ofTurn = (planId: string, phase: Phase, turnSeq: number) =>
    and(eq(planToolCalls.planId, planId), eq(planToolCalls.phase, phase), eq(planToolCalls.turnSeq, turnSeq))
  const one = (planId: string, phase: Phase, turnSeq: number, callId: string) =>
    and(ofTurn(planId, phase, turnSeq), eq(planToolCalls.callId, callId))
  return {
    calls(planId: string, phase: Phase, turnSeq: number): readonly StoredCall[] {
      const rows = db
        .select()
        .from(planToolCalls)
        .where(ofTurn(planId, phase, turnSeq))
        .all()
      return rows.map(({ callId, ended, isError, result }) => ({
        callId,
        turnSeq,
        ended: ended !== null,
        isError: isError === 1,
        result,
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
        .where(one(planId, phase, turnSeq, callId))
        .run()
    },
    end(planId: string, phase: Phase, turnSeq: number, callId: string, result: string, isError: boolean): void {
      const set = { ended: clock(), result, isError: isError ? 1 : 0, pid: null, processStart: null }
      db.update(planToolCalls)
        .set(set)
        .where(one(planId, phase, turnSeq, callId))
        .run()
    },
  }
}

/** What the views ask of calls, and recovery of those without an end. */
function createCallReads(db: Db) {
  return {
    count(planId: string): number {
      return db.select({ n: count() }).from(planToolCalls).where(eq(planToolCalls.planId, planId)).get()?.n ?? 0
    },
    countByPhase(planId: string): ReadonlyMap<string, number> {
      const columns = { phase: planToolCalls.phase, n: count() }
      const rows = db
        .select(columns)
        .from(planToolCalls)
        .where(eq(planToolCalls.planId, planId))
        .groupBy(planToolCalls.phase)
        .all()
      return new Map(rows.map((row) => [row.phase, row.n]))
    },
    /** Commands that had no end recorded. */
    leftRunning(): readonly LeftCommand[] {
      const rows = db
        .select()
        .from(planToolCalls)
        .where(and(isNull(planToolCalls.ended), eq(planToolCalls.name, 'run_command')))
        .all()
      return rows.map(({ planId, phase, turnSeq, callId, pid, processStart }) => ({
        planId,
        phase: phase as Phase,
        turnSeq,
        callId,
        process: pid === null ? null : { pid, start: processStart ?? '' },
      }))
    },
  }
}

/** The conversation of plans with their actors and what came of each call: what a restart goes on from. */
export function createConversation(db: Db, clock: Clock) {
  return { ...createTurns(db), ...createCalls(db, clock), ...createCallReads(db) }
}
