import type { Action } from './domain/action'
import { findAction } from './find-action'
import type { ActionDeps } from './ports'

/** Puts an action away: no new plan uses it; plans that do go on. Archiving again changes nothing. */
export function archiveAction(deps: Pick<ActionDeps, 'actions' | 'now' | 'changed'>, query: string): Action {
  const action = findAction(query, deps.actions)
  if (action.state === 'archived') return action
  const updatedAt = deps.now()
  deps.actions.setState(action.id, 'archived', updatedAt)
  deps.changed('action', action.id)
  return { ...action, state: 'archived', updatedAt }
}
