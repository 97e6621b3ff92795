import { isNameProblem, nameKey } from '@shared/model/name'
import { conflict, invalid } from '@shared/model/refusal'
import type { Provider, ProviderKind } from './domain/provider'
import { providerNameProblem, readBaseUrl } from './domain/provider'
import type { ProviderStore } from './ports'

export type AddProviderDeps = {
  readonly store: ProviderStore
  /** Namespaces in which something exists. */
  readonly namespaces: () => readonly string[]
}

export type AddProviderInput = {
  readonly name: string
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly apiKeyEnv?: string
}

/** Adds a named provider; its name becomes a reserved namespace. The key itself is never stored here. */
export function addProvider({ store, namespaces }: AddProviderDeps, input: AddProviderInput): Provider {
  const { name, kind, apiKeyEnv } = input
  const problem = providerNameProblem(name, { providers: [], namespaces: namespaces() })
  if (problem) throw invalid('provider.bad_name', problem.problem, { hint: problem.hint })
  const address = readBaseUrl(input.baseUrl)
  if ('problem' in address && isNameProblem(address))
    throw invalid('provider.bad_base_url', address.problem, { hint: address.hint })
  if (apiKeyEnv !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(apiKeyEnv)) {
    // What was given may be a key, so it is not repeated.
    throw invalid('provider.bad_key_variable', 'The name of the key variable may have letters, digits and "_" only.', {
      hint: 'Give the name of an environment variable, such as MY_SERVER_KEY, not the key itself.',
    })
  }
  const existing = store.find(name)
  if (existing) {
    throw conflict('provider.exists', `A provider "${existing.name}" exists already at ${existing.baseUrl}.`, {
      hint: `Choose another name, or remove it first with: agents provider remove ${nameKey(name)}`,
      details: { provider: existing.name },
    })
  }
  const provider: Provider = {
    name,
    kind,
    baseUrl: address.url,
    builtin: false,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
  }
  store.add(provider)
  return provider
}
