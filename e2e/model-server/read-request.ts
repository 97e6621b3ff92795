import { phaseOf } from './scenario.ts'
import type { Conversation, ConversationEvent } from './scenario.ts'

type Body = Readonly<Record<string, unknown>>
type Part = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly Part[] => (Array.isArray(value) ? (value as Part[]) : [])

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return list(content)
    .map((part) => (typeof part.text === 'string' ? part.text : textOf(part.content)))
    .join('\n')
}

const functionName = (call: Part): string => String((call.function as Part | undefined)?.name ?? call.name)

function readOpenai(body: Body): readonly ConversationEvent[] {
  return list(body.messages).flatMap((message): ConversationEvent[] => {
    if (message.role === 'user') return [{ kind: 'user', text: textOf(message.content) }]
    if (message.role === 'tool') return [{ kind: 'result', text: textOf(message.content) }]
    if (message.role !== 'assistant') return []
    return [{ kind: 'assistant', text: textOf(message.content), calls: list(message.tool_calls).map(functionName) }]
  })
}

function readAnthropic(body: Body): readonly ConversationEvent[] {
  return list(body.messages).flatMap((message): ConversationEvent[] => {
    const parts =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content } as Part] : list(message.content)
    if (message.role === 'assistant') {
      const calls = parts.filter((part) => part.type === 'tool_use').map((part) => String(part.name))
      return [{ kind: 'assistant', text: textOf(parts.filter((part) => part.type === 'text')), calls }]
    }
    return parts.map((part) =>
      part.type === 'tool_result'
        ? { kind: 'result', text: textOf(part.content) }
        : { kind: 'user', text: String(part.text) },
    )
  })
}

/** Reads a request of either protocol as one conversation. */
export function readConversation(api: Conversation['api'], body: Body): Conversation {
  const tools = list(body.tools).map(functionName)
  return {
    api,
    model: String(body.model),
    stream: body.stream === true,
    tools,
    phase: phaseOf(tools),
    events: api === 'openai' ? readOpenai(body) : readAnthropic(body),
    body,
  }
}
