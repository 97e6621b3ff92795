import type { Profile } from '@shared/model/profile'

export type StoredProfile = Profile & {
  /** Comes with the application, and stays as it is. */
  readonly builtin: boolean
  /** The YAML as it was given. */
  readonly source: string
  /** Null for one that comes with the application. */
  readonly created: number | null
}
