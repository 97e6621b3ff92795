import { and, asc, count, desc, eq, like, or, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { ActionState } from '@shared/model/action'
import { nameKey } from '@shared/model/name'
import type { Action } from './domain/action'
import { readDefinition, writeDefinition } from './stored-definition'
import { actionRevisions, actions } from './tables'

type Row = typeof actions.$inferSelect

function toAction(row: Row): Action {
  const { nameKey: _key, definition, ...rest } = row
  return { ...rest, definition: readDefinition(definition) }
}

function toRow(action: Action): Row {
  return { ...action, nameKey: nameKey(action.name), definition: writeDefinition(action.definition) }
}

/** What an action said from one save to the next. */
export type ActionRevision = { readonly revision: number; readonly source: string; readonly createdAt: number }

export type ActionFilter = { readonly namespace?: string; readonly state?: ActionState }

/** Stored actions; every function is synchronous, so that a caller's transaction can hold it. */
export type ActionRepository = {
  byName(full: string): Action | undefined
  byId(id: string): Action | undefined
  /** Ids that begin or end with the text. */
  idsLike(piece: string): readonly string[]
  /** By name, without regard to case. */
  list(filter?: ActionFilter): readonly Action[]
  names(): readonly string[]
  /** Whether an action that came with the application has exactly this text. */
  hasBuiltin(source: string): boolean
  count(): number
  /** Stores a new action or a new revision of a known one; the revision is kept beside the earlier ones. */
  put(action: Action): void
  /** The newest first. */
  revisions(id: string): readonly ActionRevision[]
  setState(id: string, state: ActionState, now: number): void
  transaction<T>(work: () => T): T
}

export function createActionRepository(db: BetterSQLite3Database): ActionRepository {
  const one = (row: Row | undefined) => (row === undefined ? undefined : toAction(row))
  const put = (action: Action) => {
    const row = toRow(action)
    const { id: _id, createdAt: _created, ...changed } = row
    db.insert(actions).values(row).onConflictDoUpdate({ target: actions.id, set: changed }).run()
    const revision = { actionId: row.id, revision: row.revision, definition: row.definition, source: row.source }
    db.insert(actionRevisions)
      .values({ ...revision, createdAt: row.updatedAt })
      .run()
  }
  return {
    byName: (full) =>
      one(
        db
          .select()
          .from(actions)
          .where(eq(actions.nameKey, nameKey(full)))
          .get(),
      ),
    byId: (id) => one(db.select().from(actions).where(eq(actions.id, id)).get()),
    idsLike: (piece) =>
      db
        .select({ id: actions.id })
        .from(actions)
        .where(or(like(actions.id, `${piece.toUpperCase()}%`), like(actions.id, `%${piece.toUpperCase()}`)))
        .all()
        .map((row) => row.id),
    list: ({ namespace, state } = {}) => {
      const prefix = namespace === undefined ? undefined : `${nameKey(namespace)}/`
      // Compared by length and not with LIKE, in which the "_" of a namespace would stand for any letter.
      const within = prefix === undefined ? undefined : sql`substr(${actions.nameKey}, 1, ${prefix.length}) = ${prefix}`
      const inState = state === undefined ? undefined : eq(actions.state, state)
      return db.select().from(actions).where(and(within, inState)).orderBy(asc(actions.nameKey)).all().map(toAction)
    },
    names: () =>
      db
        .select({ name: actions.name })
        .from(actions)
        .all()
        .map((row) => row.name),
    hasBuiltin: (source) =>
      db
        .select({ id: actions.id })
        .from(actions)
        .where(and(eq(actions.builtin, true), eq(actions.source, source)))
        .get() !== undefined,
    count: () => db.select({ n: count() }).from(actions).get()?.n ?? 0,
    put: (action) => db.transaction(() => put(action)),
    revisions: (id) => {
      const { revision, source, createdAt } = actionRevisions
      const rows = db
        .select({ revision, source, createdAt })
        .from(actionRevisions)
        .where(eq(actionRevisions.actionId, id))
      return rows.orderBy(desc(revision)).all()
    },
    setState: (id, state, now) =>
      void db.update(actions).set({ state, updatedAt: now }).where(eq(actions.id, id)).run(),
    transaction: (work) => db.transaction(() => work()),
  }
}
