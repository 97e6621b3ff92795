export type { Action } from './domain/action'
export type {
  ActionDefinition,
  ArgDefinition,
  ArgValue,
  InvariantDefinition,
  ValidationDefinition,
} from './domain/action-definition'
export { type ArgFault, type ResolvedArgs } from './domain/resolve-args'
export type { Known } from './domain/read-action'
export { findActionFor } from './find-action'
export { createActionHandlers } from './handlers'
export type { ActionDeps } from './ports'
export { type ActionRepository, createActionRepository } from './repository'
export { seedActions } from './seed-actions'
export { parseValidation } from './parse-validation'
export { requireArgs } from './require-args'
export { markUsed, takeAction } from './take-action'
