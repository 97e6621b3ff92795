import type { providers as contract, ProviderView } from '@shared/contract/actors'
import type { HandlersOf } from '../platform/handlers'
import { addProvider } from './add-provider'
import type { AddProviderDeps } from './add-provider'
import type { Models, ProviderRegistry } from './create-models'
import type { KeySource } from './domain/conversation'
import type { ProviderSettings } from './domain/provider'
import { describeProvider, listProviders } from './list-providers'
import type { ListedProvider } from './list-providers'
import { removeProvider } from './remove-provider'
import type { RemoveProviderDeps } from './remove-provider'

export type ProviderHandlerDeps = AddProviderDeps &
  RemoveProviderDeps & {
    readonly registry: ProviderRegistry
    readonly settings: ProviderSettings
    readonly models: Pick<Models, 'test'>
    /** Keys and environment of whoever asks, as far as they are known. */
    readonly secrets: () => KeySource
    /** Tells everybody that a provider came or went. */
    readonly changed: (name: string) => void
  }

function providerView({ name, kind, baseUrl, apiKeyEnv, keyOrigin, builtin }: ListedProvider): ProviderView {
  return { name, kind, base_url: baseUrl, api_key_env: apiKeyEnv ?? null, key: keyOrigin, builtin }
}

export function createProviderHandlers(deps: ProviderHandlerDeps): HandlersOf<typeof contract> {
  return {
    add: async ({ name, kind, base_url: baseUrl, api_key_env: apiKeyEnv }) => {
      const provider = addProvider(deps, { name, kind, baseUrl, ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }) })
      deps.changed(provider.name)
      return providerView(describeProvider(deps, provider, deps.secrets()))
    },
    list: async () => ({ providers: listProviders(deps, deps.secrets()).map(providerView) }),
    test: async ({ name }, { signal }) => {
      const { ok, models, latencyMs, error } = await deps.models.test(
        name,
        deps.secrets(),
        signal ?? new AbortController().signal,
      )
      return { ok, models: [...models], latency_ms: latencyMs, error: error ?? null }
    },
    remove: async ({ name }) => {
      removeProvider(deps, name)
      deps.changed(name)
      return { ok: true }
    },
  }
}
