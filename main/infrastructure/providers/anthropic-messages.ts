import type { ContentBlockParam, MessageParam, TextBlockParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import type { ToolSpec, Turn } from '../../models'

/** What an answer of this provider leaves for the next request: its blocks in order, thinking with signatures included. */
export type AnthropicState = { readonly kind: 'anthropic'; readonly content: readonly ContentBlockParam[] }

const cached = { cache_control: { type: 'ephemeral' as const } }

/** Ids of another provider may contain characters that this one refuses. */
const safeId = (id: string): string => id.replace(/[^a-zA-Z0-9_-]/g, '_')

function isState(value: unknown): value is AnthropicState {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'anthropic'
}

function assistantContent(turn: Extract<Turn, { role: 'assistant' }>): ContentBlockParam[] {
  const { providerState } = turn
  if (isState(providerState)) {
    // The stored blocks stand for the turn only while it makes the same calls.
    const ids = providerState.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    if (ids.length === turn.calls.length && turn.calls.every((call) => ids.includes(call.id)))
      return [...providerState.content]
  }
  const text: ContentBlockParam[] = turn.text.trim() === '' ? [] : [{ type: 'text', text: turn.text }]
  return [
    ...text,
    ...turn.calls.map(({ id, name, arguments: input }): ContentBlockParam => ({
      type: 'tool_use',
      id: safeId(id),
      name,
      input,
    })),
  ]
}

function contentOf(turn: Turn): ContentBlockParam[] {
  switch (turn.role) {
    case 'user':
      return turn.text.trim() === '' ? [] : [{ type: 'text', text: turn.text }]
    case 'assistant':
      return assistantContent(turn)
    case 'results':
      return turn.results.map(({ callId, content, isError }) => ({
        type: 'tool_result',
        tool_use_id: safeId(callId),
        content: content === '' ? '(empty)' : content,
        ...(isError ? { is_error: true } : {}),
      }))
  }
}

/** Marks the end of a message as cacheable; thinking blocks cannot carry the mark. */
function markLast(message: MessageParam | undefined): void {
  if (!message || typeof message.content === 'string') return
  const index = message.content.findLastIndex(
    ({ type }) => type === 'text' || type === 'tool_result' || type === 'tool_use',
  )
  const block = message.content[index]
  if (block) message.content[index] = { ...block, ...cached }
}

/**
 * The conversation as the messages API wants it: neighbours of one role joined, empty texts left out. The last two
 * messages of the user's side end with a cache mark, so that the prefix is found again although a long turn lies between.
 */
export function anthropicMessages(turns: readonly Turn[]): MessageParam[] {
  const messages: MessageParam[] = []
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user'
    const content = contentOf(turn)
    const last = messages.at(-1)
    if (content.length === 0) continue
    if (last?.role === role && Array.isArray(last.content)) last.content.push(...content)
    else messages.push({ role, content })
  }
  for (const message of messages.filter(({ role }) => role === 'user').slice(-2)) markLast(message)
  return messages
}

/** The tools with a cache mark at their end. */
export function anthropicTools(tools: readonly ToolSpec[]): Tool[] {
  return tools.map(({ name, description, inputSchema }, index) => ({
    name,
    description,
    input_schema: inputSchema as Tool.InputSchema,
    ...(index === tools.length - 1 ? cached : {}),
  }))
}

export function anthropicSystem(system: string): TextBlockParam[] {
  return system.trim() === '' ? [] : [{ type: 'text', text: system, ...cached }]
}
