import { dirname, isAbsolute, join, sep } from 'node:path'
import { conflict, invalid, missing } from '@shared/model/refusal'
import type { BackupDeps } from './ports'

const contains = (folder: string, path: string) => path === folder || path.startsWith(folder + sep)

/** `2026-11-30-1258`: sorts by time, and every file system takes it. */
function stampOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
}

function expanded(deps: BackupDeps, given: string): string {
  const path = given.trim()
  if (path === '~' || path.startsWith('~/')) return join(deps.homeFolder, path.slice(1))
  if (isAbsolute(path)) return join(path)
  throw invalid('backup.relative_path', `${given} is not a whole path; nothing was written.`, {
    hint: 'Give the folder from the root on, such as ~/cleveragents-backup.',
  })
}

/** A backup inside of what is backed up would be lost with it, and would grow with every other. */
async function refuseDataFolder(deps: BackupDeps, path: string): Promise<void> {
  const [home, target] = await Promise.all([deps.disk.canonical(deps.dataDir), deps.disk.canonical(path)])
  if (!contains(home, target)) return
  throw invalid('backup.inside', `${path} lies in the data folder itself; nothing was written.`, {
    hint: 'Name a folder outside of it, best on another disk.',
  })
}

/** Makes the folder that a backup goes to: the one named, or where that exists, one below it named by the time. */
export async function placeBackup(deps: BackupDeps, given: string): Promise<string> {
  const path = expanded(deps, given)
  await refuseDataFolder(deps, path)
  const state = await deps.disk.stateOf(path)
  const folder = state === 'folder' ? join(path, `cleveragents-backup-${stampOf(deps.clock())}`) : path
  if (state === 'missing' && (await deps.disk.stateOf(dirname(path))) !== 'folder')
    throw missing('backup.no_folder', `There is no folder ${dirname(path)}; nothing was written.`, {
      hint: 'Make it first, or name another.',
    })
  if (state !== 'other' && (await deps.disk.makeFolder(folder))) return folder
  throw conflict('backup.exists', `${folder} exists already; it was left as it is.`, {
    hint: 'Name a folder that does not exist yet.',
  })
}
