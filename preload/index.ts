import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { type Desktop, type DesktopRequest, desktopChannels, type Frame } from '@shared/desktop'

const messageListeners = new Set<(frame: Frame) => void>()
const closeListeners = new Set<() => void>()
const requestListeners = new Set<(request: DesktopRequest) => void>()
const unheard: DesktopRequest[] = []

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
ipcRenderer.on(desktopChannels.request, (_event, request: DesktopRequest) => {
  if (requestListeners.size === 0) unheard.push(request)
  for (const listener of requestListeners) listener(request)
})

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const call = (name: string, argument?: unknown) => ipcRenderer.invoke(desktopChannels.native, name, argument)

// A file dropped on a page would else take the page's place. Only here can a dropped file's path be had; the main
// process looks whether it is a folder and sends that back as a request.
const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
window.addEventListener('dragover', (event) => {
  if (holdsFiles(event)) event.preventDefault()
})
window.addEventListener('drop', (event) => {
  if (!holdsFiles(event)) return
  event.preventDefault()
  const paths = [...(event.dataTransfer?.files ?? [])].map((file) => webUtils.getPathForFile(file))
  void call('dropped', { paths: paths.filter((path) => path !== '').slice(0, 100) })
})

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
    openInEditor: (path, line) => call('openInEditor', { path, line }),
    editor: () => call('editor'),
    setTheme: (theme) => call('setTheme', { theme }),
    setKey: (provider, key) => call('setKey', { provider, key }),
    removeKey: (provider) => call('removeKey', { provider }),
    keyState: () => call('keyState'),
    runCommand: (id) => call('runCommand', { id }),
    openAtLogin: () => call('openAtLogin'),
    setOpenAtLogin: (on) => call('setOpenAtLogin', { on }),
    updateState: () => call('updateState'),
    installUpdate: () => call('installUpdate'),
  },
  onRequest: (listener) => {
    const end = subscribe(requestListeners, listener)
    for (const request of unheard.splice(0)) listener(request)
    return end
  },
}

open()
contextBridge.exposeInMainWorld('cleveragents', desktop)
