export {
  createSettings,
  type SettingChange,
  type SettingEntry,
  type Settings,
  type SettingSource,
} from './create-settings'
export { type NumberKey, type OptionalKey, type SettingKey, type TextKey } from './domain/registry'
export { createSettingsHandlers } from './handlers'
export type { ConfigFile, ProjectDefaults, ProjectOwnedKey, SettingsDeps } from './ports'
export { createProjectSettingsRepository } from './repository'
