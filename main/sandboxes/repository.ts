import { and, asc, desc, eq, inArray, isNull, max } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import * as z from 'zod'
import type { Journal, JournalState } from './domain/journal'
import type {
  BaseState,
  Checkpoint,
  CheckpointCause,
  CheckpointPosition,
  Sandbox,
  SandboxState,
  Trash,
} from './domain/types'
import { applyJournalTable, asidesTable, checkpointsTable, sandboxesTable } from './tables'
import type { Aside } from './while-accepted'

const versioned = z.object({ v: z.literal(1), value: z.unknown() })

/** JSON columns are written by this file alone, so their envelope is checked and their inside trusted. */
const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(text: string): T => versioned.parse(JSON.parse(text)).value as T

function sandboxOf(row: typeof sandboxesTable.$inferSelect): Sandbox {
  return {
    ...row,
    branch: `cleveragents/plan-${row.refName}`,
    state: row.state as SandboxState,
    base: unpack<BaseState>(row.base),
    bases: row.bases === null ? [] : unpack<BaseState[]>(row.bases),
    notices: unpack<string[]>(row.notices),
    trash: row.trash === null ? null : unpack<Trash>(row.trash),
  }
}

function checkpointOf(row: typeof checkpointsTable.$inferSelect): Checkpoint {
  const { droppedBy: _droppedBy, cause, position, resources, ...rest } = row
  return {
    ...rest,
    cause: cause as CheckpointCause,
    position: position === null ? null : unpack<CheckpointPosition>(position),
    resources: unpack<Checkpoint['resources']>(resources),
  }
}

function journalOf(row: typeof applyJournalTable.$inferSelect): Journal {
  return { ...row, state: row.state as JournalState, data: unpack<Journal['data']>(row.data) }
}

function sandboxRows(db: BetterSQLite3Database) {
  return {
    saveSandbox(sandbox: Sandbox): void {
      const { branch: _branch, base, bases, notices, trash, ...rest } = sandbox
      const row = {
        ...rest,
        base: pack(base),
        bases: bases.length === 0 ? null : pack(bases),
        notices: pack(notices),
        trash: trash === null ? null : pack(trash),
      }
      db.insert(sandboxesTable).values(row).onConflictDoUpdate({ target: sandboxesTable.id, set: row }).run()
    },
    sandboxesOf(planId: string): Sandbox[] {
      return db
        .select()
        .from(sandboxesTable)
        .where(eq(sandboxesTable.planId, planId))
        .orderBy(asc(sandboxesTable.id))
        .all()
        .map(sandboxOf)
    },
    sandboxesIn(states: readonly SandboxState[]): Sandbox[] {
      return db
        .select()
        .from(sandboxesTable)
        .where(inArray(sandboxesTable.state, [...states]))
        .all()
        .map(sandboxOf)
    },
    /** Every repository that a plan ever had a sandbox of. */
    commonDirs(): string[] {
      const rows = db.selectDistinct({ commonDir: sandboxesTable.commonDir }).from(sandboxesTable).all()
      return rows.map((row) => row.commonDir)
    },
    findSandbox(planId: string, resourceId: string): Sandbox | null {
      const where = and(eq(sandboxesTable.planId, planId), eq(sandboxesTable.resourceId, resourceId))
      const row = db.select().from(sandboxesTable).where(where).get()
      return row ? sandboxOf(row) : null
    },
  }
}

function asideRows(db: BetterSQLite3Database) {
  return {
    setAside(planId: string, aside: Aside, created: number): void {
      db.insert(asidesTable)
        .values({ planId, trees: pack(aside), created })
        .run()
    },
    asideOf(planId: string): Aside | null {
      const row = db.select().from(asidesTable).where(eq(asidesTable.planId, planId)).get()
      return row ? unpack<Aside>(row.trees) : null
    },
    /** The plans of which something is set aside. */
    plansWithAside: (): string[] =>
      db
        .select({ planId: asidesTable.planId })
        .from(asidesTable)
        .all()
        .map((row) => row.planId),
    dropAside(planId: string): void {
      db.delete(asidesTable).where(eq(asidesTable.planId, planId)).run()
    },
  }
}

function checkpointRows(db: BetterSQLite3Database) {
  const standing = (planId: string) => and(eq(checkpointsTable.planId, planId), isNull(checkpointsTable.droppedBy))
  return {
    addCheckpoint(checkpoint: Checkpoint): void {
      const { position, resources, ...rest } = checkpoint
      db.insert(checkpointsTable)
        .values({ ...rest, resources: pack(resources), position: position === null ? null : pack(position) })
        .run()
    },
    lastCheckpoint(planId: string): Checkpoint | null {
      const row = db
        .select()
        .from(checkpointsTable)
        .where(standing(planId))
        .orderBy(desc(checkpointsTable.number))
        .limit(1)
        .get()
      return row ? checkpointOf(row) : null
    },
    checkpointsOf(planId: string): Checkpoint[] {
      return db
        .select()
        .from(checkpointsTable)
        .where(standing(planId))
        .orderBy(asc(checkpointsTable.number))
        .all()
        .map(checkpointOf)
    },
    /** Dropped ones too; their commits are kept as long as those of the others. */
    everyCheckpointOf(planId: string): Checkpoint[] {
      const where = eq(checkpointsTable.planId, planId)
      return db
        .select()
        .from(checkpointsTable)
        .where(where)
        .orderBy(asc(checkpointsTable.number))
        .all()
        .map(checkpointOf)
    },
    /** Takes checkpoints off the list, or with null puts those back that the change had taken off. */
    dropCheckpoints(ids: readonly string[], droppedBy: string | null): void {
      for (const id of ids) db.update(checkpointsTable).set({ droppedBy }).where(eq(checkpointsTable.id, id)).run()
    },
    /** Numbers are never given twice, so that a dropped checkpoint keeps its ref. */
    nextCheckpointNumber(planId: string): number {
      const where = eq(checkpointsTable.planId, planId)
      const top = db
        .select({ top: max(checkpointsTable.number) })
        .from(checkpointsTable)
        .where(where)
        .get()
      return (top?.top ?? 0) + 1
    },
  }
}

function journalRows(db: BetterSQLite3Database) {
  return {
    saveJournal(journal: Journal): void {
      const { data, ...rest } = journal
      const row = { ...rest, data: pack(data) }
      db.insert(applyJournalTable).values(row).onConflictDoUpdate({ target: applyJournalTable.id, set: row }).run()
    },
    journalsOf(planId: string): Journal[] {
      const where = eq(applyJournalTable.planId, planId)
      return db.select().from(applyJournalTable).where(where).orderBy(asc(applyJournalTable.id)).all().map(journalOf)
    },
    journalsIn(states: readonly JournalState[]): Journal[] {
      const rows = db
        .select()
        .from(applyJournalTable)
        .where(inArray(applyJournalTable.state, [...states]))
        .orderBy(asc(applyJournalTable.id))
        .all()
      return rows.map(journalOf)
    },
  }
}

export type SandboxRepository = ReturnType<typeof createRepository>

/** Rows to domain values and back. */
export function createRepository(db: BetterSQLite3Database) {
  return { ...sandboxRows(db), ...checkpointRows(db), ...asideRows(db), ...journalRows(db) }
}
