import { contextBridge, ipcRenderer } from 'electron'
import { type Desktop, desktopChannels, type Frame } from '@shared/desktop'

const messageListeners = new Set<(frame: Frame) => void>()
const closeListeners = new Set<() => void>()

// Frames carry their connection, so that one sent before a break never reaches the connection that follows it.
let connection = ''
function open(): void {
  connection = crypto.randomUUID()
  ipcRenderer.send(desktopChannels.open, connection)
}

ipcRenderer.on(desktopChannels.frame, (_event, from: string, frame: Frame) => {
  if (from === connection) for (const listener of messageListeners) listener(frame)
})
ipcRenderer.on(desktopChannels.closed, (_event, from: string) => {
  if (from !== connection) return
  open()
  for (const listener of closeListeners) listener()
})

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const call = (name: string, argument?: unknown) => ipcRenderer.invoke(desktopChannels.native, name, argument)

const desktop: Desktop = {
  platform: process.platform,
  port: {
    postMessage: (frame) => ipcRenderer.send(desktopChannels.frame, connection, frame),
    onMessage: (listener) => subscribe(messageListeners, listener),
    onClose: (listener) => subscribe(closeListeners, listener),
  },
  native: {
    pickFolder: () => call('pickFolder'),
    openExternal: (url) => call('openExternal', { url }),
    revealPath: (path) => call('revealPath', { path }),
    setTheme: (theme) => call('setTheme', { theme }),
    setKey: (provider, key) => call('setKey', { provider, key }),
    removeKey: (provider) => call('removeKey', { provider }),
    keyState: () => call('keyState'),
  },
}

open()
contextBridge.exposeInMainWorld('cleveragents', desktop)
