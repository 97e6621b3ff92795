import {
  constants,
  copyFile,
  chmod,
  lstat,
  mkdir,
  readFile,
  readlink,
  rmdir,
  symlink,
  unlink,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SavedFolder, SavedPath } from './domain/journal'

export async function lstatOrNull(path: string) {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** The first folder above a path, below `top`, that is not a real folder; null where the way is clear. */
export async function strangeParent(top: string, path: string): Promise<string | null> {
  const segments = path.split('/').slice(0, -1)
  for (let at = 1; at <= segments.length; at++) {
    const parent = segments.slice(0, at).join('/')
    const stat = await lstatOrNull(join(top, parent))
    if (stat === null) return null
    if (!stat.isDirectory()) return parent
  }
  return null
}

/** Copies what stands at the paths of a working tree, so that it can be put back byte for byte. */
export async function savePaths(
  top: string,
  paths: readonly string[],
  folder: string,
): Promise<{ saved: SavedPath[]; absentFolders: string[]; folders: SavedFolder[] }> {
  const saved: SavedPath[] = []
  const absent = new Set<string>()
  const folders = new Map<string, number>()
  for (const [number, path] of paths.entries()) {
    const segments = path.split('/')
    for (let at = 1; at < segments.length; at++) {
      const parent = segments.slice(0, at).join('/')
      if (folders.has(parent) || absent.has(parent)) continue
      const stat = await lstatOrNull(join(top, parent))
      if (stat?.isDirectory()) folders.set(parent, stat.mode & 0o7777)
      else absent.add(parent)
    }
    const stat = (await strangeParent(top, path)) === null ? await lstatOrNull(join(top, path)) : null
    if (stat === null || stat.isDirectory()) saved.push({ path, kind: 'absent' })
    else if (stat.isSymbolicLink()) saved.push({ path, kind: 'link', target: await readlink(join(top, path)) })
    else {
      const stored = join(folder, String(number))
      await copyFile(join(top, path), stored, constants.COPYFILE_FICLONE)
      saved.push({ path, kind: 'file', stored, mode: stat.mode & 0o7777, modified: stat.mtimeMs / 1000 })
    }
  }
  return {
    saved,
    absentFolders: [...absent].sort((one, other) => other.length - one.length),
    folders: [...folders]
      .map(([path, mode]) => ({ path, mode }))
      .sort((one, other) => one.path.length - other.path.length),
  }
}

async function standsAsSaved(top: string, saved: SavedPath): Promise<boolean> {
  const at = join(top, saved.path)
  const stat = await lstatOrNull(at)
  switch (saved.kind) {
    case 'absent':
      return stat === null || stat.isDirectory()
    case 'link':
      return stat?.isSymbolicLink() === true && (await readlink(at)) === saved.target
    case 'file':
      return (
        stat?.isFile() === true &&
        (stat.mode & 0o7777) === saved.mode &&
        (await readFile(at)).equals(await readFile(saved.stored))
      )
  }
}

const isBelow = (saved: SavedPath, folder: string): boolean =>
  saved.kind !== 'absent' && saved.path.startsWith(`${folder}/`)

async function putBackOne(top: string, saved: SavedPath): Promise<void> {
  const at = join(top, saved.path)
  if (saved.kind === 'absent') return
  await mkdir(dirname(at), { recursive: true })
  if (saved.kind === 'link') return symlink(saved.target, at)
  await copyFile(saved.stored, at, constants.COPYFILE_EXCL)
  await chmod(at, saved.mode)
  await utimes(at, saved.modified, saved.modified)
}

/**
 * Puts saved paths back. `isOurs` tells whether what stands there now was written by Apply; anything else is copied to
 * `aside` first and named in the answer. Links are unlinked, never followed.
 */
export async function putBackPaths(
  top: string,
  saved: readonly SavedPath[],
  absentFolders: readonly string[],
  folders: readonly SavedFolder[],
  aside: string,
  isOurs: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const attention: string[] = []
  const todo: SavedPath[] = []
  for (const [number, one] of saved.entries()) {
    if ((await strangeParent(top, one.path)) !== null && one.kind === 'absent') continue
    if (await standsAsSaved(top, one)) continue
    const at = join(top, one.path)
    const stat = await lstatOrNull(at)
    if (stat?.isFile() && !(await isOurs(one.path))) {
      await mkdir(aside, { recursive: true })
      await copyFile(at, join(aside, String(number)))
      attention.push(
        `${one.path} was neither as before nor as applied; that content is kept at ${join(aside, String(number))}`,
      )
    }
    if (stat !== null && !stat.isDirectory()) await unlink(at)
    todo.push(one)
  }
  for (const folder of absentFolders) {
    await rmdir(join(top, folder)).catch((error: NodeJS.ErrnoException) => {
      // Gone already, a file that is put back, or holding something that is not Apply's: all may stay.
      if (!['ENOENT', 'ENOTEMPTY', 'ENOTDIR', 'EEXIST'].includes(error.code ?? '')) throw error
    })
  }
  for (const { path, mode } of folders) {
    if ((await lstatOrNull(join(top, path))) !== null || !todo.some((one) => isBelow(one, path))) continue
    await mkdir(join(top, path))
    await chmod(join(top, path), mode)
  }
  for (const one of todo) await putBackOne(top, one)
  return attention
}
