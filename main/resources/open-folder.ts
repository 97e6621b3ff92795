import { isAbsolute, join, normalize } from 'node:path'
import { invalid } from '@shared/model/refusal'
import { isWithin } from '../platform/is-within'
import type { ResourceDeps } from './ports'

export type OpenedFolder = { readonly path: string; readonly canonical: string; readonly writable: boolean }

/** Makes what a person typed an absolute path; `~` is the home folder. */
function absolutePath(homeFolder: string, typed: string): string {
  const path = typed === '~' || typed.startsWith('~/') ? join(homeFolder, typed.slice(1)) : typed
  if (isAbsolute(path) && !path.includes('\0')) return withoutEnd(normalize(path))
  throw invalid('resource.path_not_absolute', `"${typed}" is not a whole path.`, {
    hint: 'Write the path from its root, or from ~.',
    details: { path: typed },
  })
}

function withoutEnd(path: string): string {
  return path.length > 1 && /[/\\]$/.test(path) && !/^[A-Za-z]:\\$/.test(path) ? path.slice(0, -1) : path
}

/** Resolves a folder that is to be registered or looked at; refuses what is not there, not readable or no folder. */
export async function openFolder(
  deps: Pick<ResourceDeps, 'disk' | 'homeFolder'>,
  typed: string,
): Promise<OpenedFolder> {
  return requireFolder(deps, absolutePath(deps.homeFolder, typed))
}

/** As `openFolder`, for an absolute path. */
export async function requireFolder(deps: Pick<ResourceDeps, 'disk'>, path: string): Promise<OpenedFolder> {
  const found = await deps.disk.stateOf(path)
  const details = { path }
  switch (found.state) {
    case 'folder':
      return { path, canonical: found.canonical, writable: found.writable }
    case 'missing':
      throw invalid('resource.path_missing', `There is no folder at ${path}.`, {
        hint: 'Check the path, or choose the folder from the list.',
        details,
      })
    case 'denied':
      throw invalid('resource.path_denied', `${path} may not be read.`, {
        hint: 'Give your user permission to read and enter the folder, then try again.',
        details,
      })
    case 'not_a_folder':
      throw invalid('resource.not_a_folder', `${path} is a file, not a folder.`, {
        hint: 'Name the folder that holds it.',
        details,
      })
  }
}

/** Refuses folders that plans would do harm in: the root of the machine, and those that the application empties itself. */
export function refuseReserved(deps: Pick<ResourceDeps, 'reservedFolders'>, canonical: string): void {
  const isRoot = join(canonical, '..') === canonical
  if (!isRoot && !deps.reservedFolders.some((folder) => isWithin(folder, canonical) || isWithin(canonical, folder)))
    return
  const what = isRoot ? 'is the root of the machine' : "overlaps with the application's own folders"
  throw invalid('resource.path_reserved', `${canonical} ${what} and cannot be registered.`, {
    hint: 'Register the folder of the work itself.',
    details: { path: canonical },
  })
}
