import { dirname } from 'node:path'
import { openFolder } from './open-folder'
import type { ResourceDeps, SubFolder } from './ports'

export type Folders = { readonly path: string; readonly parent: string | null; readonly folders: readonly SubFolder[] }

/** Lists the folders in a folder of this machine, for a picker; begins in the home folder. */
export async function listFolders(
  deps: Pick<ResourceDeps, 'disk' | 'homeFolder'>,
  typed: string | undefined,
): Promise<Folders> {
  const { path } = await openFolder(deps, typed === undefined || typed === '' ? deps.homeFolder : typed)
  const parent = dirname(path)
  return { path, parent: parent === path ? null : parent, folders: await deps.disk.subFolders(path) }
}
