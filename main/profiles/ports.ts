import type { Profiles } from './repository'

/** A place that names a profile: a project, an action, or the configuration. */
export type ProfileUser = {
  readonly kind: 'project' | 'action' | 'configuration'
  readonly name: string
  readonly profile: string
}

export type ProfileDeps = {
  readonly profiles: Profiles
  /** Name of the profile that a plan gets where nothing else is said. */
  readonly globalDefault: () => string
  /** Names of the providers that were added; they reserve their namespaces. */
  readonly providerNames: () => readonly string[]
  /** Everything that names a profile. */
  readonly users: () => readonly ProfileUser[]
  readonly now: () => number
  readonly changed: (name: string) => void
}
