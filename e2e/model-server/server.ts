import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPace, type Pace, type PaceControl } from './pace.ts'
import { readConversation } from './read-request.ts'
import { isFault, nextStep } from './scenario.ts'
import type { Conversation, Fault, Phase, Scenario, ScriptedAnswer } from './scenario.ts'
import { writeAnswer, writeError } from './write-answer.ts'

/** A request as the server saw it. */
export type RecordedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
  readonly phase: Phase
  /** Bytes of the body. */
  readonly bytes: number
  /** Milliseconds since 1970, with fractions: when the request was whole. */
  readonly arrived: number
  /** The same, when the answer was whole; 0 before. */
  answered: number
  /** Set where the client went before the answer was whole. */
  aborted: boolean
}

export type ModelServer = {
  /** `http://127.0.0.1:PORT`; OpenAI clients want `/v1` behind it. */
  readonly url: string
  readonly requests: RecordedRequest[]
  readonly pace: Pace
  setScenario(scenario: Scenario): void
  /** Resolves when this many requests have come in since the start. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const parsed = (body: Buffer): Record<string, unknown> =>
  body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>)

const now = (): number => performance.timeOrigin + performance.now()

function sendJson(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_scripted', ...headers }).end(text)
}

const headOfStream = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }

function head(response: ServerResponse, conversation: Conversation): void {
  response.writeHead(200, conversation.stream ? headOfStream : { 'content-type': 'application/json' })
}

function rateLimit(fault: Extract<Fault, { fault: '429' }>): Record<string, string> {
  return {
    ...(fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
    ...(fault.retryAfterDate === undefined ? {} : { 'retry-after': fault.retryAfterDate }),
    ...(fault.retryAfterMs === undefined ? {} : { 'retry-after-ms': String(fault.retryAfterMs) }),
  }
}

/** Sends the first half; a piece is only cut off once it has left, so that the client sees a partial answer. */
function sendHalf(
  response: ServerResponse,
  conversation: Conversation,
  pieces: readonly string[],
  andThen: () => void,
): void {
  head(response, conversation)
  const whole = pieces.join('')
  const half = conversation.stream
    ? pieces.slice(0, Math.ceil(pieces.length / 2)).join('')
    : whole.slice(0, whole.length / 2)
  response.write(half, andThen)
}

type Exchange = {
  readonly response: ServerResponse
  readonly conversation: Conversation
  readonly serial: number
  readonly pace: PaceControl
  readonly gone: Promise<void>
}

async function sendSlowly(
  { response, conversation, serial, pace, gone }: Exchange,
  answer: ScriptedAnswer,
): Promise<void> {
  head(response, conversation)
  response.flushHeaders()
  for (const piece of writeAnswer(answer, conversation, serial)) {
    await pace.permit(gone)
    if (response.destroyed) break
    await new Promise<void>((resolve) => response.write(piece, () => resolve()))
    pace.sent()
  }
  response.end()
  pace.ended()
}

async function sendFault(exchange: Exchange, fault: Fault): Promise<void> {
  const { response, conversation, serial, gone } = exchange
  const { api } = conversation
  switch (fault.fault) {
    case '429':
      return sendJson(
        response,
        429,
        writeError(api, 'rate_limit_error', 'Rate limit reached', 'rate_limit_exceeded'),
        rateLimit(fault),
      )
    case '529':
      return sendJson(response, 529, writeError(api, 'overloaded_error', 'Overloaded'))
    case '500':
      return sendJson(response, 500, writeError(api, 'api_error', 'Internal server error'))
    case 'status':
      return sendJson(
        response,
        fault.status,
        writeError(api, fault.type ?? 'invalid_request_error', fault.message ?? 'Refused', fault.code),
      )
    case 'drop':
      if (fault.at === 'start') return void response.destroy()
      return sendHalf(response, conversation, writeAnswer(fault, conversation, serial), () => response.destroy())
    case 'truncate':
      return sendHalf(response, conversation, writeAnswer(fault, conversation, serial), () => response.end())
    case 'malformed': {
      const call = { call: fault.call, raw: fault.raw ?? '{"path": "unterminated' }
      head(response, conversation)
      return void response.end(writeAnswer({ calls: [call] }, conversation, serial).join(''))
    }
    case 'hang':
      if (fault.headers) {
        head(response, conversation)
        response.flushHeaders()
      }
      return gone
    case 'slow':
      return sendSlowly(exchange, fault)
  }
}

/** A model server on this machine that answers from a scenario, in the wire protocols of OpenAI and Anthropic. */
export async function startModelServer(options: {
  readonly scenario: Scenario
  readonly port?: number
}): Promise<ModelServer> {
  let scenario = options.scenario
  let consumed = new Set<string>()
  let serial = 0
  let arrivals: { count: number; resolve: () => void }[] = []
  const requests: RecordedRequest[] = []
  const pace = createPace()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const api = path.endsWith('/messages') ? 'anthropic' : 'openai'
    const raw = await bodyOf(request)
    const arrived = now()
    const body = parsed(raw)
    const conversation = readConversation(api, body)
    const record: RecordedRequest = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      body,
      phase: conversation.phase,
      bytes: raw.length,
      arrived,
      answered: 0,
      aborted: false,
    }
    const gone = new Promise<void>((resolve) => {
      response.on('close', () => {
        record.answered = now()
        record.aborted = !response.writableFinished
        resolve()
      })
    })
    requests.push(record)
    for (const arrival of arrivals.filter(({ count }) => count <= requests.length)) arrival.resolve()
    arrivals = arrivals.filter(({ count }) => count > requests.length)
    if (request.method === 'GET' && path.endsWith('/models')) return sendModels(response)
    if (request.method !== 'POST' || !/\/(chat\/completions|messages)$/.test(path)) {
      return sendJson(response, 404, writeError(api, 'not_found_error', `No such path: ${path}`))
    }
    serial += 1
    const step = nextStep(scenario, conversation, consumed)
    if (isFault(step)) return sendFault({ response, conversation, serial, pace, gone }, step)
    head(response, conversation)
    response.end(writeAnswer(step, conversation, serial).join(''))
  }

  function sendModels(response: ServerResponse): void {
    const models = (typeof scenario === 'function' ? undefined : scenario.models) ?? ['scripted-model']
    const data = models.map((id) => ({
      id,
      object: 'model',
      type: 'model',
      display_name: id,
      created: 1_700_000_000,
      created_at: '2026-01-01T00:00:00Z',
      owned_by: 'scripted',
    }))
    sendJson(
      response,
      200,
      JSON.stringify({
        object: 'list',
        data,
        has_more: false,
        first_id: models[0] ?? null,
        last_id: models.at(-1) ?? null,
      }),
    )
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A fault of the scenario itself is shown to the client, where the test that wrote it looks.
      if (!response.headersSent)
        sendJson(response, 500, JSON.stringify({ error: { message: String(error), type: 'scenario_error' } }))
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    pace,
    setScenario(next) {
      scenario = next
      consumed = new Set()
    },
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else arrivals.push({ count, resolve })
      }),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
