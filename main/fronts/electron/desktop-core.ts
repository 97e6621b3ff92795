import { join } from 'node:path'
import { dialog } from 'electron'
import { systemCipher } from './cipher'
import { askHealth, callCore, type CoreAddress } from './core-discovery'
import { coreClient } from './core-client'
import { startCoreChild } from './core-child'
import { createCoreHost, type CoreHost } from './core-host'
import { type KeyStore, openKeyStore } from './key-store'
import { askToStorePlain } from './native'

/** The core as the shell around it uses it. */
export type DesktopCore = {
  readonly host: CoreHost
  readonly keys: () => Promise<KeyStore>
  readonly keyChanged: (provider: string, key: string | null) => Promise<void>
  /** Whether our own core works on something that would end with it. */
  readonly isBusy: () => Promise<boolean>
  readonly resourceFolders: () => Promise<readonly string[]>
}

export function desktopCore({ dataDir, server }: { readonly dataDir: string; readonly server: string }): DesktopCore {
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
  return {
    host,
    keys,
    keyChanged: async (provider, key) => {
      await callCore(await host.address(), 'POST', '/keys', { [provider]: key })
    },
    isBusy: async () => {
      const own = host.own()
      return own !== null && (await askHealth(own))?.busy === true
    },
    resourceFolders: async () => {
      try {
        const { resources } = await coreClient(await host.address()).resources.list({})
        return resources.map((resource) => resource.path)
      } catch {
        // Without a core nothing is known to be registered, so nothing may be opened.
        return []
      }
    },
  }
}

async function handOverKeys(keys: () => Promise<KeyStore>, address: CoreAddress): Promise<void> {
  const known = (await keys()).all()
  if (Object.keys(known).length > 0) await callCore(address, 'POST', '/keys', known)
}

/** The rest of the application works without keys, so this stops nothing. */
function sayKeysFailed(error: unknown): void {
  dialog.showErrorBox('The stored keys could not be used', String(error))
}
