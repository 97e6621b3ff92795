import type { ActorView, actors as contract } from '@shared/contract/actors'
import { type BuiltinActorArg, builtinActors } from '@shared/model/builtin-actors'
import { nameKey } from '@shared/model/name'
import { resolveModel } from '../models'
import type { HandlersOf } from '../platform/handlers'
import { addActor } from './add-actor'
import { modelsOf } from './domain/actor'
import type { Actor } from './domain/actor'
import { findActor } from './find-actor'
import type { ActorDeps } from './ports'
import { removeActor } from './remove-actor'

function actorView(deps: Pick<ActorDeps, 'clock'>, { id, name, definition, source, createdAt }: Actor): ActorView {
  const { type, runs } = definition
  const [first] = runs.kind === 'llm' ? [runs.settings] : modelsOf(definition)
  const notice = first && resolveModel({ provider: first.provider, model: first.model }, deps.clock()).replaced?.note
  return {
    actor_id: id,
    name,
    type,
    provider: first?.provider ?? null,
    model: first?.model ?? null,
    notice: notice ?? null,
    runnable: runs.kind === 'llm',
    reason: runs.kind === 'llm' ? '' : runs.reason,
    builtin: false,
    args: [],
    source,
    created: createdAt,
  }
}

type Builtin = { readonly name: string; readonly args: readonly BuiltinActorArg[] }

function builtinView({ name, args }: Builtin): ActorView {
  return {
    actor_id: null,
    name,
    type: 'builtin',
    provider: null,
    model: null,
    notice: null,
    runnable: true,
    reason: '',
    builtin: true,
    args: args.map(({ name: arg, required, sentence }) => ({ name: arg, required, description: sentence })),
    source: null,
    created: null,
  }
}

export function createActorHandlers(deps: ActorDeps): HandlersOf<typeof contract> {
  return {
    add: async (input) => actorView(deps, addActor(deps, input)),
    list: async () => ({
      actors: [...builtinActors.map(builtinView), ...deps.actors.list().map((actor) => actorView(deps, actor))],
    }),
    show: async ({ actor }) => {
      const builtin = builtinActors.find(({ name }) => name === nameKey(actor))
      return builtin ? builtinView(builtin) : actorView(deps, findActor(actor, deps.actors))
    },
    remove: async ({ actor }) => {
      removeActor(deps, actor)
      return { ok: true }
    },
  }
}
