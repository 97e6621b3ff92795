import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Frame } from '@shared/desktop'
import type { CoreAddress } from './core-discovery'
import type { CoreHost } from './core-host'

export type LineCore = Pick<CoreHost, 'address' | 'lost'>

export type LineDeps = {
  readonly core: LineCore
  readonly maxBytes: number
  readonly onFrame: (frame: Frame) => void
  /** Called once, when nothing more will come. */
  readonly onEnd: () => void
  readonly onNoCore: (error: unknown) => void
}

/** One WebSocket to the core; what is sent before it is open waits for it. */
export type Line = { readonly send: (frame: Frame) => void; readonly end: () => void }

const firstPauseMs = 50
const longestPauseMs = 3000

/** Connects at once, and goes on trying until it is ended; a connection that was open and broke is not made again. */
export function createLine({ core, maxBytes, onFrame, onEnd, onNoCore }: LineDeps): Line {
  let socket: WebSocket | null = null
  const ended = new AbortController()
  let waiting: Frame[] = []
  let waitingBytes = 0

  function end(): void {
    if (ended.signal.aborted) return
    ended.abort()
    waiting = []
    socket?.terminate()
    onEnd()
  }

  function use(opened: WebSocket, address: CoreAddress): void {
    if (ended.signal.aborted) return opened.terminate()
    opened.on('message', (data: Buffer, isBinary) => {
      if (!ended.signal.aborted) onFrame(isBinary ? new Uint8Array(data) : data.toString())
    })
    opened.on('error', () => opened.terminate())
    opened.on('close', () => {
      core.lost(address)
      end()
    })
    for (const frame of waiting) opened.send(frame)
    waiting = []
    socket = opened
  }

  async function connect(): Promise<void> {
    for (let pauseMs = firstPauseMs; !ended.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        const address = await core.address()
        const opened = ended.signal.aborted ? null : await openSocket(address, maxBytes)
        if (opened !== null) return use(opened, address)
        if (!ended.signal.aborted) core.lost(address)
      } catch (error) {
        onNoCore(error)
      }
      await delay(pauseMs, undefined, { ref: false })
    }
  }
  void connect()

  return {
    end,
    send: (frame) => {
      if (ended.signal.aborted) return
      if (socket !== null) return socket.send(frame)
      waitingBytes += frame.length
      if (waitingBytes > maxBytes) end()
      else waiting.push(frame)
    },
  }
}

/** An open WebSocket to the core, or null where it cannot be had. */
function openSocket({ endpoint, token }: CoreAddress, maxPayload: number): Promise<WebSocket | null> {
  return new Promise((settle) => {
    const socket = new WebSocket(`${endpoint.replace(/^http/, 'ws')}/rpc`, {
      headers: { authorization: `Bearer ${token}` },
      maxPayload,
      handshakeTimeout: 5000,
      perMessageDeflate: false,
    })
    socket.once('open', () => settle(socket))
    socket.once('error', () => settle(null))
  })
}
