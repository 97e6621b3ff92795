import { createRedactor } from '../platform/redact'
import type { ModelDeps } from './create-models'
import { CallFailure, refusalOf } from './domain/call-failure'
import type { KeySource } from './domain/conversation'
import type { ModelRef } from './domain/model-ref'
import type { Endpoint, Provider } from './domain/provider'
import { endpointOf } from './domain/provider'
import { noKeyRefusal, noProviderRefusal } from './refusals'

/** Where a request goes, and how its failures are told without the key in them. */
export type Target = {
  readonly provider: Provider
  readonly endpoint: Endpoint
  /** The same failure without secrets in it: providers quote the key that they refuse. */
  clean(error: unknown): unknown
  /** A cleaned failure as the refusal that the user sees; anything else as it is. */
  asRefusal(error: unknown): unknown
}

const longestMessage = 2000

/** Finds provider, address and key of a model; refuses where one of them is missing. */
export function targetOf(deps: Pick<ModelDeps, 'providers' | 'settings'>, ref: ModelRef, secrets: KeySource): Target {
  const provider = deps.providers.find(ref.provider)
  if (!provider) throw noProviderRefusal(ref.provider, deps.providers.list())
  const endpoint = endpointOf(provider, deps.settings, secrets)
  if (endpoint.keyOrigin === 'missing') throw noKeyRefusal(provider)
  const redactor = createRedactor()
  if (endpoint.key !== undefined) redactor.add(endpoint.key)
  const keyName = provider.apiKeyEnv ?? 'its settings'
  return {
    provider,
    endpoint,
    clean(error) {
      if (!(error instanceof CallFailure)) return error
      return new CallFailure(error.kind, redactor.redact(error.message).slice(0, longestMessage), error)
    },
    asRefusal: (error) =>
      error instanceof CallFailure ? refusalOf(error, ref, { baseUrl: endpoint.baseUrl, keyName }) : error,
  }
}
