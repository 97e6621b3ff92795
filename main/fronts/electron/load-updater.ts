import type { Updater } from './updates'

/** Loads electron-updater, which reads where to look from the package. Only a packaged application has that. */
export async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = (await import('electron-updater')).default
  return autoUpdater as unknown as Updater
}
