import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Updater } from './updates'

/** Loads electron-updater, which reads where to look from the package. Only a packaged application has that. */
export async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = (await import('electron-updater')).default
  return autoUpdater
}

/** Whether this application came from a package that says where its updates are. */
export function hasUpdateSource(isPackaged: boolean): boolean {
  return isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'))
}
