import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import type { ToolCall, ToolSpec, Turn } from '../../models'

/** Servers refuse a history whose arguments are no JSON; the reason stands in the call's result. */
const argumentsOf = (call: ToolCall): string =>
  call.invalid === undefined && call.rawArguments.trim() !== '' ? call.rawArguments : '{}'

function ofTurn(turn: Turn): readonly ChatCompletionMessageParam[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.text }]
    case 'assistant': {
      const tool_calls = turn.calls.map((call) => ({
        id: call.id,
        type: 'function' as const,
        function: { name: call.name, arguments: argumentsOf(call) },
      }))
      return [{ role: 'assistant', content: turn.text, ...(tool_calls.length > 0 ? { tool_calls } : {}) }]
    }
    case 'results':
      return turn.results.map(({ callId, content, isError }) => ({
        role: 'tool',
        tool_call_id: callId,
        content: isError && !/^error/i.test(content) ? `Error: ${content}` : content,
      }))
  }
}

/** The conversation as chat completions want it. */
export function openaiMessages(system: string, turns: readonly Turn[]): ChatCompletionMessageParam[] {
  const head: ChatCompletionMessageParam[] = system === '' ? [] : [{ role: 'system', content: system }]
  return [...head, ...turns.flatMap(ofTurn)]
}

export function openaiTools(tools: readonly ToolSpec[]): ChatCompletionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
}
