import { BrowserWindow, dialog, screen } from 'electron'
import { type Bridge, createBridge } from './bridge'
import { appOrigin } from './bundle'
import type { CoreHost } from './core-host'
import { reviveOnCrash } from './security'
import { readWindowState, smallestWindow, windowPlacement, writeWindowState } from './window-state'

export type WindowsDeps = {
  readonly preload: string
  readonly stateFile: string
  readonly core: Pick<CoreHost, 'address' | 'lost'>
  readonly onNoCore: (error: unknown) => void
  readonly withDevTools: boolean
}

export type Windows = {
  readonly open: () => void
  /** Brings a window to the front, or opens one where none is left. */
  readonly show: () => void
  /** The line to the core of the window with these web contents; undefined where it is none of ours. */
  readonly bridgeOf: (webContentsId: number) => Bridge | undefined
}

/** The application's windows, each with its own line to the core. */
export function createWindows(deps: WindowsDeps): Windows {
  const bridges = new Map<number, Bridge>()

  function open(): void {
    const window = newWindow(deps)
    const { id } = window.webContents
    const bridge = bridgeFor(window, deps)
    bridges.set(id, bridge)
    window.on('closed', () => {
      bridge.close()
      bridges.delete(id)
    })
    // The load fails only where the window is closed before it ends.
    window.loadURL(`${appOrigin}/index.html`).catch(() => undefined)
  }

  return {
    open,
    show: () => {
      const window = BrowserWindow.getAllWindows()[0]
      if (window === undefined) return open()
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    bridgeOf: (webContentsId) => bridges.get(webContentsId),
  }
}

function newWindow({ stateFile, preload, withDevTools }: WindowsDeps): BrowserWindow {
  const remembered = readWindowState(stateFile)
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...windowPlacement(remembered, screens),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: withDevTools,
    },
  })
  window.once('ready-to-show', () => {
    if (remembered?.maximized) window.maximize()
    window.show()
  })
  window.on('close', () => {
    writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  })
  return window
}

function bridgeFor({ webContents }: BrowserWindow, { core, onNoCore }: WindowsDeps): Bridge {
  const bridge = createBridge({
    core,
    onNoCore,
    send: (channel, ...args) => {
      if (!webContents.isDestroyed()) webContents.send(channel, ...args)
    },
  })
  // A page that follows another opens a connection of its own, which ends the last one's.
  webContents.on('render-process-gone', () => bridge.close())
  reviveOnCrash(webContents, () => {
    dialog.showErrorBox('The window keeps failing', 'Your work is stored. Quit and start the application again.')
  })
  return bridge
}
