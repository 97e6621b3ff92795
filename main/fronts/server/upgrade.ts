import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AnyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { WebSocketServer } from 'ws'
import type { Access } from './access'
import { callerOf } from './access'
import { securityHeaders } from './pages'

/** Milliseconds in which a client may answer the goodbye before its connection is cut. */
const goodbyeMs = 1000

function refuse(socket: Duplex, status: string): void {
  const headers = Object.entries({ ...securityHeaders, 'content-length': '0', connection: 'close' })
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/** Which status refuses an upgrade; undefined where it is welcome. */
function refusalOf(access: Access, request: IncomingMessage): string | undefined {
  const from = callerOf(request.headers)
  if (!access.fromHere(from)) return '403 Forbidden'
  if (request.url !== '/rpc') return '404 Not Found'
  return access.isProgram(from) || access.isBrowser(from) ? undefined : '401 Unauthorized'
}

/** Serves the router over WebSockets at `/rpc`, to the same callers as over HTTP. */
export function serveSockets(
  server: Pick<Server, 'on'>,
  options: {
    readonly router: AnyRouter
    readonly access: Access
    readonly maxBytes: number
    readonly changed: () => void
  },
) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: options.maxBytes })
  const rpc = new RPCHandler(options.router)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that is gone before it was answered is no fault of ours.
    socket.on('error', () => socket.destroy())
    const refusal = refusalOf(options.access, request)
    if (refusal) return refuse(socket, refusal)
    sockets.handleUpgrade(request, socket, head, (ws) => {
      // A frame that is too large or malformed ends its connection, and nothing else.
      ws.on('error', () => ws.terminate())
      ws.on('close', () => setImmediate(options.changed))
      void rpc.upgrade(ws, { context: {} })
      options.changed()
    })
  })
  return {
    count: () => sockets.clients.size,
    close: () => {
      for (const ws of sockets.clients) {
        ws.close(1001, 'the core ends')
        setTimeout(() => ws.terminate(), goodbyeMs).unref()
      }
    },
  }
}
