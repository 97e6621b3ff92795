import { nearest } from '@shared/model/nearest'
import { invalid, Refusal } from '@shared/model/refusal'
import { readValue } from './domain/read-value'
import {
  type AmountKey,
  isSettingKey,
  type NumberKey,
  type OptionalKey,
  type Setting,
  type SettingKey,
  settingKeys,
  settingOf,
  type SettingValue,
  type TextKey,
  variableOf,
} from './domain/registry'
import { createGlobalValues, readLeaves } from './global-values'
import { type ProjectOwnedKey, projectOwnedKeys, type SettingsDeps } from './ports'
import { changeToml } from './toml-text'

export type SettingSource = 'environment' | 'project' | 'global' | 'default'
export type SettingEntry = {
  readonly key: SettingKey
  /** Null where nothing is set, and for secrets, whose values are never shown. */
  readonly value: SettingValue | null
  readonly source: SettingSource
  readonly description: string
  readonly secret: boolean
  readonly type: Setting['type']
  /** The only values that it takes; null where others are possible. */
  readonly choices: readonly string[] | null
}
export type SettingChange = {
  /** What counts now, which is not what was set where a variable of the environment goes before it. */
  readonly entry: SettingEntry
  readonly previous: SettingEntry
  readonly scope: 'global' | 'project'
}

/** The configuration: flag (the caller's), environment, project, global, default, in this order. */
export type Settings = {
  /** `project` is a name or id. Refuses unknown keys, and a file or a variable that does not say what it should. */
  get(key: string, project?: string): SettingEntry
  /** Where the file is not in order: the value of when it last was, else the default, so that the core can start. */
  number(key: NumberKey, project?: string): number
  /** Dollars, or null where nothing is set; where the file is not in order as `number` does. */
  amount(key: AmountKey, project?: string): number | null
  text(key: TextKey, project?: string): string
  /** A value that may not be set at all. */
  optional(key: OptionalKey, project?: string): string | null
  /** Whether a value is set; where the file is not in order that cannot be told, and counts as yes. */
  mayBeSet(key: OptionalKey): boolean
  /** An empty value returns to what counts without it. */
  set(key: string, value: string, project?: string): SettingChange
  list(project?: string): readonly SettingEntry[]
  /** The automation profile by level, as the resolution of a plan's profile wants it. */
  profileNames(project?: string): {
    readonly environment: string | null
    readonly project: string | null
    readonly global: string | null
  }
  /** Takes away all that a deleted project had. */
  forgetProject(projectId: string): void
}

function requireKey(key: string): SettingKey {
  if (isSettingKey(key)) return key
  const near = nearest(key, settingKeys)
  throw invalid('settings.unknown_key', `There is no setting "${key}".`, {
    hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'See the settings with: agents config list',
    details: { key, near },
  })
}

function isProjectOwned(key: SettingKey): key is ProjectOwnedKey {
  return projectOwnedKeys.some((owned) => owned === key)
}

/** Reads each level by itself; undefined where a level says nothing. */
function createLevels(deps: SettingsDeps) {
  const global = createGlobalValues(deps.configFile, deps.profileNames)
  const environment = (key: SettingKey): SettingValue | undefined => {
    const variable = variableOf(key)
    const given = deps.env()[variable]
    // An empty variable counts as unset, so that a script can switch one off.
    if (given === undefined || given.trim() === '' || settingOf(key).secret !== undefined) return undefined
    const read = readValue(settingOf(key), given, deps.profileNames())
    if ('value' in read) return read.value
    throw invalid('settings.variable_invalid', `The variable ${variable} ${read.fault}.`, {
      hint: `Correct or unset ${variable}.`,
      details: { variable, key },
    })
  }
  const project = (key: SettingKey, projectId: string | undefined): SettingValue | undefined => {
    if (projectId === undefined || !settingOf(key).project) return undefined
    return isProjectOwned(key)
      ? (deps.projectDefaults.get(projectId, key) ?? undefined)
      : deps.projectSettings.get(projectId, key)
  }
  return { environment, project, global: global.get, lastGood: global.lastGood }
}

function checkedValue(key: SettingKey, value: string, deps: SettingsDeps): SettingValue | undefined {
  const setting = settingOf(key)
  if (setting.secret !== undefined) {
    throw invalid('settings.secret', `${key} is a secret and is not kept in the configuration; nothing was stored.`, {
      hint: setting.secret,
      details: { key },
    })
  }
  if (value.trim() === '') return undefined
  const read = readValue(setting, value, deps.profileNames())
  if ('value' in read) return read.value
  throw invalid('settings.invalid_value', `${key} ${read.fault}; it was left as it is.`, {
    hint: setting.sentence,
    details: { key },
  })
}

