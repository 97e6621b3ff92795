import type { ActorRole } from '@shared/model/plan'
import type { ProviderRegistry } from '../models'
import type { Clock } from '../platform/clock'
import type { NewId } from '../platform/ids'
import type { ActorRepository } from './repository'

export type ActorDeps = {
  readonly actors: ActorRepository
  readonly providers: ProviderRegistry
  /** The environment that `${VAR}` in an actor's text is read from. */
  readonly env: () => Readonly<Record<string, string | undefined>>
  /** The configured actor of a role, `actor.default.ROLE`. */
  readonly defaultActor: (role: ActorRole) => string | undefined
  /** What names an actor, each in a few words, e.g. `action local/fix`. */
  readonly users: (name: string) => readonly string[]
  readonly clock: Clock
  readonly newId: NewId
  /** Tells everybody that an actor came, changed or went. */
  readonly changed: (id: string) => void
}
