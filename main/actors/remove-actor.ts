import { conflict } from '@shared/model/refusal'
import { findActor } from './find-actor'
import type { ActorDeps } from './ports'

/** Removes an actor that nothing names. Plans that used it keep what they recorded. */
export function removeActor(deps: ActorDeps, query: string): void {
  const actor = findActor(query, deps.actors)
  const users = deps.users(actor.name)
  if (users.length > 0) {
    throw conflict('actor.in_use', `The actor ${actor.name} is used by ${users.join(', ')}.`, {
      hint: 'Change those first, or give the actor new content by replacing it.',
      details: { actor_id: actor.id, users },
    })
  }
  deps.actors.remove(actor.id)
  deps.changed(actor.id)
}
