import type { Clock } from '../platform/clock'
import type { ProjectSettingsRepository } from './repository'

/** The configuration file of the data folder. */
export type ConfigFile = {
  readonly path: string
  /** Changes whenever the file does; null where there is none. */
  stamp(): string | null
  /** The text; empty where there is no file. */
  read(): string
  /** Replaces the file whole, or leaves it as it is; mode 0600. */
  write(text: string): void
}

/** The settings that a project keeps itself, so that `project set` and `config set --project` are one truth. */
export const projectOwnedKeys = ['core.automation-profile', 'plan.apply-mode'] as const
export type ProjectOwnedKey = (typeof projectOwnedKeys)[number]
export type ProjectDefaults = {
  get(projectId: string, key: ProjectOwnedKey): string | null
  /** Null returns to the global value. The value has been checked. */
  set(projectId: string, key: ProjectOwnedKey, value: string | null): void
}

export type SettingsDeps = {
  readonly configFile: ConfigFile
  readonly env: () => Readonly<Record<string, string | undefined>>
  readonly projectSettings: ProjectSettingsRepository
  readonly projectDefaults: ProjectDefaults
  /** Finds a project by name or id; refuses one that is not there. */
  readonly findProject: (query: string) => { readonly id: string; readonly name: string }
  /** Names of the automation profiles. */
  readonly profileNames: () => readonly string[]
  readonly now: Clock
  readonly changed: (topic: 'settings', id: string) => void
}
