import type { ToolCall } from './conversation'

/** Reads the arguments of a tool call; what is no JSON object is kept as it came, with the reason. */
export function readToolCall(id: string, name: string, rawArguments: string, isCut = false): ToolCall {
  const call = { id, name, rawArguments }
  if (rawArguments.trim() === '') return { ...call, arguments: {} }
  const cut = isCut ? ' The answer was cut off at its token limit; make the call smaller.' : ''
  try {
    const parsed: unknown = JSON.parse(rawArguments)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...call, arguments: parsed }
    return { ...call, arguments: {}, invalid: `The arguments of ${name} must be a JSON object.${cut}` }
  } catch (error) {
    // Models do write broken JSON; the call is answered with the reason so that the model can repeat it.
    const reason = error instanceof Error ? error.message : String(error)
    return { ...call, arguments: {}, invalid: `The arguments of ${name} are not valid JSON: ${reason}.${cut}` }
  }
}
