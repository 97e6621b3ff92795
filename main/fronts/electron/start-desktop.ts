import { join } from 'node:path'
import { app, dialog, ipcMain, protocol, session } from 'electron'
import { desktopChannels } from '@shared/desktop'
import { Refusal } from '@shared/model/refusal'
import { appScheme, serveBundle } from './bundle'
import { systemCipher } from './cipher'
import { callCore, type CoreAddress } from './core-discovery'
import { startCoreChild } from './core-child'
import { createCoreHost, type CoreHost } from './core-host'
import { type KeyStore, openKeyStore } from './key-store'
import { setMenu } from './menu'
import { askToStorePlain, nativeCalls } from './native'
import { makeNativeCall, type NativeCalls } from './native-calls'
import { lockContents, lockSession } from './security'
import { maySend } from './sender'
import { createWindows, type Windows } from './windows'

export type DesktopPaths = {
  readonly dataDir: string
  /** The core's entry, run in a process of its own. */
  readonly server: string
  readonly preload: string
  /** The folder with the renderer's `index.html`. */
  readonly renderer: string
}

/** Starts the desktop front, or hands over to the instance that runs already on this data folder. */
export function startDesktop(paths: DesktopPaths): void {
  app.setName('CleverAgents')
  // One instance for a data folder: Electron's lock goes by this folder. A switch on the command line wins.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(paths.dataDir, 'desktop'))
  if (!app.requestSingleInstanceLock()) return app.quit()
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
  lockContents()
  const core = desktopCore(paths)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  stopCoreBeforeQuit(core.host)
  app.whenReady().then(() => whenReady(paths, core), fatal)
}

type DesktopCore = { readonly host: CoreHost; readonly native: NativeCalls }

function desktopCore({ dataDir, server }: DesktopPaths): DesktopCore {
  let store: Promise<KeyStore> | null = null
  const keys = () =>
    (store ??= openKeyStore({
      file: join(dataDir, 'keys.json'),
      cipher: systemCipher(process.platform),
      mayStorePlain: askToStorePlain,
    }))
  const host = createCoreHost({
    dataDir,
    startChild: () => startCoreChild(server, dataDir),
    onConnected: (address) => handOverKeys(keys, address).catch(sayKeysFailed),
  })
  const native = nativeCalls({
    keys,
    keyChanged: async (provider, key) => {
      await callCore(await host.address(), 'POST', '/keys', { [provider]: key })
    },
  })
  return { host, native }
}

async function handOverKeys(keys: () => Promise<KeyStore>, address: CoreAddress): Promise<void> {
  const known = (await keys()).all()
  if (Object.keys(known).length > 0) await callCore(address, 'POST', '/keys', known)
}

/** The rest of the application works without keys, so this stops nothing. */
function sayKeysFailed(error: unknown): void {
  dialog.showErrorBox('The stored keys could not be used', String(error))
}

function whenReady(paths: DesktopPaths, { host, native }: DesktopCore): void {
  lockSession(session.defaultSession)
  protocol.handle(appScheme, serveBundle(paths.renderer))
  const withDevTools = !app.isPackaged
  setMenu({ isMac: process.platform === 'darwin', withDevTools })
  const windows = createWindows({
    preload: paths.preload,
    stateFile: join(paths.dataDir, 'window.json'),
    core: host,
    onNoCore: sayOnce(),
    withDevTools,
  })
  listen(windows, native)
  app.on('second-instance', windows.show)
  app.on('activate', windows.show)
  windows.open()
}

function listen(windows: Windows, native: NativeCalls): void {
  const isKnown = (id: number) => windows.bridgeOf(id) !== undefined
  ipcMain.on(desktopChannels.open, (event, connection: unknown) => {
    if (maySend(event, isKnown)) windows.bridgeOf(event.sender.id)?.open(connection)
  })
  ipcMain.on(desktopChannels.frame, (event, connection: unknown, frame: unknown) => {
    if (maySend(event, isKnown)) windows.bridgeOf(event.sender.id)?.frame(connection, frame)
  })
  ipcMain.handle(desktopChannels.native, (event, name: unknown, argument: unknown) => {
    if (!maySend(event, isKnown)) throw new Error('Refused.')
    return makeNativeCall(native, name, argument)
  })
}

/** The core ends before the application does, so that it can store what it holds. */
function stopCoreBeforeQuit(host: CoreHost): void {
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault()
    ended = true
    host.stop().then(() => app.quit(), fatal)
  })
}

/** Tells the person why there is no core, each reason once. */
function sayOnce(): (error: unknown) => void {
  const said = new Set<string>()
  return (error) => {
    const { message, hint } = error instanceof Refusal ? error.data : { message: String(error), hint: '' }
    if (said.has(message)) return
    said.add(message)
    dialog.showErrorBox('The application cannot reach its core', [message, hint].filter(Boolean).join('\n\n'))
  }
}

function fatal(error: unknown): void {
  dialog.showErrorBox(
    'CleverAgents cannot start',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  )
  app.exit(1)
}
