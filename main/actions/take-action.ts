import { conflict } from '@shared/model/refusal'
import { type Action, mayUseAction } from './domain/action'
import { findAction } from './find-action'
import type { ActionDeps } from './ports'

/**
 * The action that a new plan is made of; refuses one that is archived or a draft.
 * Synchronous: call it, store the plan and call `markUsed` in one transaction, so that an action
 * that is not reusable never gets two plans.
 */
export function takeAction(deps: Pick<ActionDeps, 'actions'>, query: string): Action {
  const action = findAction(query, deps.actions)
  const may = mayUseAction(action)
  if (may === 'yes') return action
  const details = { action_id: action.id, name: action.name, state: action.state }
  if (may === 'draft') {
    throw conflict('action.draft', `The action ${action.name} is a draft; no plan was made.`, {
      hint: 'Set its state to available in its YAML and store it again.',
      details,
    })
  }
  const why = action.definition.reusable ? '' : ' It is not reusable and its one plan has been made.'
  throw conflict('action.archived', `The action ${action.name} is archived; no plan was made.${why}`, {
    hint: 'Store it again with the state available, or use another action.',
    details,
  })
}

/** Notes that a plan was made: an action that is not reusable is archived by its first. */
export function markUsed(deps: Pick<ActionDeps, 'actions' | 'now' | 'changed'>, action: Action): void {
  if (action.definition.reusable) return
  deps.actions.setState(action.id, 'archived', deps.now())
  deps.changed('action', action.id)
}
