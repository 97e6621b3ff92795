import { access, constants, mkdir, open, rmdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { conflict } from '@shared/model/refusal'
import type { Sandbox } from './domain/types'
import { isFolder } from './folder-repository'
import { exists } from './repository-state'

const causes: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'the system does not let it be written',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file stands in the place of the folder',
}

/** Refuses where the system refused a write; anything else is no answer about that and is thrown on. */
export function refuseUnwritable(name: string, folder: string, error: unknown): never {
  const { code = '', path = folder } = error as NodeJS.ErrnoException
  const cause = causes[code]
  if (cause === undefined) throw error
  throw conflict(
    'apply.not_writable',
    `${name} cannot be written at ${path}: ${cause}. Nothing was changed, and the plan keeps its changes.`,
    {
      hint: `Make ${path} writable for ${userInfo().username} (its owner, its mode, or how it is mounted), then apply again.`,
      details: { path, cause: code },
    },
  )
}

const { O_DIRECTORY, O_RDWR } = constants
/** Opens a file without a name, which is gone with the process; Linux alone has it. */
const unnamed = process.platform === 'linux' ? 0o20000000 | O_DIRECTORY | O_RDWR : null

const isUnsupported = (error: unknown) =>
  ['ENOTSUP', 'EOPNOTSUPP', 'EISDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')

const unless = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}

/**
 * Makes something in a folder: only that tells what mounts, access lists and flags really let us do. It has no name where the
 * system can, else always the same one, so that what a kill left is taken away by the next.
 */
async function probe(folder: string): Promise<void> {
  if (unnamed !== null) {
    const file = await open(folder, unnamed, 0o600).catch((error: unknown) => {
      if (isUnsupported(error)) return null
      throw error
    })
    if (file) return file.close()
  }
  const own = join(folder, 'cleveragents-probe')
  await mkdir(own).catch(unless('EEXIST'))
  await rmdir(own).catch(unless('ENOENT'))
}

/** Refuses where what a plan changed could not be stored in its repositories, or in the folders that it was copied from. */
export async function requireWritable(sandboxes: readonly Sandbox[]): Promise<void> {
  for (const sandbox of sandboxes) {
    const { name, commonDir, sourcePath } = sandbox
    const own = isFolder(sandbox) ? [] : [commonDir, join(commonDir, 'objects'), join(commonDir, 'refs/heads')]
    for (const folder of own) {
      if (!(await exists(folder))) continue
      await probe(folder).catch((error: unknown) => {
        // The name of our own folder says nothing to a person.
        const { code } = error as NodeJS.ErrnoException
        refuseUnwritable(
          name,
          folder,
          code === undefined ? error : Object.assign(new Error(code), { code, path: folder }),
        )
      })
    }
    if (isFolder(sandbox) && (await exists(sourcePath))) await requireFolders(name, sourcePath, [''])
  }
}

/** What stands in the place of a folder, a plan has moved away or conflicts with; both are told elsewhere. */
const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    // Whatever is wrong with it is wrong with a folder above, which is looked at next.
    () => false,
  )

/** Refuses where one of the folders that hold these paths cannot be written; nothing is made to find out. */
export async function requireFolders(name: string, top: string, paths: readonly string[]): Promise<void> {
  const folders = new Set<string>()
  for (const path of paths) {
    let folder = path === '' ? top : dirname(join(top, path))
    while (folder !== top && !(await isThere(folder))) folder = dirname(folder)
    folders.add(folder)
  }
  for (const folder of folders)
    await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) =>
      refuseUnwritable(name, folder, error),
    )
}
