import type { ContractRouterClient } from '@orpc/contract'
import { actions } from './actions'
import { actors, providers } from './actors'
import { data } from './data'
import { events } from './events'
import { inbox } from './inbox'
import { invariants } from './invariants'
import { plans } from './plans'
import { projects } from './projects'
import { resources } from './resources'
import { review } from './review'
import { profiles, settings, system } from './settings'
import { validations } from './validations'

/** Everything a front can ask of the core. */
export const contract = {
  actions,
  actors,
  data,
  events,
  inbox,
  invariants,
  plans,
  profiles,
  projects,
  providers,
  resources,
  review,
  settings,
  system,
  validations,
}
export type Contract = typeof contract
export type Client = ContractRouterClient<Contract>
