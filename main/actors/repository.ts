import { asc, eq } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { nameKey } from '@shared/model/name'
import type { Actor } from './domain/actor'
import { readDefinition, writeDefinition } from './stored-definition'
import { actors } from './tables'

type Row = typeof actors.$inferSelect

function toActor({ id, name, definition, source, createdAt, updatedAt }: Row): Actor {
  return { id, name, definition: readDefinition(definition), source, createdAt, updatedAt }
}

/** Stored actors; every function is synchronous. */
export type ActorRepository = {
  /** By its full name, without regard to case. */
  byName(full: string): Actor | undefined
  /** Ordered by name. */
  list(): readonly Actor[]
  /** Stores a new actor, or what has become of a known one. */
  put(actor: Actor): void
  remove(id: string): void
}

export function createActorRepository(db: BetterSQLite3Database): ActorRepository {
  return {
    byName(full) {
      const row = db
        .select()
        .from(actors)
        .where(eq(actors.nameKey, nameKey(full)))
        .get()
      return row && toActor(row)
    },
    list: () => db.select().from(actors).orderBy(asc(actors.nameKey)).all().map(toActor),
    put({ definition, ...rest }) {
      const row: Row = {
        ...rest,
        nameKey: nameKey(rest.name),
        type: definition.type,
        definition: writeDefinition(definition),
      }
      const { id: _id, createdAt: _created, ...changed } = row
      db.insert(actors).values(row).onConflictDoUpdate({ target: actors.id, set: changed }).run()
    },
    remove(id) {
      db.delete(actors).where(eq(actors.id, id)).run()
    },
  }
}
