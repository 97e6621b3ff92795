import type { ProviderAdapters } from '../../models'
import type { Clock } from '../../platform/clock'
import { createAnthropicAdapter } from './anthropic-adapter'
import { createOpenaiAdapter } from './openai-adapter'

/** The wire protocols by kind of provider. `fetch` is the one of the platform unless given. */
export function createProviderAdapters(options: {
  readonly fetch?: typeof fetch
  readonly clock: Clock
}): ProviderAdapters {
  const given = { fetch: options.fetch ?? fetch, clock: options.clock }
  return {
    openai: createOpenaiAdapter(given, true),
    'openai-compatible': createOpenaiAdapter(given, false),
    anthropic: createAnthropicAdapter(given),
  }
}
