import type OpenAI from 'openai'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { ModelAnswer, ProviderAdapter, ProviderCall } from '../../models'
import { CallFailure } from '../../models'
import { callFailureOf } from './call-failure-of'
import { startDeadlines } from './deadlines'
import { createOpenaiAccumulator } from './openai-accumulator'
import { openaiMessages, openaiTools } from './openai-messages'

type Options = { readonly fetch: typeof fetch; readonly clock: () => number }
type Params = ChatCompletionCreateParamsStreaming
type Sdk = typeof import('openai')

/** Local servers take any key; the SDK demands one. */
const noKey = 'not-needed'

/** Parameters that servers refuse by name in a 400; each is then left out or changed, and remembered for that model. */
const adaptations: readonly {
  readonly name: string
  readonly when: RegExp
  readonly change: (params: Params) => Params
}[] = [
  { name: 'temperature', when: /temperature/i, change: (params) => ({ ...params, temperature: undefined }) },
  { name: 'reasoning', when: /reasoning_effort/i, change: (params) => ({ ...params, reasoning_effort: 'none' }) },
  {
    name: 'stream_options',
    when: /stream_options|include_usage/i,
    change: (params) => ({ ...params, stream_options: undefined }),
  },
  {
    name: 'max_tokens',
    when: /max_completion_tokens/i,
    change: ({ max_completion_tokens, max_tokens, ...rest }) =>
      max_tokens == null
        ? { ...rest, max_tokens: max_completion_tokens }
        : { ...rest, max_completion_tokens: max_tokens },
  },
]

function paramsOf(call: ProviderCall, isOfficial: boolean): Params {
  const limit = call.maxOutputTokens
  return {
    model: call.model,
    messages: openaiMessages(call.system, call.turns),
    ...(call.tools.length > 0 ? { tools: openaiTools(call.tools) } : {}),
    ...(call.temperature === undefined ? {} : { temperature: call.temperature }),
    ...(limit === undefined ? {} : isOfficial ? { max_completion_tokens: limit } : { max_tokens: limit }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

function createClient(
  sdk: Sdk,
  call: Pick<ProviderCall, 'baseUrl' | 'key' | 'timeouts'>,
  fetch: Options['fetch'],
): OpenAI {
  // Everything that the SDK would read from this process's own environment is set: the caller's counts.
  return new sdk.OpenAI({
    baseURL: call.baseUrl,
    apiKey: call.key ?? noKey,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: call.timeouts.totalMs + 1000,
    logLevel: 'off',
    fetch,
  })
}

/** Chat completions through the official SDK, which is loaded when first needed. */
export function createOpenaiAdapter(options: Options, isOfficial: boolean): ProviderAdapter {
  const learnt = new Map<string, Set<string>>()

  async function attempt(sdk: Sdk, call: ProviderCall, params: Params): Promise<ModelAnswer> {
    const deadlines = startDeadlines(call.signal, call.timeouts, options.fetch)
    const accumulator = createOpenaiAccumulator(call.onDelta, JSON.stringify(params.messages).length)
    try {
      const client = createClient(sdk, call, deadlines.fetch)
      const stream = await client.chat.completions.create(params, { signal: deadlines.signal })
      for await (const chunk of stream) accumulator.add(chunk)
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
      const sdk = await import('openai')
      const known = learnt.get(`${call.baseUrl} ${call.model}`) ?? new Set<string>()
      learnt.set(`${call.baseUrl} ${call.model}`, known)
      for (;;) {
        const params = adaptations
          .filter(({ name }) => known.has(name))
          .reduce((made, { change }) => change(made), paramsOf(call, isOfficial))
        try {
          return await attempt(sdk, call, params)
        } catch (error) {
          const refused = error instanceof CallFailure && error.kind === 'bad_request' ? error.message : ''
          const due = adaptations.find(({ name, when }) => !known.has(name) && when.test(refused))
          if (!due) throw error
          known.add(due.name)
        }
      }
    },
    async listModels(call) {
      const sdk = await import('openai')
      const deadlines = startDeadlines(call.signal, call.timeouts, options.fetch)
      try {
        const page = await createClient(sdk, call, deadlines.fetch).models.list({ signal: deadlines.signal })
        return page.data.map(({ id }) => id)
      } catch (error) {
        throw deadlines.failure() ?? callFailureOf(error, sdk, false, options.clock())
      } finally {
        deadlines.dispose()
      }
    },
  }
}
