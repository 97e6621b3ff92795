import { callsOf } from './scenario.ts'
import type { Conversation, ScriptedAnswer, ScriptedCall } from './scenario.ts'

type Buckets = {
  readonly input: number
  readonly output: number
  readonly cacheWrite: number
  readonly cacheRead: number
}
type Call = { readonly id: string; readonly name: string; readonly json: string }
type Written = { readonly calls: readonly Call[]; readonly usage: Buckets; readonly serial: number }

const frame = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? []

/** Arguments come in pieces cut anywhere, as real servers send them. */
const halves = (json: string): readonly string[] => {
  const middle = Math.ceil(json.length / 2)
  return [json.slice(0, middle), json.slice(middle)].filter((piece) => piece !== '')
}

const jsonOf = (call: ScriptedCall): string => call.raw ?? JSON.stringify(call.args ?? {})

function prepare(answer: ScriptedAnswer, conversation: Conversation, serial: number): Written {
  const prefix = conversation.api === 'openai' ? 'call' : 'toolu'
  const calls = callsOf(answer).map((call, index) => ({
    id: `${prefix}_${serial}_${index}`,
    name: call.call,
    json: jsonOf(call),
  }))
  const said = (answer.text ?? '') + (answer.reasoning ?? '') + calls.map((call) => call.json).join('')
  const usage = {
    input: answer.usage?.input ?? Math.ceil(JSON.stringify(conversation.body).length / 4),
    output: answer.usage?.output ?? Math.max(1, Math.ceil(said.length / 4)),
    cacheWrite: answer.usage?.cacheWrite ?? 0,
    cacheRead: answer.usage?.cacheRead ?? 0,
  }
  return { calls, usage, serial }
}

function openaiUsage(usage: Buckets): object {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(usage.cacheWrite > 0 ? { cache_write_tokens: usage.cacheWrite } : {}),
    },
  }
}

function openaiStop(answer: ScriptedAnswer, calls: readonly Call[]): string {
  if (answer.stop === 'length') return 'length'
  if (answer.stop === 'refusal') return 'content_filter'
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

function openaiChunks(
  answer: ScriptedAnswer,
  conversation: Conversation,
  { calls, usage, serial }: Written,
): readonly string[] {
  const base = {
    id: `chatcmpl-${serial}`,
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: conversation.model,
  }
  const chunk = (delta: object, finish: string | null = null) =>
    frame({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })
  const options = conversation.body.stream_options as { include_usage?: boolean } | undefined
  return [
    chunk({ role: 'assistant', content: '' }),
    ...words(answer.reasoning ?? '').map((piece) => chunk({ reasoning_content: piece })),
    ...words(answer.text ?? '').map((piece) => chunk({ content: piece })),
    ...calls.flatMap((call, index) => [
      chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }),
      ...halves(call.json).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, openaiStop(answer, calls)),
    ...(options?.include_usage === true ? [frame({ ...base, choices: [], usage: openaiUsage(usage) })] : []),
    frame('[DONE]'),
  ]
}

function openaiWhole(answer: ScriptedAnswer, conversation: Conversation, { calls, usage, serial }: Written): object {
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.json },
  }))
  const message = { role: 'assistant', content: answer.text ?? null, ...(calls.length > 0 ? { tool_calls } : {}) }
  return {
    id: `chatcmpl-${serial}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: conversation.model,
    choices: [{ index: 0, message, finish_reason: openaiStop(answer, calls) }],
    usage: openaiUsage(usage),
  }
}

function anthropicStop(answer: ScriptedAnswer, calls: readonly Call[]): string {
  if (answer.stop === 'length') return 'max_tokens'
  if (answer.stop === 'refusal') return 'refusal'
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}

const anthropicUsage = (usage: Buckets, output: number) => ({
  input_tokens: usage.input,
  cache_creation_input_tokens: usage.cacheWrite,
  cache_read_input_tokens: usage.cacheRead,
  output_tokens: output,
})

const signatureOf = (serial: number): string => `signature-${serial}`

function anthropicHead(conversation: Conversation, serial: number): object {
  return { id: `msg_${serial}`, type: 'message', role: 'assistant', model: conversation.model, stop_sequence: null }
}

function anthropicChunks(
  answer: ScriptedAnswer,
  conversation: Conversation,
  { calls, usage, serial }: Written,
): readonly string[] {
  const event = (type: string, data: object) => frame({ type, ...data }, type)
  const start = {
    ...anthropicHead(conversation, serial),
    content: [],
    stop_reason: null,
    usage: anthropicUsage(usage, 1),
  }
  const blocks: { start: object; deltas: object[] }[] = []
  if (answer.reasoning !== undefined) {
    const deltas: object[] = words(answer.reasoning).map((thinking) => ({ type: 'thinking_delta', thinking }))
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [...deltas, { type: 'signature_delta', signature: signatureOf(serial) }],
    })
  }
  if (answer.text !== undefined) {
    blocks.push({
      start: { type: 'text', text: '' },
      deltas: words(answer.text).map((text) => ({ type: 'text_delta', text })),
    })
  }
  for (const call of calls) {
    const deltas = halves(call.json).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
    blocks.push({ start: { type: 'tool_use', id: call.id, name: call.name, input: {} }, deltas })
  }
  return [
    event('message_start', { message: start }),
    event('ping', {}),
    ...blocks.flatMap((block, index) =>
      block.deltas
        .map((delta) => event('content_block_delta', { index, delta }))
        .toSpliced(0, 0, event('content_block_start', { index, content_block: block.start }))
        .concat(event('content_block_stop', { index })),
    ),
    event('message_delta', {
      delta: { stop_reason: anthropicStop(answer, calls), stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    event('message_stop', {}),
  ]
}

function anthropicWhole(answer: ScriptedAnswer, conversation: Conversation, { calls, usage, serial }: Written): object {
  const parsed = (json: string): unknown => {
    try {
      return JSON.parse(json)
    } catch {
      // Without streaming this protocol carries no text of arguments, so malformed ones cannot be shown.
      return {}
    }
  }
  const content = [
    ...(answer.reasoning === undefined
      ? []
      : [{ type: 'thinking', thinking: answer.reasoning, signature: signatureOf(serial) }]),
    ...(answer.text === undefined ? [] : [{ type: 'text', text: answer.text }]),
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: parsed(call.json) })),
  ]
  const head = anthropicHead(conversation, serial)
  return { ...head, content, stop_reason: anthropicStop(answer, calls), usage: anthropicUsage(usage, usage.output) }
}

/** An answer on the wire: server-sent events one by one where the client streams, else one JSON text. */
export function writeAnswer(answer: ScriptedAnswer, conversation: Conversation, serial: number): readonly string[] {
  const written = prepare(answer, conversation, serial)
  const isOpenai = conversation.api === 'openai'
  if (conversation.stream) return (isOpenai ? openaiChunks : anthropicChunks)(answer, conversation, written)
  return [JSON.stringify((isOpenai ? openaiWhole : anthropicWhole)(answer, conversation, written))]
}

/** An error on the wire, in the shape of the protocol. */
export function writeError(api: Conversation['api'], type: string, message: string, code?: string): string {
  if (api === 'anthropic')
    return JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_scripted' })
  return JSON.stringify({ error: { message, type, param: null, code: code ?? null } })
}
