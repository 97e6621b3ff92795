import { lstat, mkdir, opendir, readdir, realpath, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BackupDisk } from '../../backup'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** The answer where something is not there, or went away while it was looked at. */
async function unlessMissing<T, U>(read: Promise<T>, answer: U): Promise<T | U> {
  try {
    return await read
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return answer
    throw error
  }
}

async function canonical(path: string): Promise<string> {
  const whole = await unlessMissing(realpath(path), null)
  if (whole !== null) return whole
  return dirname(path) === path ? path : join(await canonical(dirname(path)), basename(path))
}

async function sizeOf(path: string): Promise<{ bytes: number; files: number }> {
  const found = await unlessMissing(lstat(path), null)
  if (!found) return { bytes: 0, files: 0 }
  if (!found.isDirectory()) return { bytes: found.size, files: 1 }
  let [bytes, files] = [0, 0]
  const folder = await unlessMissing(opendir(path), null)
  for await (const entry of folder ?? []) {
    const below = await sizeOf(join(path, entry.name))
    bytes += below.bytes
    files += below.files
  }
  return { bytes, files }
}

export function createBackupDisk(): BackupDisk {
  return {
    stateOf: async (path) => {
      const found = await unlessMissing(stat(path), null)
      if (found) return found.isDirectory() ? 'folder' : 'other'
      // A link that leads nowhere is there all the same.
      return (await unlessMissing(lstat(path), null)) ? 'other' : 'missing'
    },
    canonical,
    makeFolder: async (path) => {
      try {
        await mkdir(path, { mode: 0o700 })
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      }
    },
    write: (path, text) => writeFile(path, text, { flag: 'wx', mode: 0o600 }),
    remove: (path) => rm(path, { force: true }),
    removeFolder: (path) =>
      rmdir(path).then(
        () => true,
        // Somebody put something there; it is not ours to remove.
        () => false,
      ),
    names: (folder) => unlessMissing(readdir(folder), []),
    sizeOf,
    freeBytes: async (path) => {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    },
  }
}
