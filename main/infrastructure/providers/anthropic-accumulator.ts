import type { ContentBlockParam, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import type { Delta, ModelAnswer, StopReason, TokenUsage, ToolCall } from '../../models'
import { readToolCall } from '../../models'
import type { AnthropicState } from './anthropic-messages'
import { rawAnswer } from './raw-answer'

type Block = { type: string; text: string; signature: string; id: string; name: string; json: string; whole: unknown }

const stops: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tool_use',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/** A block as it must be sent back; what we do not know goes back as it came. */
function asParam(block: Block, calls: readonly ToolCall[]): ContentBlockParam | undefined {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? undefined : { type: 'text', text: block.text }
    case 'thinking':
      return { type: 'thinking', thinking: block.text, signature: block.signature }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: block.id,
        name: block.name,
        input: calls.find(({ id }) => id === block.id)?.arguments ?? {},
      }
    default:
      return block.whole as ContentBlockParam
  }
}

type State = {
  readonly blocks: Block[]
  model: string
  stopReason: string | undefined
  isWhole: boolean
  usage: TokenUsage
}
type OnDelta = (delta: Delta) => void
type EventOf<T extends RawMessageStreamEvent['type']> = Extract<RawMessageStreamEvent, { type: T }>

function beginBlock(content: EventOf<'content_block_start'>['content_block']): Block {
  const block: Block = { type: content.type, text: '', signature: '', id: '', name: '', json: '', whole: content }
  if (content.type === 'text') return { ...block, text: content.text }
  if (content.type === 'thinking') return { ...block, text: content.thinking, signature: content.signature ?? '' }
  if (content.type !== 'tool_use') return block
  // Compatible servers send the whole input at once instead of in pieces.
  const isFilled = typeof content.input === 'object' && content.input !== null && Object.keys(content.input).length > 0
  return { ...block, id: content.id, name: content.name, json: isFilled ? JSON.stringify(content.input) : '' }
}

function addDelta(block: Block, delta: EventOf<'content_block_delta'>['delta'], onDelta: OnDelta): void {
  switch (delta.type) {
    case 'text_delta':
      block.text += delta.text
      return onDelta({ kind: 'text', text: delta.text })
    case 'thinking_delta':
      block.text += delta.thinking
      return onDelta({ kind: 'reasoning', text: delta.thinking })
    case 'signature_delta':
      block.signature += delta.signature
      return
    case 'input_json_delta':
      block.json += delta.partial_json
      if (delta.partial_json !== '') onDelta({ kind: 'tool_arguments', text: delta.partial_json, tool: block.name })
      return
    case 'citations_delta':
      return
  }
}

function startUsage({ usage }: EventOf<'message_start'>['message']): TokenUsage {
  return {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheWrite: usage.cache_creation_input_tokens ?? 0,
    cacheRead: usage.cache_read_input_tokens ?? 0,
  }
}

/** The last event counts everything again; servers leave out what they counted at the start. */
function endUsage(start: TokenUsage, { usage }: EventOf<'message_delta'>): TokenUsage {
  return {
    input: usage.input_tokens ?? start.input,
    output: usage.output_tokens,
    cacheWrite: usage.cache_creation_input_tokens ?? start.cacheWrite,
    cacheRead: usage.cache_read_input_tokens ?? start.cacheRead,
  }
}

function addEvent(state: State, event: RawMessageStreamEvent, onDelta: OnDelta): void {
  switch (event.type) {
    case 'message_start':
      state.model = event.message.model
      state.usage = startUsage(event.message)
      return
    case 'content_block_start':
      state.blocks[event.index] = beginBlock(event.content_block)
      return
    case 'content_block_delta': {
      const block = state.blocks[event.index]
      if (block) addDelta(block, event.delta, onDelta)
      return
    }
    case 'message_delta':
      state.stopReason = event.delta.stop_reason ?? state.stopReason
      state.usage = endUsage(state.usage, event)
      return
    case 'message_stop':
      state.isWhole = true
      return
    case 'content_block_stop':
      return
  }
}

function answerOf({ blocks, model, stopReason, usage }: State): ModelAnswer {
  const made = blocks.filter((block) => block !== undefined)
  const textOf = (type: string) =>
    made
      .filter((block) => block.type === type)
      .map((block) => block.text)
      .join('')
  const stop = stops[stopReason ?? ''] ?? 'other'
  const calls = made
    .filter((block) => block.type === 'tool_use')
    .map((block) => readToolCall(block.id, block.name, block.json, stop === 'length'))
  const state: AnthropicState = { kind: 'anthropic', content: made.flatMap((block) => asParam(block, calls) ?? []) }
  const content = made.map(({ type, text, id, name, json }) => ({ type, text, id, name, json }))
  const raw = rawAnswer({ model, stop_reason: stopReason, content, usage })
  return { text: textOf('text'), reasoning: textOf('thinking'), calls, stop, usage, model, providerState: state, raw }
}

/** Puts the events of one streamed message together. */
export function createAnthropicAccumulator(onDelta: OnDelta) {
  const none = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }
  const state: State = { blocks: [], model: '', stopReason: undefined, isWhole: false, usage: none }
  return {
    add: (event: RawMessageStreamEvent): void => addEvent(state, event, onDelta),
    /** Whether the last event of an answer has come. */
    isWhole: (): boolean => state.isWhole,
    hasBegun: (): boolean => state.model !== '',
    answer: (): ModelAnswer => answerOf(state),
  }
}
