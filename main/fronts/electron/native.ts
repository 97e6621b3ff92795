import { existsSync } from 'node:fs'
import { BrowserWindow, dialog, nativeTheme, shell } from 'electron'
import type { KeyStore } from './key-store'
import type { NativeCalls } from './native-calls'
import { openInBrowser } from './security'

export type NativeDeps = {
  readonly keys: () => Promise<KeyStore>
  /** Tells the core about a key that was set, or removed (null). */
  readonly keyChanged: (provider: string, key: string | null) => Promise<void>
}

/** What only the desktop can do for a window. */
export function nativeCalls({ keys, keyChanged }: NativeDeps): NativeCalls {
  return {
    pickFolder: async () => {
      const options = { properties: ['openDirectory', 'createDirectory'] as const }
      const parent = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
      const asked = { properties: [...options.properties] }
      const { canceled, filePaths } = parent
        ? await dialog.showOpenDialog(parent, asked)
        : await dialog.showOpenDialog(asked)
      return canceled ? null : (filePaths[0] ?? null)
    },
    openExternal: async ({ url }) => openInBrowser(url),
    revealPath: async ({ path }) => {
      const exists = existsSync(path)
      if (exists) shell.showItemInFolder(path)
      return exists
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
  }
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
