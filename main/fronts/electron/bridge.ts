import { desktopChannels, type Frame } from '@shared/desktop'
import { createLine, type Line, type LineCore } from './line'

/** Sends to one window; does nothing where the window is gone. */
export type SendToPage = (channel: string, ...args: readonly unknown[]) => void

export type BridgeDeps = {
  readonly core: LineCore
  readonly send: SendToPage
  /** Called with the reason each time no core could be had; the bridge goes on trying. */
  readonly onNoCore: (error: unknown) => void
  /** Bytes of one frame, and of all that wait for a connection. */
  readonly maxBytes?: number
}

/** One window's connection to the core, replaced each time its page asks for a new one. */
export type Bridge = {
  readonly open: (connection: unknown) => void
  readonly frame: (connection: unknown, frame: unknown) => void
  readonly close: () => void
}

const defaultMaxBytes = 32 * 1024 * 1024
const longestConnectionName = 64

export function createBridge({ core, send, onNoCore, maxBytes = defaultMaxBytes }: BridgeDeps): Bridge {
  let current: { readonly connection: string; readonly line: Line } | null = null
  const close = () => {
    const { line } = current ?? {}
    current = null
    line?.end()
  }
  return {
    open: (connection) => {
      if (typeof connection !== 'string' || connection.length > longestConnectionName) return
      close()
      const line = createLine({
        core,
        onNoCore,
        maxBytes,
        onFrame: (frame) => send(desktopChannels.frame, connection, frame),
        onEnd: () => {
          // A connection that the page itself gave up needs no word.
          if (current?.line === line) send(desktopChannels.closed, connection)
        },
      })
      current = { connection, line }
    },
    frame: (connection, data) => {
      if (current === null || connection !== current.connection) return
      const frame = frameOf(data)
      // Our own page sends nothing else; one that does is broken, and its calls are better lost than half delivered.
      if (frame === null || frame.length > maxBytes) current.line.end()
      else current.line.send(frame)
    },
    close,
  }
}

function frameOf(data: unknown): Frame | null {
  if (typeof data === 'string' || data instanceof Uint8Array) return data
  return data instanceof ArrayBuffer ? new Uint8Array(data) : null
}
