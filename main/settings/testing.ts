import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { missing } from '@shared/model/refusal'
import type { ConfigFile, ProjectOwnedKey, SettingsDeps } from './ports'
import { createProjectSettingsRepository } from './repository'

/** Deps over a database and a file, with two projects whose own settings are kept in a map. */
export function settingsDeps(db: BetterSQLite3Database, configFile: ConfigFile, env: Record<string, string> = {}) {
  const owned = new Map<string, string>()
  const told: string[] = []
  const key = (projectId: string, name: ProjectOwnedKey) => `${projectId} ${name}`
  const deps: SettingsDeps = {
    configFile,
    env: () => env,
    projectSettings: createProjectSettingsRepository(db),
    projectDefaults: {
      get: (projectId, name) => owned.get(key(projectId, name)) ?? null,
      set: (projectId, name, value) =>
        void (value === null ? owned.delete(key(projectId, name)) : owned.set(key(projectId, name), value)),
    },
    findProject: (query) => {
      if (query !== 'local/one' && query !== 'local/two')
        throw missing('project.not_found', `There is no project "${query}".`)
      return { id: query.toUpperCase(), name: query }
    },
    profileNames: () => ['manual', 'supervised', 'ci'],
    now: () => 1,
    changed: (topic, id) => void told.push(`${topic} ${id}`),
  }
  return { deps, told, owned }
}
