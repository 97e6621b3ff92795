import { builtinProviderNames, isNameProblem, nameKey, parseName, reservedNamespaces } from '@shared/model/name'
import type { NameProblem } from '@shared/model/name'
import type { KeySource } from './conversation'

export const providerKinds = ['openai-compatible', 'openai', 'anthropic'] as const
export type ProviderKind = (typeof providerKinds)[number]

export type Provider = {
  readonly name: string
  readonly kind: ProviderKind
  /** Absent for the built-in ones, whose address comes from configuration, environment or default. */
  readonly baseUrl?: string
  /** Name of the environment variable that holds the key. */
  readonly apiKeyEnv?: string
  readonly builtin: boolean
}

type Builtin = { readonly provider: Provider; readonly baseUrlEnv: string; readonly defaultBaseUrl: string }

const builtins: readonly Builtin[] = [
  {
    provider: { name: 'openai', kind: 'openai', apiKeyEnv: 'OPENAI_API_KEY', builtin: true },
    baseUrlEnv: 'OPENAI_BASE_URL',
    defaultBaseUrl: 'https://api.openai.com/v1',
  },
  {
    provider: { name: 'anthropic', kind: 'anthropic', apiKeyEnv: 'ANTHROPIC_API_KEY', builtin: true },
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
    defaultBaseUrl: 'https://api.anthropic.com',
  },
]

export const builtinProviders: readonly Provider[] = builtins.map(({ provider }) => provider)

/** Configured base URLs, `provider.NAME.base-url`. */
export type ProviderSettings = { baseUrl(provider: string): string | undefined }

export type KeyOrigin = 'memory' | 'environment' | 'not needed' | 'missing'
export type Endpoint = { readonly baseUrl: string; readonly key: string | undefined; readonly keyOrigin: KeyOrigin }

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim()

/**
 * Where a provider is reached and with which key. Its own address comes first, then the configured one, then the
 * environment's, then the default. A key is demanded where the provider is known to need one: an address of the
 * user's own may be a local server without keys.
 */
export function endpointOf(provider: Provider, settings: ProviderSettings, secrets: KeySource): Endpoint {
  const builtin = builtins.find((one) => one.provider.name === provider.name)
  const own =
    filled(provider.baseUrl) ??
    (builtin ? (filled(settings.baseUrl(provider.name)) ?? filled(secrets.env[builtin.baseUrlEnv])) : undefined)
  const baseUrl = (own ?? builtin?.defaultBaseUrl ?? '').replace(/\/+$/, '')
  const memory = filled(secrets.key(provider.name))
  if (memory !== undefined) return { baseUrl, key: memory, keyOrigin: 'memory' }
  const environment = provider.apiKeyEnv === undefined ? undefined : filled(secrets.env[provider.apiKeyEnv])
  if (environment !== undefined) return { baseUrl, key: environment, keyOrigin: 'environment' }
  const mayGoWithout = builtin
    ? baseUrl !== builtin.defaultBaseUrl
    : provider.kind === 'openai-compatible' && provider.apiKeyEnv === undefined
  return { baseUrl, key: undefined, keyOrigin: mayGoWithout ? 'not needed' : 'missing' }
}

const hint = 'Choose another name of letters, digits, ".", "_" and "-", for example "my-server".'

/** Why a provider may not have this name: a provider's name reserves its namespace, so it must be free. */
export function providerNameProblem(
  name: string,
  taken: { readonly providers: readonly string[]; readonly namespaces: readonly string[] },
): NameProblem | undefined {
  const parsed = parseName(name)
  if (isNameProblem(parsed)) return parsed
  if (name.includes('/') || name.includes(':'))
    return { problem: `A provider's name is one word; "${name}" has a namespace.`, hint }
  const key = nameKey(name)
  const isIn = (names: readonly string[]) => names.some((one) => nameKey(one) === key)
  if (isIn([...reservedNamespaces, 'local'])) return { problem: `The name "${name}" is reserved.`, hint }
  if (isIn(builtinProviderNames))
    return {
      problem: `"${name}" is a built-in provider.`,
      hint: `Set its address with: agents config set provider.${key}.base-url URL`,
    }
  if (isIn(taken.namespaces))
    return { problem: `The namespace "${name}" is in use, so no provider can have that name.`, hint }
  return undefined
}

/** The address in its stored form, or what is wrong with it. */
export function readBaseUrl(text: string): { readonly url: string } | NameProblem {
  const example = 'Give an address such as http://localhost:11434/v1.'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return { problem: 'The base URL must begin with http:// or https://.', hint: example }
  if (url.username !== '' || url.password !== '') {
    return {
      problem: 'The base URL contains credentials, which would be stored in plain text.',
      hint: 'Put the key in an environment variable and name it with --api-key-env.',
    }
  }
  if (url.search !== '' || url.hash !== '')
    return { problem: 'The base URL may have no query and no fragment.', hint: example }
  return { url: url.href.replace(/\/+$/, '') }
}
