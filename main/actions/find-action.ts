import { matchId } from '@shared/model/id'
import { isNameProblem, parseName } from '@shared/model/name'
import { nearest } from '@shared/model/nearest'
import { conflict, missing } from '@shared/model/refusal'
import type { Action } from './domain/action'
import type { ActionRepository } from './repository'

function byPieceOfId(query: string, actions: ActionRepository): Action | undefined {
  if (!/^[0-9A-Za-z]{6,26}$/.test(query)) return undefined
  const match = matchId(query, actions.idsLike(query))
  if (match.kind === 'one') return actions.byId(match.id)
  if (match.kind !== 'ambiguous') return undefined
  throw conflict('action.ambiguous_id', `"${query}" may mean ${match.candidates.length} actions.`, {
    hint: 'Give more of the id, or the name.',
    details: { candidates: match.candidates },
  })
}

/** Finds an action by its name or id; a name that nothing has names what comes near. */
export function findAction(query: string, actions: ActionRepository): Action {
  const parsed = parseName(query.trim())
  const found = isNameProblem(parsed) ? undefined : actions.byName(parsed.full)
  const action = found ?? byPieceOfId(query.trim(), actions)
  if (action) return action
  const wanted = isNameProblem(parsed) ? query : parsed.full
  const near = nearest(wanted, actions.names())
  throw missing('action.not_found', `There is no action "${wanted}".`, {
    hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'See the actions with: agents action list',
    details: { action: wanted, near },
  })
}

/** Finds an action for another slice, whatever its state. */
export function findActionFor(deps: { readonly actions: ActionRepository }, query: string): Action {
  return findAction(query, deps.actions)
}
