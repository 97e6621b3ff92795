import { asc, eq } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { nameKey } from '@shared/model/name'
import type { Profile } from '@shared/model/profile'
import { readBuiltinProfiles } from './builtin-profiles'
import type { StoredProfile } from './domain/stored-profile'
import { automationProfiles } from './tables'

const pack = (value: unknown): string => JSON.stringify({ v: 1, value })
const unpack = <T>(column: string): T => (JSON.parse(column) as { value: T }).value

export type Profiles = ReturnType<typeof createProfiles>

/** The profiles that come with the application, then those that were added. */
export function createProfiles(db: BetterSQLite3Database) {
  const builtin = readBuiltinProfiles()
  return {
    all(): readonly StoredProfile[] {
      const rows = db.select().from(automationProfiles).orderBy(asc(automationProfiles.nameKey)).all()
      const own = rows.map(({ name, definition, source, created }): StoredProfile => {
        return { ...unpack<Profile>(definition), name, source, created, builtin: false }
      })
      return [...builtin, ...own]
    },
    /** Stores a profile, in the place of one of its name where there is one. */
    put({ builtin: _builtin, source, created, ...profile }: StoredProfile & { readonly created: number }): void {
      const row = { name: profile.name, definition: pack(profile), source }
      db.insert(automationProfiles)
        .values({ ...row, nameKey: nameKey(profile.name), created })
        .onConflictDoUpdate({ target: automationProfiles.nameKey, set: row })
        .run()
    },
    remove(name: string): void {
      db.delete(automationProfiles)
        .where(eq(automationProfiles.nameKey, nameKey(name)))
        .run()
    },
  }
}
