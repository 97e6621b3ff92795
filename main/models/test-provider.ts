import { Refusal } from '@shared/model/refusal'
import type { ModelDeps, ModelLimits, ProviderTest } from './create-models'
import type { KeySource } from './domain/conversation'
import { noProviderRefusal } from './refusals'
import { targetOf } from './target'

type Deps = Omit<ModelDeps, 'limits'> & { readonly limits: ModelLimits }

/** A list of models is short and comes at once, so nobody waits for it as for an answer. */
const firstByteMs = 15_000
const totalMs = 30_000

/** The models that a provider offers, by name. */
export async function listModels(
  deps: Deps,
  name: string,
  secrets: KeySource,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { limits } = deps
  const target = targetOf(deps, { provider: name, model: '' }, secrets)
  const { baseUrl, key } = target.endpoint
  const timeouts = {
    ...limits,
    firstByteMs: Math.min(limits.firstByteMs, firstByteMs),
    totalMs: Math.min(limits.totalMs, totalMs),
  }
  try {
    return await deps.adapters[target.provider.kind].listModels({ baseUrl, key, signal, timeouts })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw target.asRefusal(target.clean(error))
  }
}

/** Asks a provider for its models and says how that went. Refuses only where there is no such provider. */
export async function testProvider(
  deps: Deps,
  name: string,
  secrets: KeySource,
  signal: AbortSignal,
): Promise<ProviderTest> {
  if (!deps.providers.find(name)) throw noProviderRefusal(name, deps.providers.list())
  const started = deps.clock()
  try {
    const models = await listModels(deps, name, secrets, signal)
    return { ok: true, models, latencyMs: deps.clock() - started }
  } catch (error) {
    if (signal.aborted || !(error instanceof Refusal)) throw error
    return { ok: false, models: [], latencyMs: deps.clock() - started, error: error.message }
  }
}
