import { builtinActorNames } from '@shared/model/builtin-actors'
import { isNameProblem, knownProviderNamespaces, nameKey, parseName } from '@shared/model/name'
import type { ActorRole } from '@shared/model/plan'
import { conflict, invalid, missing } from '@shared/model/refusal'
import { formatModelRef, parseModelRef, resolveModel } from '../models'
import type { ModelRef } from '../models'
import type { LlmSettings } from './domain/actor-definition'
import type { ResolvedActor } from './domain/resolved-actor'
import { findActor } from './find-actor'
import type { ActorDeps } from './ports'

type Deps = Pick<ActorDeps, 'actors' | 'providers' | 'defaultActor' | 'clock'>

/** The model as its provider is spelled, or its successor; refuses a provider that was not added. */
function modelOf(deps: Deps, ref: ModelRef): Pick<Extract<ResolvedActor, { kind: 'llm' }>, 'model' | 'replaced'> {
  const provider = deps.providers.find(ref.provider)
  if (!provider) {
    throw missing(
      'provider.not_found',
      `There is no provider "${ref.provider}" for the model ${formatModelRef(ref)}.`,
      {
        hint: `Add it with: agents provider add ${ref.provider} --kind openai-compatible --base-url URL`,
        details: { provider: ref.provider },
      },
    )
  }
  const { ref: model, replaced } = resolveModel({ provider: provider.name, model: ref.model }, deps.clock())
  return { model, ...(replaced ? { replaced } : {}) }
}

function llmOf(
  deps: Deps,
  name: string,
  settings: LlmSettings,
  globalContext: Readonly<Record<string, unknown>>,
): ResolvedActor {
  const { provider, model, systemPrompt, temperature, maxOutputTokens, maxHistory } = settings
  return {
    kind: 'llm',
    name,
    ...modelOf(deps, { provider, model }),
    globalContext,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(systemPrompt === undefined ? {} : { systemPromptTemplate: systemPrompt }),
    ...(maxHistory === undefined ? {} : { maxHistory }),
  }
}

/** The shipped judge by the name that worked examples know it by, unless somebody has stored an actor of that name. */
const shippedJudge = 'local/invariant-resolver'

function storedActor(deps: Deps, query: string): ResolvedActor {
  const parsed = parseName(query)
  const isJudge = !isNameProblem(parsed) && nameKey(parsed.full) === shippedJudge
  if (isJudge && !deps.actors.byName(shippedJudge)) return { kind: 'builtin', name: 'builtin/invariant-resolver' }
  const { id, name, definition } = findActor(query, deps.actors)
  if (definition.runs.kind === 'llm') return llmOf(deps, name, definition.runs.settings, definition.globalContext)
  throw conflict('actor.not_runnable', `The actor ${name} cannot run yet: ${definition.runs.reason}`, {
    hint: 'Use an actor with a single model, or name a model as provider/model.',
    details: { actor_id: id, name },
  })
}

function builtinActor(name: string): ResolvedActor {
  const found = builtinActorNames.find((builtin) => builtin === nameKey(name))
  if (found) return { kind: 'builtin', name: found }
  throw missing('actor.not_found', `There is no built-in actor "${name}".`, {
    hint: `There are ${builtinActorNames.join(', ')}.`,
    details: { actor: name },
  })
}

/**
 * What an actor's name stands for: a built-in one, a model written `provider/model`, or a stored actor. Without a name
 * it is the configured actor of the role. Needs no key: whether there is one shows when the model is asked.
 */
export function resolveActor(deps: Deps, name: string | null, role: ActorRole): ResolvedActor {
  const wanted = (name ?? deps.defaultActor(role) ?? '').trim()
  if (wanted === '') {
    throw invalid('actor.none', `No actor is given for the role ${role}, and actor.default.${role} is not set.`, {
      hint: `Name one in the action as ${role}_actor, or set a default with: agents config set actor.default.${role} provider/model`,
      details: { role },
    })
  }
  const namespace = nameKey(wanted.split('/', 1)[0] ?? '')
  if (namespace === 'builtin') return builtinActor(wanted)
  const ref = parseModelRef(wanted)
  const isProvider =
    deps.providers.find(namespace) !== undefined || knownProviderNamespaces.some((known) => known === namespace)
  if (!ref || !isProvider) return storedActor(deps, wanted)
  const found = modelOf(deps, ref)
  return {
    kind: 'llm',
    name: formatModelRef({ provider: deps.providers.find(ref.provider)?.name ?? ref.provider, model: ref.model }),
    ...found,
    globalContext: {},
  }
}
