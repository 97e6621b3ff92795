import { join } from 'node:path'
import { app, ipcMain, protocol, session } from 'electron'
import { desktopChannels } from '@shared/desktop'
import { appScheme, serveBundle } from './bundle'
import { offerContextMenu } from './context-menu'
import { linkScheme } from './deep-link'
import { type DesktopCore, desktopCore } from './desktop-core'
import { createDesktopLog, type DesktopLog } from './desktop-log'
import { fatal, sayOnce } from './faults'
import { setMenu } from './menu'
import { nativeCalls, type NativeDeps } from './native'
import { makeNativeCall } from './native-calls'
import { openAtLogin } from './open-at-login'
import { openPaths } from './open-paths'
import { listenForOpenings, type Openings } from './openings'
import { askBeforeQuit } from './quit-question'
import { commandRunner } from './run-command'
import { lockContents, lockSession, openInBrowser } from './security'
import { maySend } from './sender'
import { showWork } from './show-work'
import { hasUpdateSource, loadUpdater } from './load-updater'
import { createUpdates } from './updates'
import { createWindows, type Windows } from './windows'

export type DesktopPaths = {
  readonly dataDir: string
  /** The core's entry, run in a process of its own. */
  readonly server: string
  readonly preload: string
  /** The folder with the renderer's `index.html`. */
  readonly renderer: string
}

const homepage = 'https://cleveragents.com/'

/** Starts the desktop front, or hands over to the instance that runs already on this data folder. */
export function startDesktop(paths: DesktopPaths): void {
  app.setName('CleverAgents')
  app.setAppUserModelId('com.cleveragents.desktop')
  // One instance for a data folder: Electron's lock goes by this folder. A switch on the command line wins.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(paths.dataDir, 'desktop'))
  if (!app.requestSingleInstanceLock()) return app.quit()
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  lockContents()
  app.on('web-contents-created', (_event, contents) => offerContextMenu(contents))
  // A checkout must not take the links of an installed application.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  const log = createDesktopLog(join(paths.dataDir, 'logs/desktop.log'), Date.now)
  const core = desktopCore(paths)
  const openings = listenForOpenings()
  app.whenReady().then(() => whenReady(paths, core, openings, log), fatal)
}

function whenReady(paths: DesktopPaths, core: DesktopCore, openings: Openings, log: DesktopLog): void {
  lockSession(session.defaultSession)
  protocol.handle(appScheme, serveBundle(paths.renderer))
  const icons = join(paths.renderer, 'icons')
  const withDevTools = !app.isPackaged
  const windows = createWindows({
    preload: paths.preload,
    stateFile: join(paths.dataDir, 'window.json'),
    icon: process.platform === 'linux' ? join(icons, 'icon.png') : null,
    core: core.host,
    onNoCore: sayOnce(),
    withDevTools,
  })
  const updates = createUpdates({ load: hasUpdateSource(app.isPackaged) ? loadUpdater : null, log })
  const { run, runShell } = commandRunner({ windows, updates })
  setMenu({
    isMac: process.platform === 'darwin',
    withDevTools,
    run,
    openHomepage: () => void openInBrowser(homepage),
  })
  const ending = new AbortController()
  const shown = showWork({ core, windows, updates, icons, signal: ending.signal })
  const quit = askBeforeQuit({
    isBusy: core.isBusy,
    running: () => shown.work().running.map((plan) => plan.title),
    keepWindows: windows.keepForNextStart,
    closeWindows: windows.closeAll,
  })
  shown.onIdle(() => {
    if (quit.isInBackground()) quit.now()
  })
  app.on('browser-window-created', quit.comeBack)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !quit.isInBackground()) app.quit()
  })
  stopCoreBeforeQuit(core, ending)
  listen(windows, {
    ...core,
    updates,
    runShell,
    login: openAtLogin(process.platform, process.env),
    paths: openPaths({
      dataDir: paths.dataDir,
      resourceFolders: core.resourceFolders,
      configuredEditor: () => shown.settings().editor,
      env: process.env,
      platform: process.platform,
    }),
  })
  app.on('activate', () => windows.show())
  windows.openRemembered()
  openings.serve(windows)
}

function listen(windows: Windows, native: NativeDeps): void {
  const isKnown = (id: number) => windows.bridgeOf(id) !== undefined
  ipcMain.on(desktopChannels.open, (event, connection: unknown) => {
    if (maySend(event, isKnown)) windows.bridgeOf(event.sender.id)?.open(connection)
  })
  ipcMain.on(desktopChannels.frame, (event, connection: unknown, frame: unknown) => {
    if (maySend(event, isKnown)) windows.bridgeOf(event.sender.id)?.frame(connection, frame)
  })
  ipcMain.handle(desktopChannels.native, (event, name: unknown, argument: unknown) => {
    if (!maySend(event, isKnown)) throw new Error('Refused.')
    return makeNativeCall(nativeCalls(native, event.sender), name, argument)
  })
}

/** The core ends before the application does, so that it can store what it holds. */
function stopCoreBeforeQuit({ host }: DesktopCore, ending: AbortController): void {
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault()
    ended = true
    ending.abort()
    host.stop().then(() => app.quit(), fatal)
  })
}
