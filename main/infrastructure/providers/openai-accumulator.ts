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

type State = {
  text: string
  reasoning: string
  refusal: string
  finish: string | undefined
  model: string
  usage: CompletionUsage | undefined
  readonly calls: Pending[]
}

/** Some servers leave out the index, others give every call the same one: an id that is new begins a call. */
function pendingFor(calls: Pending[], index: number | undefined, id: string | undefined): Pending {
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

type OnDelta = (delta: Delta) => void
type ChunkDelta = ChatCompletionChunk.Choice.Delta & Reasoning

function addCalls(calls: Pending[], deltas: NonNullable<ChunkDelta['tool_calls']>, onDelta: OnDelta): void {
  for (const delta of deltas) {
    const call = pendingFor(calls, delta.index, delta.id)
    if (delta.id) call.id = delta.id
    if (delta.function?.name && call.name !== delta.function.name) call.name += delta.function.name
    const piece = delta.function?.arguments ?? ''
    call.json += piece
    if (piece !== '') onDelta({ kind: 'tool_arguments', text: piece, tool: call.name })
  }
}

function addChunk(state: State, chunk: ChatCompletionChunk, onDelta: OnDelta): void {
  state.model = chunk.model || state.model
  state.usage = chunk.usage ?? state.usage
  const choice = chunk.choices?.[0]
  if (!choice) return
  const delta: ChunkDelta = choice.delta ?? {}
  const thought = delta.reasoning_content ?? delta.reasoning
  if (typeof thought === 'string' && thought !== '') {
    state.reasoning += thought
    onDelta({ kind: 'reasoning', text: thought })
  }
  if (delta.content) {
    state.text += delta.content
    onDelta({ kind: 'text', text: delta.content })
  }
  state.refusal += delta.refusal ?? ''
  addCalls(state.calls, delta.tool_calls ?? [], onDelta)
  state.finish = choice.finish_reason ?? state.finish
}

function answerOf(state: State, promptLength: number): ModelAnswer {
  const { text, reasoning, refusal, finish, model, usage } = state
  const made = state.calls.filter((call) => call.name !== '')
  const stop: StopReason = refusal !== '' ? 'refusal' : (stops[finish ?? ''] ?? 'other')
  const calls = made.map((call, index) =>
    readToolCall(call.id || `call_${index}`, call.name, call.json, stop === 'length'),
  )
  const said = text + reasoning + made.map((call) => call.json).join('')
  const guessed = {
    input: Math.ceil(promptLength / 4),
    output: guessTokens(said),
    cacheWrite: 0,
    cacheRead: 0,
    estimated: true as const,
  }
  return {
    text: text || refusal,
    reasoning,
    calls,
    stop: stop === 'end' && calls.length > 0 ? 'tool_use' : stop,
    usage: usage ? usageOf(usage) : guessed,
    model,
    raw: rawAnswer({ model, finish_reason: finish, content: text, reasoning, refusal, tool_calls: made, usage }),
  }
}

/** Puts the chunks of one streamed chat completion together. `promptLength`: characters, for servers that count no tokens. */
export function createOpenaiAccumulator(onDelta: OnDelta, promptLength: number) {
  const state: State = {
    text: '',
    reasoning: '',
    refusal: '',
    finish: undefined,
    model: '',
    usage: undefined,
    calls: [],
  }
  return {
    add: (chunk: ChatCompletionChunk): void => addChunk(state, chunk, onDelta),
    /** Whether the last event that belongs to an answer has come. */
    isWhole: (): boolean => state.finish !== undefined,
    hasBegun: (): boolean => state.model !== '' || state.text !== '',
    answer: (): ModelAnswer => answerOf(state, promptLength),
  }
}
