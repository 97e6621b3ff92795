import { builtinActorNames } from '@shared/model/builtin-actors'
import { matchId } from '@shared/model/id'
import { isNameProblem, nameKey, parseName } from '@shared/model/name'
import { nearest } from '@shared/model/nearest'
import { conflict, missing } from '@shared/model/refusal'
import { modelsOf } from './domain/actor'
import type { Actor } from './domain/actor'
import type { ActorRepository } from './repository'

/** Finds a stored actor by its name, its id or a unique piece of that; a name that nothing has names what comes near. */
export function findActor(query: string, actors: ActorRepository): Actor {
  const parsed = parseName(query)
  const named = isNameProblem(parsed) ? undefined : actors.byName(parsed.full)
  if (named) return named
  const all = actors.list()
  const match = matchId(
    query,
    all.map(({ id }) => id),
  )
  if (match.kind === 'ambiguous') {
    throw conflict('actor.ambiguous_id', `"${query}" may mean ${match.candidates.length} actors.`, {
      hint: 'Give more of the id, or the name.',
      details: { candidates: match.candidates },
    })
  }
  const found = match.kind === 'one' ? all.find(({ id }) => id === match.id) : undefined
  if (found) return found
  const wanted = isNameProblem(parsed) ? query : parsed.full
  const near = nearest(wanted, [...all.map(({ name }) => name), ...builtinActorNames])
  throw missing('actor.not_found', `There is no actor "${wanted}".`, {
    hint: [
      ...(near.length > 0 ? [`Did you mean ${near.join(', ')}?`] : []),
      'See the actors with: agents actor list. A model is named as provider/model; its provider is added with: agents provider add',
    ].join(' '),
    details: { actor: wanted, near },
  })
}

/** Names of the stored actors that name a model of this provider, also of those that cannot run yet. */
export function actorsOfProvider(provider: string, actors: ActorRepository): readonly string[] {
  const isOf = (actor: Actor) =>
    modelsOf(actor.definition).some((model) => nameKey(model.provider) === nameKey(provider))
  return actors
    .list()
    .filter(isOf)
    .map(({ name }) => name)
}
