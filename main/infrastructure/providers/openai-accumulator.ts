import type { ChatCompletionChunk } from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import type { Delta, ModelAnswer, StopReason, TokenUsage } from '../../models'
import { readToolCall } from '../../models'
import { guessTokens, rawAnswer } from './raw-answer'

type Pending = { readonly index: number | undefined; id: string; name: string; json: string }

/** Servers that show their reasoning use one of these fields; none is in the official protocol. */
type Reasoning = { readonly reasoning_content?: unknown; readonly reasoning?: unknown }

const stops: Readonly<Record<string, StopReason>> = {
  stop: 'end',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'length',
  content_filter: 'refusal',
}

function usageOf(usage: CompletionUsage): TokenUsage {
  const cacheRead = usage.prompt_tokens_details?.cached_tokens ?? 0
  const cacheWrite = usage.prompt_tokens_details?.cache_write_tokens ?? 0
  const input = Math.max(0, usage.prompt_tokens - cacheRead - cacheWrite)
  return { input, output: usage.completion_tokens, cacheWrite, cacheRead }
}

/** Puts the chunks of one streamed chat completion together. */
export function createOpenaiAccumulator(onDelta: (delta: Delta) => void, promptLength: number) {
  let text = ''
  let reasoning = ''
  let refusal = ''
  let finish: string | undefined
  let model = ''
  let usage: CompletionUsage | undefined
  const calls: Pending[] = []

  /** Some servers leave out the index, others give every call the same one: an id that is new begins a call. */
  function pendingFor(index: number | undefined, id: string | undefined): Pending {
    const found =
      index !== undefined
        ? calls.findLast((call) => call.index === index)
        : id === undefined
          ? calls.at(-1)
          : calls.find((call) => call.id === id)
    if (found && (!id || found.id === '' || found.id === id)) return found
    const call: Pending = { index, id: id ?? '', name: '', json: '' }
    calls.push(call)
    return call
  }

  function addCalls(deltas: NonNullable<ChatCompletionChunk.Choice.Delta['tool_calls']>): void {
    for (const delta of deltas) {
      const call = pendingFor(delta.index as number | undefined, delta.id)
      if (delta.id) call.id = delta.id
      if (delta.function?.name && call.name !== delta.function.name) call.name += delta.function.name
      const piece = delta.function?.arguments ?? ''
      call.json += piece
      if (piece !== '') onDelta({ kind: 'tool_arguments', text: piece, tool: call.name })
    }
  }

  return {
    add(chunk: ChatCompletionChunk): void {
      model = chunk.model || model
      usage = chunk.usage ?? usage
      const choice = chunk.choices?.[0]
      if (!choice) return
      const delta = (choice.delta ?? {}) as ChatCompletionChunk.Choice.Delta & Reasoning
      const thought = delta.reasoning_content ?? delta.reasoning
      if (typeof thought === 'string' && thought !== '') {
        reasoning += thought
        onDelta({ kind: 'reasoning', text: thought })
      }
      if (delta.content) {
        text += delta.content
        onDelta({ kind: 'text', text: delta.content })
      }
      refusal += delta.refusal ?? ''
      addCalls(delta.tool_calls ?? [])
      finish = choice.finish_reason ?? finish
    },
    /** Whether the last event that belongs to an answer has come. */
    isWhole: () => finish !== undefined,
    hasBegun: () => model !== '' || text !== '',
    answer(): ModelAnswer {
      const made = calls.filter((call) => call.name !== '')
      const stop: StopReason = refusal !== '' ? 'refusal' : (stops[finish ?? ''] ?? 'other')
      const isCut = stop === 'length'
      const read = made.map((call, index) => readToolCall(call.id || `call_${index}`, call.name, call.json, isCut))
      const said = text + reasoning + made.map((call) => call.json).join('')
      return {
        text: text || refusal,
        reasoning,
        calls: read,
        stop: stop === 'end' && read.length > 0 ? 'tool_use' : stop,
        usage: usage
          ? usageOf(usage)
          : {
              input: Math.ceil(promptLength / 4),
              output: guessTokens(said),
              cacheWrite: 0,
              cacheRead: 0,
              estimated: true,
            },
        model,
        raw: rawAnswer({ model, finish_reason: finish, content: text, reasoning, refusal, tool_calls: made, usage }),
      }
    },
  }
}
