import { and, asc, count, eq, gte, isNotNull, isNull, max } from 'drizzle-orm'
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
    /** Without what a rollback or a correction has cut off. */
    turns<T>(planId: string, phase: Phase): readonly { seq: number; turn: T }[] {
      const where = and(ofPhase(planId, phase), isNull(planTurns.cutBy))
      const rows = db.select().from(planTurns).where(where).orderBy(asc(planTurns.seq)).all()
      return rows.map((row) => ({ seq: row.seq, turn: unpack<T>(row.turn) }))
    },
    /** Numbers of turns are never given twice, so that what was cut off can be put back. */
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
    /** Takes the turns from a number on off the history. */
    cutTurns(planId: string, phase: Phase, from: number, by: string): void {
      const where = and(ofPhase(planId, phase), isNull(planTurns.cutBy), gte(planTurns.seq, from))
      db.update(planTurns).set({ cutBy: by }).where(where).run()
    },
    /** Puts back what a change cut off. */
    uncutTurns(planId: string, by: string): void {
      const where = and(eq(planTurns.planId, planId), eq(planTurns.cutBy, by))
      db.update(planTurns).set({ cutBy: null }).where(where).run()
    },
    replaceTurn(planId: string, phase: Phase, seq: number, turn: unknown): void {
      db.update(planTurns)
        .set({ turn: pack(turn) })
        .where(and(ofPhase(planId, phase), eq(planTurns.seq, seq)))
        .run()
    },
    /** The number of the last turn, cut ones counted. */
    lastTurn(planId: string, phase: Phase): number {
      const top = db
        .select({ top: max(planTurns.seq) })
        .from(planTurns)
        .where(ofPhase(planId, phase))
        .get()
      return top?.top ?? 0
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
    /** Every call of a phase that has ended, oldest first, with the name of its tool. */
    callsOf(planId: string, phase: Phase) {
      const { name, turnSeq, isError, result } = planToolCalls
      const rows = db
        .select({ name, turnSeq, isError, result })
        .from(planToolCalls)
        .where(and(eq(planToolCalls.planId, planId), eq(planToolCalls.phase, phase), isNotNull(planToolCalls.ended)))
        .orderBy(asc(planToolCalls.turnSeq), asc(planToolCalls.started))
        .all()
      return rows.map((row) => ({ ...row, isError: row.isError === 1 }))
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
    /** Ends what is still open in a turn: somebody has decided meanwhile what holds instead. */
    endOpen(planId: string, phase: Phase, turnSeq: number): void {
      const where = and(ofTurn(planId, phase, turnSeq), isNull(planToolCalls.ended))
      db.update(planToolCalls)
        .set({ ended: clock(), result: '', isError: 1, pid: null, processStart: null })
        .where(where)
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
    /** Whether a call of the plan has begun and not ended: what it was ended in the middle of. */
    hasOpenCall(planId: string): boolean {
      const where = and(eq(planToolCalls.planId, planId), isNull(planToolCalls.ended))
      return db.select({ n: count() }).from(planToolCalls).where(where).get()?.n !== 0
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
