import { missing } from '@shared/model/refusal'
import { createAction } from './create-action'
import type { Action } from './domain/action'
import { findAction } from './find-action'
import type { ActionDeps } from './ports'

/** Makes what an earlier revision said the newest one; nothing of the revisions between is lost. */
export function restoreAction(deps: ActionDeps, query: string, revision: number): Action {
  const action = findAction(query, deps.actions)
  const revisions = deps.actions.revisions(action.id)
  const found = revisions.find((one) => one.revision === revision)
  if (!found)
    throw missing(
      'action.no_revision',
      `The action ${action.name} has no revision ${revision}; it was left as it is.`,
      {
        hint: `It has the revisions 1 to ${action.revision}.`,
        details: { action_id: action.id, revision },
      },
    )
  return createAction(deps, { source: found.source, replace: true })
}
