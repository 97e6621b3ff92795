import { failed, missing } from '@shared/model/refusal'
import type { Refusal } from '@shared/model/refusal'
import type { Provider } from './domain/provider'

/** No provider of that name. */
export function noProviderRefusal(name: string, known: readonly Provider[]): Refusal {
  return missing('provider.not_found', `There is no provider "${name}".`, {
    hint: `Known providers: ${known.map((provider) => provider.name).join(', ')}. Add one with: agents provider add NAME --kind openai-compatible --base-url URL`,
    details: { provider: name },
  })
}

/** The provider wants a key and there is none. */
export function noKeyRefusal(provider: Provider): Refusal {
  const where =
    provider.apiKeyEnv === undefined
      ? 'in the settings'
      : `in the settings or in the environment variable ${provider.apiKeyEnv}`
  return failed('model.no_key', `There is no key for ${provider.name}; nothing was sent.`, {
    hint: `Give one ${where} and try again. A plan takes the environment of the command that creates or resumes it.`,
    details: { provider: provider.name, ...(provider.apiKeyEnv === undefined ? {} : { variable: provider.apiKeyEnv }) },
  })
}
