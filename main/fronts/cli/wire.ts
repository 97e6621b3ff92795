import type { Socket } from 'node:net'
import type { Client } from '@shared/contract'
import { builtin } from './builtin'
import { inputFaults, type InputIssue } from '@shared/model/input-faults'
import { failed, invalid, Refusal, refusalKinds, type RefusalData } from '@shared/model/refusal'

/** Where a core answers, and the secret that opens it. */
export type CoreAddress = { readonly endpoint: string; readonly token: string }

/** Nothing was sent: no core listens at the address, or something else does. The request may go to another core. */
export class CoreAbsent extends Error {}
/** The core went away while it answered: what it was asked may have been done. */
export class CoreLost extends Error {}

type Answer = { readonly status: number; readonly type: string; readonly chunks: AsyncIterable<string> }

/** Milliseconds of silence after which a call is given up; a stream is never silent for so long. */
const silenceLimit = 600_000

/**
 * One request on one connection. HTTP/1.0, where a body is what comes until the end, so that a few lines read it: Node's
 * own client takes longer to load than the whole command takes otherwise.
 */
async function request(core: CoreAddress, path: string, body: string, signal?: AbortSignal): Promise<Answer> {
  const { hostname, port, host } = new URL(core.endpoint)
  const socket = builtin('node:net').connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    noDelay: true,
  })
  socket.setEncoding('utf8')
  socket.setTimeout(silenceLimit, () => socket.destroy(new CoreLost('the core did not answer')))
  signal?.addEventListener('abort', () => socket.destroy(), { once: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (error) => reject(new CoreAbsent(error.message)))
  })
  const head = [
    `POST ${path} HTTP/1.0`,
    `Host: ${host}`,
    `Authorization: Bearer ${core.token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return readAnswer(socket, signal)
}

async function* chunksOf(socket: Socket, signal?: AbortSignal): AsyncGenerator<string, void> {
  try {
    for await (const chunk of socket) yield chunk as string
  } catch (error) {
    if (signal?.aborted) return
    throw new CoreLost((error as Error).message)
  } finally {
    socket.destroy()
  }
}

async function readAnswer(socket: Socket, signal?: AbortSignal): Promise<Answer> {
  const chunks = chunksOf(socket, signal)
  let read = ''
  let end = -1
  while (end < 0) {
    const next = await chunks.next()
    if (next.done) throw new CoreLost('the connection ended before the answer')
    read += next.value
    end = read.indexOf('\r\n\r\n')
  }
  const head = read.slice(0, end)
  const first = read.slice(end + 4)
  async function* body() {
    try {
      if (first !== '') yield first
      yield* chunks
    } finally {
      // Who leaves at what came with the head has not begun the rest, whose end would close the connection.
      await chunks.return()
    }
  }
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0),
    type: /^content-type: *([^;\r\n]*)/im.exec(head)?.[1] ?? '',
    chunks: body(),
  }
}

async function wholeOf(answer: Answer): Promise<string> {
  let text = ''
  for await (const chunk of answer.chunks) text += chunk
  return text
}

function parsed(text: string): { readonly json?: unknown } {
  try {
    return text === '' ? {} : (JSON.parse(text) as { json?: unknown })
  } catch (error) {
    if (error instanceof SyntaxError) throw new CoreLost('the answer broke off')
    throw error
  }
}

type WireError = { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }

function isRefusal(data: unknown): data is RefusalData {
  return typeof data === 'object' && data !== null && 'kind' in data && refusalKinds.some((kind) => kind === data.kind)
}

/** An error of the contract as the refusal it was; a fault as a failure that names its id. */
function errorOf(wire: unknown): Error {
  const { code, message, data } = (wire ?? {}) as WireError
  if (isRefusal(data)) return new Refusal(data)
  if (code === 'BAD_REQUEST') {
    const { issues = [] } = (data ?? {}) as { issues?: readonly InputIssue[] }
    const told = inputFaults(issues).join('; ') || String(message)
    return invalid('input.invalid', `The core does not accept this: ${told}. Nothing was changed.`, {
      hint: 'See the command with --help.',
    })
  }
  return failed('core.fault', typeof message === 'string' ? message : 'The core failed without saying why.', {
    hint: 'The log in the data folder holds the details; `agents info` says where that is.',
    details: typeof data === 'object' && data !== null ? { ...data } : {},
  })
}

/** The events of a stream, until it says that it is done. */
async function* eventsOf(answer: Answer, signal?: AbortSignal): AsyncGenerator<unknown, void> {
  let text = ''
  for await (const chunk of answer.chunks) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split('\n')
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart())
      const [kind] = field('event')
      const { json } = parsed(field('data').join('\n'))
      if (kind === 'error') throw errorOf(json)
      if (kind === 'done') return
      if (kind === 'message') yield json
    }
  }
  if (!signal?.aborted) throw new CoreLost('the stream broke off')
}

async function call(core: CoreAddress, path: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
  const answer = await request(core, path, JSON.stringify({ json: input }), signal)
  if (answer.type === 'text/event-stream') return eventsOf(answer, signal)
  const text = await wholeOf(answer)
  if (answer.status === 401 || answer.status === 403) throw new CoreAbsent('another program answers there')
  if (answer.type !== 'application/json') throw new CoreAbsent('what answers there is no core')
  const { json } = parsed(text)
  if (answer.status >= 400) throw errorOf(json ?? JSON.parse(text))
  return json
}

/** Calls a route of the core that stands beside the contract, e.g. `/url`. */
export async function callRoute(core: CoreAddress, path: string): Promise<unknown> {
  const answer = await request(core, path, '')
  const text = await wholeOf(answer)
  if (answer.status !== 200) throw new CoreAbsent(`it answers ${answer.status}`)
  return JSON.parse(text)
}

/** A client of the contract that sends every call through `withCore`, which knows the core and may try another. */
export function createClient(withCore: <T>(run: (core: CoreAddress) => Promise<T>) => Promise<T>): Client {
  const leaf = (slice: string, name: string) => (input?: unknown, options?: { readonly signal?: AbortSignal }) =>
    withCore((core) => call(core, `/rpc/${slice}/${name}`, input, options?.signal))
  const slices = (slice: string) => new Proxy({}, { get: (_target, name) => leaf(slice, String(name)) })
  return new Proxy({}, { get: (_target, slice) => slices(String(slice)) }) as Client
}
