import { conflict } from '@shared/model/refusal'
import type { ProviderRegistry } from './create-models'
import type { ProviderStore } from './ports'
import { noProviderRefusal } from './refusals'

export type RemoveProviderDeps = {
  readonly store: ProviderStore
  readonly registry: ProviderRegistry
  /** What names this provider's models, each in a few words, e.g. `actor local/reviewer`. */
  readonly users: (provider: string) => readonly string[]
}

/** Removes a named provider that nothing uses; its namespace is free again. */
export function removeProvider({ store, registry, users }: RemoveProviderDeps, name: string): void {
  const provider = registry.find(name)
  if (!provider) throw noProviderRefusal(name, registry.list())
  if (provider.builtin) {
    throw conflict('provider.builtin', `"${provider.name}" is built in and cannot be removed.`, {
      hint: 'Without a key it is not used.',
    })
  }
  const found = users(provider.name)
  if (found.length > 0) {
    throw conflict('provider.in_use', `"${provider.name}" is used by ${found.join(', ')}.`, {
      hint: 'Change or remove those first.',
      details: { users: found },
    })
  }
  store.remove(provider.name)
}
