import { type ClientContext, type ClientOptions, createORPCClient } from '@orpc/client'
import type { Client } from '@shared/contract'
import { ConnectionLost, type Line, type LineStatus } from './connection/line'
import { openPortLine } from './connection/port-line'
import { hasSession } from './connection/session'
import { openWebSocketLine } from './connection/websocket-line'
import { desktop } from './desktop'
import type { Observable } from './observable'

export type Connection = {
  readonly client: Client
  readonly status: Observable<LineStatus>
  readonly retryNow: () => void
  /** Resolves while the line is open. */
  readonly ready: () => Promise<void>
}

/** Whether the call failed because its connection ended rather than because of an answer. */
function ended(line: Line, link: unknown): Promise<boolean> {
  if (line.status.get() !== 'open') return Promise.resolve(true)
  return line.link().then((now) => now !== link)
}

async function* guarded(stream: AsyncIterable<unknown>, line: Line, link: unknown): AsyncGenerator {
  try {
    yield* stream
  } catch (error) {
    throw (await ended(line, link)) ? new ConnectionLost(error) : error
  }
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

export function connectOver(line: Line): Connection {
  const client = createORPCClient<Client>({
    call: async (path: readonly string[], input: unknown, options: ClientOptions<ClientContext>) => {
      const link = await line.link()
      options.signal?.throwIfAborted()
      try {
        const answer = await link.call(path, input, options)
        return isStream(answer) ? guarded(answer, line, link) : answer
      } catch (error) {
        if (options.signal?.aborted) throw error
        throw (await ended(line, link)) ? new ConnectionLost(error) : error
      }
    },
  })
  const ready = async () => {
    await line.link()
  }
  return { client, status: line.status, retryNow: line.retryNow, ready }
}

/** The one connection of this window: the desktop's port where there is one, else the server front's socket. */
export function connect(): Connection {
  const port = desktop()?.port
  if (port) return connectOver(openPortLine(port))
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return connectOver(openWebSocketLine(`${scheme}//${location.host}/rpc`, hasSession))
}
