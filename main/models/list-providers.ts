import { nameKey } from '@shared/model/name'
import type { ProviderRegistry } from './create-models'
import type { KeySource } from './domain/conversation'
import type { Endpoint, Provider, ProviderSettings } from './domain/provider'
import { builtinProviders, endpointOf } from './domain/provider'
import type { ProviderStore } from './ports'

/** The built-in providers and those that were added, found without regard to case. */
export function createProviderRegistry(store: ProviderStore): ProviderRegistry {
  return {
    find: (name) => builtinProviders.find((builtin) => builtin.name === nameKey(name)) ?? store.find(name),
    list: () => [...builtinProviders, ...store.list()],
  }
}

/** A provider with its effective address and where its key comes from; the key itself stays out. */
export type ListedProvider = Provider & Pick<Endpoint, 'keyOrigin'> & { readonly baseUrl: string }

/** Describes one provider as the given environment and configuration reach it. */
export function describeProvider(
  deps: { readonly settings: ProviderSettings },
  provider: Provider,
  secrets: KeySource,
): ListedProvider {
  const { baseUrl, keyOrigin } = endpointOf(provider, deps.settings, secrets)
  return { ...provider, baseUrl, keyOrigin }
}

/** Every provider, the built-in ones first. */
export function listProviders(
  deps: { readonly registry: ProviderRegistry; readonly settings: ProviderSettings },
  secrets: KeySource,
): readonly ListedProvider[] {
  return deps.registry.list().map((provider) => describeProvider(deps, provider, secrets))
}
