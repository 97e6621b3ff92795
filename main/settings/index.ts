export {
  createSettings,
  type SettingChange,
  type SettingEntry,
  type Settings,
  type SettingSource,
} from './create-settings'
export {
  type NumberKey,
  type OptionalKey,
  registry,
  type SettingKey,
  settingKeys,
  type TextKey,
  variableOf,
} from './domain/registry'
export { createSettingsHandlers } from './handlers'
export type { ConfigFile, ProjectDefaults, ProjectOwnedKey, SettingsDeps } from './ports'
export { createProjectSettingsRepository } from './repository'
