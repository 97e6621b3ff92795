import { EventEmitter } from 'node:events'
import type { Protocol } from './chromium.ts'
import { encode } from './clone.ts'
import { loud } from './loud.ts'
import type { WebContents } from './web-contents.ts'

export type IpcEvent = { readonly sender: WebContents; readonly senderFrame: WebContents['mainFrame'] }
type Handler = (event: IpcEvent, ...args: unknown[]) => unknown
const handlers = new Map<string, Handler>()

export const ipcMain = loud(
  'ipcMain',
  Object.assign(new EventEmitter(), {
    handle: (channel: string, handler: Handler) => {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      handlers.set(channel, handler)
    },
  }),
)

export const ipcHandlers = {
  /** The encoded answer to one `ipcRenderer.invoke`. */
  answer: async (event: IpcEvent, { id, channel, args }: Protocol): Promise<string> => {
    try {
      const handler = handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      return encode({ id, ok: true, value: await handler(event, ...args) })
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error)
      return encode({ id, ok: false, value: `Error invoking remote method '${channel}': ${error}` })
    }
  },
}
