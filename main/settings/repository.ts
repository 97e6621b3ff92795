import { and, eq } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import * as z from 'zod'
import type { SettingKey, SettingValue } from './domain/registry'
import { projectSettings } from './tables'

const stored = z.union([z.string(), z.number(), z.boolean()])

/** Values that projects have of their own, except those that their own slice keeps. */
export type ProjectSettingsRepository = {
  get(projectId: string, key: SettingKey): SettingValue | undefined
  /** Undefined takes the project's own value away. */
  set(projectId: string, key: SettingKey, value: SettingValue | undefined, now: number): void
  /** Takes away all that a deleted project had. */
  forget(projectId: string): void
}

export function createProjectSettingsRepository(db: BetterSQLite3Database): ProjectSettingsRepository {
  const row = (projectId: string, key: string) =>
    and(eq(projectSettings.projectId, projectId), eq(projectSettings.key, key))
  return {
    get: (projectId, key) => {
      const found = db.select().from(projectSettings).where(row(projectId, key)).get()
      return found && stored.parse(JSON.parse(found.value))
    },
    set: (projectId, key, value, now) => {
      if (value === undefined) {
        db.delete(projectSettings).where(row(projectId, key)).run()
        return
      }
      const set = { value: JSON.stringify(value), updatedAt: now }
      const target = [projectSettings.projectId, projectSettings.key]
      db.insert(projectSettings)
        .values({ projectId, key, ...set })
        .onConflictDoUpdate({ target, set })
        .run()
    },
    forget: (projectId) => void db.delete(projectSettings).where(eq(projectSettings.projectId, projectId)).run(),
  }
}
