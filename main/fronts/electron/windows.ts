import { BrowserWindow, dialog, screen } from 'electron'
import { desktopChannels, type DesktopRequest } from '@shared/desktop'
import { type Bridge, createBridge } from './bridge'
import type { CoreHost } from './core-host'
import { routeOfUrl, urlOfRoute } from './route'
import { reviveOnCrash } from './security'
import { readWindowStates, smallestWindow, windowPlacement, type WindowState, writeWindowStates } from './window-state'

export type WindowsDeps = {
  readonly preload: string
  readonly stateFile: string
  /** The icon of windows on systems that take it from the program. */
  readonly icon: string | null
  readonly core: Pick<CoreHost, 'address' | 'lost'>
  readonly onNoCore: (error: unknown) => void
  readonly withDevTools: boolean
}

export type Windows = {
  /** Opens the windows that were open at the end, or one. */
  readonly openRemembered: () => void
  readonly open: (route?: string) => void
  /** Brings a window to the front, or opens one where none is left; with a route, goes there in it. */
  readonly show: (route?: string) => void
  /** Asks the page in front; where no window is open, one is opened first. */
  readonly request: (request: DesktopRequest) => void
  /** The place shown by the window that has the person's eye, or null. */
  readonly lookedAt: () => string | null
  /** Writes down which windows are open now, and no more of it afterwards: they close because the application ends. */
  readonly keepForNextStart: () => void
  readonly closeAll: () => void
  /** The line to the core of the window with these web contents; undefined where it is none of ours. */
  readonly bridgeOf: (webContentsId: number) => Bridge | undefined
}

const cascade = 24

/** The application's windows, each with its own place and its own line to the core. */
export function createWindows(deps: WindowsDeps): Windows {
  const bridges = new Map<number, Bridge>()
  const opened = new Set<BrowserWindow>()
  let front: BrowserWindow | null = null
  let isKept = false

  const keep = (windows: readonly BrowserWindow[]) => {
    if (!isKept && windows.length > 0) writeWindowStates(deps.stateFile, windows.map(stateOf))
  }

  function openAt(state: Pick<WindowState, 'bounds' | 'maximized'> | null, route: string): BrowserWindow {
    const window = newWindow(deps, state)
    const { id } = window.webContents
    const bridge = bridgeFor(window, deps)
    bridges.set(id, bridge)
    opened.add(window)
    front = window
    window.on('focus', () => {
      front = window
    })
    window.on('close', () => {
      const others = [...opened].filter((one) => one !== window)
      // The last window is remembered, so that the application opens again as it was left.
      keep(others.length > 0 ? others : [window])
    })
    window.on('closed', () => {
      bridge.close()
      bridges.delete(id)
      opened.delete(window)
      if (front === window) front = [...opened].at(-1) ?? null
    })
    // The load fails only where the window is closed before it ends.
    window.loadURL(urlOfRoute(route)).catch(() => undefined)
    return window
  }

  const open = (route = '/'): BrowserWindow => openAt(front === null ? lastState(deps) : beside(front), route)
  const show = (window: BrowserWindow) => {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  return {
    open: (route) => void open(route),
    openRemembered: () => {
      const states = readWindowStates(deps.stateFile)
      if (states.length === 0) open()
      for (const state of states) openAt(state, state.route)
    },
    show: (route) => {
      if (front === null) return void open(route)
      show(front)
      if (route !== undefined) ask(front, { kind: 'go', to: route })
    },
    request: (request) => ask(front ?? open(), request),
    lookedAt: () => {
      const window = BrowserWindow.getFocusedWindow()
      return window === null ? null : routeOfUrl(window.webContents.getURL())
    },
    keepForNextStart: () => {
      keep([...opened])
      isKept = true
    },
    closeAll: () => {
      for (const window of opened) window.close()
    },
    bridgeOf: (webContentsId) => bridges.get(webContentsId),
  }
}

/** Sends a request to a page, once it is there to hear it. */
function ask({ webContents }: BrowserWindow, request: DesktopRequest): void {
  const send = () => {
    if (!webContents.isDestroyed()) webContents.send(desktopChannels.request, request)
  }
  if (webContents.isLoadingMainFrame()) webContents.once('did-finish-load', send)
  else send()
}

const stateOf = (window: BrowserWindow): WindowState => ({
  bounds: window.getNormalBounds(),
  maximized: window.isMaximized(),
  route: routeOfUrl(window.webContents.getURL()),
})

const lastState = ({ stateFile }: WindowsDeps) => readWindowStates(stateFile)[0] ?? null

/** As large as the window it comes from, and a little aside, so that both are seen. */
function beside(window: BrowserWindow): Pick<WindowState, 'bounds' | 'maximized'> {
  const { x, y, width, height } = window.getNormalBounds()
  return { bounds: { x: x + cascade, y: y + cascade, width, height }, maximized: false }
}

function newWindow(
  { preload, icon, withDevTools }: WindowsDeps,
  remembered: Pick<WindowState, 'bounds' | 'maximized'> | null,
): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...windowPlacement(remembered, screens),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    ...(icon === null ? {} : { icon }),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: true,
      devTools: withDevTools,
    },
  })
  window.once('ready-to-show', () => {
    if (remembered?.maximized) window.maximize()
    window.show()
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
