import { BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron'
import { desktopChannels, type DesktopRequest } from '@shared/desktop'
import type { KeyStore } from './key-store'
import type { NativeCalls } from './native-calls'
import type { OpenAtLogin } from './open-at-login'
import type { OpenPaths } from './open-paths'
import { foldersAmong } from './opened-with'
import type { commandRunner } from './run-command'
import { openInBrowser } from './security'
import type { Updates } from './updates'

export type NativeDeps = {
  readonly keys: () => Promise<KeyStore>
  /** Tells the core about a key that was set, or removed (null). */
  readonly keyChanged: (provider: string, key: string | null) => Promise<void>
  readonly paths: OpenPaths
  readonly login: OpenAtLogin
  readonly updates: Updates
  readonly runShell: ReturnType<typeof commandRunner>['runShell']
}

/** What only the desktop can do, for the window with these contents. */
export function nativeCalls(deps: NativeDeps, contents: WebContents): NativeCalls {
  const { keys, keyChanged, paths, login, updates } = deps
  const window = () => BrowserWindow.fromWebContents(contents)
  return {
    pickFolder: () => pickFolder(window()),
    openExternal: async ({ url }) => openInBrowser(url),
    revealPath: ({ path }) => paths.reveal(path),
    openInEditor: ({ path, line }) => paths.edit(path, line),
    editor: async () => paths.editor(),
    dropped: async ({ paths: dropped }) => {
      const folders = await foldersAmong(dropped)
      const request: DesktopRequest = { kind: 'folders', paths: folders }
      if (!contents.isDestroyed()) contents.send(desktopChannels.request, request)
    },
    setTheme: async ({ theme }) => {
      nativeTheme.themeSource = theme
    },
    setKey: async ({ provider, key }) => {
      const state = await (await keys()).set(provider, key)
      await keyChanged(provider, key)
      return state
    },
    removeKey: async ({ provider }) => {
      await (await keys()).remove(provider)
      await keyChanged(provider, null)
    },
    keyState: async () => (await keys()).state(),
    runCommand: async ({ id }) => deps.runShell(id, window()),
    openAtLogin: async () => login.get(),
    setOpenAtLogin: async ({ on }) => {
      login.set(on)
      return login.get()
    },
    updateState: async () => updates.state(),
    installUpdate: async () => updates.install(),
  }
}

async function pickFolder(parent: BrowserWindow | null): Promise<string | null> {
  const asked: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, asked) : dialog.showOpenDialog(asked))
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks whether keys may be stored where the system offers no protection for them. The default is no. */
export async function askToStorePlain(): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'This system has no key store.',
    detail:
      'The key can be kept in memory until you quit, or written to your data folder, where any program that runs as you can read it.',
    buttons: ['Keep until I quit', 'Store unprotected'],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}