function storeGlobal(key: SettingKey, value: SettingValue | undefined, deps: SettingsDeps): void {
  const text = deps.configFile.stamp() === null ? '' : deps.configFile.read()
  // A file that is broken or has foreign keys is refused before anything is written; another key's bad value is not ours to judge here.
  const leaves = readLeaves(deps.configFile.path, text)
  if (value === undefined && !leaves.has(key)) return
  deps.configFile.write(changeToml(text, key, value))
}

function storeForProject(
  key: SettingKey,
  value: SettingValue | undefined,
  projectId: string,
  deps: SettingsDeps,
): void {
  if (!settingOf(key).project) {
    throw invalid('settings.not_per_project', `${key} is the same for every project; nothing was stored.`, {
      hint: `Set it without a project: agents config set ${key} VALUE`,
      details: { key },
    })
  }
  if (isProjectOwned(key)) deps.projectDefaults.set(projectId, key, value === undefined ? null : String(value))
  else deps.projectSettings.set(projectId, key, value, deps.now())
}

/** A bad value of a key in the file must not keep that key from being set right. */
function previousOf(read: () => SettingEntry, key: SettingKey): SettingEntry {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal) || error.data.code !== 'settings.file_invalid' || error.data.details.key !== key)
      throw error
    const { sentence, type, choices } = settingOf(key)
    return { key, value: null, source: 'global', description: sentence, secret: false, type, choices: choices ?? null }
  }
}

/** Whether the file is broken, says what it may not, or cannot be read. */
function isFileFault(error: unknown): boolean {
  return error instanceof Refusal && error.data.code.startsWith('settings.file_')
}

const amountOf = (value: SettingValue | null): number | null => (value === null ? null : Number(value))

export function createSettings(deps: SettingsDeps): Settings {
  const levels = createLevels(deps)
  const entryOf = (key: SettingKey, projectId: string | undefined, fromFile = levels.global): SettingEntry => {
    const setting = settingOf(key)
    const entry = (value: SettingValue | null, source: SettingSource) => ({
      key,
      value,
      source,
      description: setting.sentence,
      secret: setting.secret !== undefined,
      type: setting.type,
      choices: setting.choices ?? null,
    })
    const environment = levels.environment(key)
    if (environment !== undefined) return entry(environment, 'environment')
    const project = levels.project(key, projectId)
    if (project !== undefined) return entry(project, 'project')
    const global = fromFile(key)
    return global === undefined ? entry(setting.default, 'default') : entry(global, 'global')
  }
  const idOf = (project: string | undefined) => (project === undefined ? undefined : deps.findProject(project).id)
  const value = (key: SettingKey, project?: string) => entryOf(key, idOf(project)).value
  const usable = (key: SettingKey, project?: string): SettingValue | null => {
    try {
      return value(key, project)
    } catch (error) {
      if (!isFileFault(error)) throw error
      return entryOf(key, idOf(project), levels.lastGood).value
    }
  }
  return {
    get: (key, project) => entryOf(requireKey(key), idOf(project)),
    number: (key, project) => Number(usable(key, project)),
    amount: (key, project) => amountOf(usable(key, project)),
    text: (key, project) => String(value(key, project)),
    optional: (key, project) => {
      const found = value(key, project)
      return found === null ? null : String(found)
    },
    mayBeSet: (key) => {
      try {
        return value(key) !== null
      } catch (error) {
        if (!isFileFault(error)) throw error
        return true
      }
    },
    set: (query, text, project) => {
      const key = requireKey(query)
      const stored = checkedValue(key, text, deps)
      const projectId = idOf(project)
      const previous = previousOf(() => entryOf(key, projectId), key)
      if (projectId === undefined) storeGlobal(key, stored, deps)
      else storeForProject(key, stored, projectId, deps)
      deps.changed('settings', key)
      return { entry: entryOf(key, projectId), previous, scope: projectId === undefined ? 'global' : 'project' }
    },
    list: (project) => {
      const projectId = idOf(project)
      return settingKeys.map((key) => entryOf(key, projectId))
    },
    profileNames: (project) => {
      const key = 'core.automation-profile'
      const name = (found: SettingValue | undefined) => (found === undefined ? null : String(found))
      return {
        environment: name(levels.environment(key)),
        project: name(levels.project(key, idOf(project))),
        global: name(levels.global(key)),
      }
    },
    forgetProject: (projectId) => deps.projectSettings.forget(projectId),
  }
}
