import type { Clock } from '../platform/clock'
import type { NewId } from '../platform/ids'
import type { Known } from './domain/read-action'
import type { Environment } from '@shared/model/resolve-variables'
import type { ActionRepository } from './repository'

/** Says that something changed, once it is stored. */
export type Changed = (topic: 'action', id: string) => void

export type ActionDeps = {
  readonly actions: ActionRepository
  readonly newId: NewId
  readonly now: Clock
  readonly changed: Changed
  /** Where `${VAR}` is taken from. */
  readonly env: () => Environment
  /** Profiles, providers and default actors as they are at present. */
  readonly known: () => Known
}
