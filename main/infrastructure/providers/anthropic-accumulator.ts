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

/** Puts the events of one streamed message together. */
export function createAnthropicAccumulator(onDelta: (delta: Delta) => void) {
  const blocks: Block[] = []
  let model = ''
  let stopReason: string | undefined
  let isWhole = false
  let usage: TokenUsage = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }

  function addDelta(
    block: Block,
    delta: Extract<RawMessageStreamEvent, { type: 'content_block_delta' }>['delta'],
  ): void {
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

  function begin(
    index: number,
    content: Extract<RawMessageStreamEvent, { type: 'content_block_start' }>['content_block'],
  ): void {
    const block: Block = { type: content.type, text: '', signature: '', id: '', name: '', json: '', whole: content }
    if (content.type === 'text') block.text = content.text
    if (content.type === 'thinking')
      Object.assign(block, { text: content.thinking, signature: content.signature ?? '' })
    if (content.type === 'tool_use') {
      // Compatible servers send the whole input at once instead of in pieces.
      const isFilled =
        typeof content.input === 'object' && content.input !== null && Object.keys(content.input).length > 0
      Object.assign(block, { id: content.id, name: content.name, json: isFilled ? JSON.stringify(content.input) : '' })
    }
    blocks[index] = block
  }

  return {
    add(event: RawMessageStreamEvent): void {
      switch (event.type) {
        case 'message_start': {
          const { usage: start } = event.message
          model = event.message.model
          usage = {
            input: start.input_tokens,
            output: start.output_tokens,
            cacheWrite: start.cache_creation_input_tokens ?? 0,
            cacheRead: start.cache_read_input_tokens ?? 0,
          }
          return
        }
        case 'content_block_start':
          return begin(event.index, event.content_block)
        case 'content_block_delta': {
          const block = blocks[event.index]
          if (block) addDelta(block, event.delta)
          return
        }
        case 'message_delta': {
          stopReason = event.delta.stop_reason ?? stopReason
          const { usage: end } = event
          usage = {
            input: end.input_tokens ?? usage.input,
            output: end.output_tokens,
            cacheWrite: end.cache_creation_input_tokens ?? usage.cacheWrite,
            cacheRead: end.cache_read_input_tokens ?? usage.cacheRead,
          }
          return
        }
        case 'message_stop':
          isWhole = true
          return
        case 'content_block_stop':
          return
      }
    },
    isWhole: () => isWhole,
    hasBegun: () => model !== '',
    answer(): ModelAnswer {
      const textOf = (type: string) =>
        blocks
          .filter((block) => block.type === type)
          .map((block) => block.text)
          .join('')
      const stop = stops[stopReason ?? ''] ?? 'other'
      const calls = blocks
        .filter((block) => block.type === 'tool_use')
        .map((block) => readToolCall(block.id, block.name, block.json, stop === 'length'))
      const content = blocks.flatMap((block) => asParam(block, calls) ?? [])
      const state: AnthropicState = { kind: 'anthropic', content }
      return {
        text: textOf('text'),
        reasoning: textOf('thinking'),
        calls,
        stop,
        usage,
        model,
        providerState: state,
        raw: rawAnswer({
          model,
          stop_reason: stopReason,
          content: blocks.map(({ whole: _, ...block }) => block),
          usage,
        }),
      }
    },
  }
}
