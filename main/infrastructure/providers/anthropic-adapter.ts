import type Anthropic from '@anthropic-ai/sdk'
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { ModelAnswer, ProviderAdapter, ProviderCall } from '../../models'
import { CallFailure } from '../../models'
import { createAnthropicAccumulator } from './anthropic-accumulator'
import { anthropicMessages, anthropicSystem, anthropicTools } from './anthropic-messages'
import { callFailureOf } from './call-failure-of'
import { startDeadlines } from './deadlines'

type Options = { readonly fetch: typeof fetch; readonly clock: () => number }
type Sdk = typeof import('@anthropic-ai/sdk')

/** The API demands a limit; this is what every model of the last years can give. */
const leastOutputTokens = 8192
const noKey = 'not-needed'

/** The SDK's types no longer name the temperature, which older models and compatible servers accept. */
type Params = MessageCreateParamsStreaming & { readonly temperature?: number }

function paramsOf(call: ProviderCall, takesTemperature: boolean): Params {
  const system = anthropicSystem(call.system)
  return {
    model: call.model,
    max_tokens: call.maxOutputTokens ?? leastOutputTokens,
    messages: anthropicMessages(call.turns),
    ...(system.length > 0 ? { system } : {}),
    ...(call.tools.length > 0 ? { tools: anthropicTools(call.tools) } : {}),
    ...(call.temperature === undefined || !takesTemperature ? {} : { temperature: call.temperature }),
    stream: true,
  }
}

function createClient(
  sdk: Sdk,
  call: Pick<ProviderCall, 'baseUrl' | 'key' | 'timeouts'>,
  fetch: Options['fetch'],
): Anthropic {
  // Everything that the SDK would read from this process's own environment is set: the caller's counts.
  return new sdk.Anthropic({
    // The SDK appends /v1 itself; addresses are often given with it.
    baseURL: call.baseUrl.replace(/\/v1$/, ''),
    apiKey: call.key ?? noKey,
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    timeout: call.timeouts.totalMs + 1000,
    logLevel: 'off',
    fetch,
  })
}

/** The messages API through the official SDK, which is loaded when first needed. */
export function createAnthropicAdapter(options: Options): ProviderAdapter {
  const refusesTemperature = new Set<string>()

  async function attempt(sdk: Sdk, call: ProviderCall, params: Params): Promise<ModelAnswer> {
    const deadlines = startDeadlines(call.signal, call.timeouts, options.fetch)
    const accumulator = createAnthropicAccumulator(call.onDelta)
    try {
      const client = createClient(sdk, call, deadlines.fetch)
      const stream = await client.messages.create(params, { signal: deadlines.signal })
      for await (const event of stream) accumulator.add(event)
      // The SDK ends its loop quietly where it was aborted.
      if (deadlines.failure() !== undefined) throw deadlines.failure()
      if (!accumulator.isWhole()) throw new CallFailure('dropped', 'the stream ended before the answer did')
      return accumulator.answer()
    } catch (error) {
      throw deadlines.failure() ?? callFailureOf(error, sdk, accumulator.hasBegun(), options.clock())
    } finally {
      deadlines.dispose()
    }
  }

  return {
    async complete(call) {
      const sdk = await import('@anthropic-ai/sdk')
      const model = `${call.baseUrl} ${call.model}`
      try {
        return await attempt(sdk, call, paramsOf(call, !refusesTemperature.has(model)))
      } catch (error) {
        const isRefused =
          error instanceof CallFailure && error.kind === 'bad_request' && /temperature/i.test(error.message)
        if (!isRefused || call.temperature === undefined || refusesTemperature.has(model)) throw error
        refusesTemperature.add(model)
        return attempt(sdk, call, paramsOf(call, false))
      }
    },
    async listModels(call) {
      const sdk = await import('@anthropic-ai/sdk')
      const deadlines = startDeadlines(call.signal, call.timeouts, options.fetch)
      try {
        const page = await createClient(sdk, call, deadlines.fetch).models.list(
          { limit: 1000 },
          { signal: deadlines.signal },
        )
        return page.data.map(({ id }) => id)
      } catch (error) {
        throw deadlines.failure() ?? callFailureOf(error, sdk, false, options.clock())
      } finally {
        deadlines.dispose()
      }
    },
  }
}
