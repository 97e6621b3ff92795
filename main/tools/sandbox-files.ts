import { plural } from '@shared/model/plural'
import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readlink, realpath, rename, rmdir, unlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { reservedSegment } from './domain/address'

/** Why a file of the sandbox was not touched; the message is meant for the actor that asked. */
export class FileFault extends Error {
  readonly code: 'missing' | 'outside' | 'reserved' | 'kind' | 'exists' | 'large'
  constructor(code: FileFault['code'], message: string) {
    super(message)
    this.name = 'FileFault'
    this.code = code
  }
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = constants

type Place = {
  /** A path to the folder that stays bound to it even where someone swaps the folder's name meanwhile. */
  readonly folder: string
  readonly name: string
  /** Where it really is, relative to the root. */
  readonly path: string
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

/** The path of a real path below a real root; throws where it lies outside or in git's own folder. */
function within(root: string, real: string, shown: string): string {
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new FileFault('outside', `\`${shown}\` leads out of the sandbox through a link, so it was not touched`)
  const below = real.slice(root.length).replace(/^\/+/, '')
  if (reservedSegment(below) !== null)
    throw new FileFault('reserved', `\`${shown}\` leads into git's own folder, so it was not touched`)
  return below
}

async function nearestExisting(root: string, segments: readonly string[]): Promise<{ real: string; count: number }> {
  for (let count = segments.length; count > 0; count -= 1) {
    const path = join(root, ...segments.slice(0, count))
    try {
      return { real: await realpath(path), count }
    } catch (error) {
      if (!isGone(error)) throw error
      const link = await lstatOrNull(path)
      if (link?.isSymbolicLink())
        throw new FileFault('outside', `\`${segments.slice(0, count).join('/')}\` is a link that leads nowhere`)
    }
  }
  return { real: root, count: 0 }
}

async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Finds (and with `create` makes) the folder of a path by real paths, holds it open, and calls `use` with the place. */
async function inFolder<T>(root: string, path: string, create: boolean, use: (place: Place) => Promise<T>): Promise<T> {
  const segments = path.split('/')
  const name = segments.pop() ?? ''
  if (name === '') throw new FileFault('kind', 'the path names the resource itself, not a file in it')
  const realRoot = await realpath(root)
  const { real, count } = await nearestExisting(realRoot, segments)
  within(realRoot, real, path)
  const rest = segments.slice(count)
  if (rest.length > 0 && !create) throw new FileFault('missing', `\`${path}\` does not exist`)
  const folder = join(real, ...rest)
  try {
    if (rest.length > 0) await mkdir(folder, { recursive: true })
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR' || codeOf(error) === 'EEXIST') throw notFolder(path)
    throw error
  }
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: unknown) => {
    if (codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ELOOP') throw notFolder(path)
    throw error
  })
  try {
    // On Linux the open folder itself is used from here on; elsewhere its real path is the closest there is.
    const bound = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder
    const now = process.platform === 'linux' ? await readlink(bound) : await realpath(folder)
    const below = within(realRoot, now, path)
    return await use({ folder: bound, name, path: below === '' ? name : `${below}/${name}` })
  } finally {
    await handle.close()
  }
}

const notFolder = (path: string) => new FileFault('kind', `a part of \`${path}\` is a file, not a folder`)

/** The path where a file really is, following links that stay in the sandbox; null where there is nothing yet. */
async function followed(root: string, path: string): Promise<string | null> {
  const realRoot = await realpath(root)
  const stat = await lstatOrNull(join(realRoot, path))
  if (!stat) return null
  try {
    return within(realRoot, await realpath(join(realRoot, path)), path)
  } catch (error) {
    if (isGone(error)) throw new FileFault('outside', `\`${path}\` is a link that leads nowhere`)
    throw error
  }
}

/** Reads a regular file of the sandbox; throws a `FileFault` for everything that is none, or lies outside. */
export async function readSandboxFile(
  root: string,
  path: string,
  most: number,
): Promise<{ bytes: Buffer; mode: number; path: string }> {
  const real = await followed(root, path)
  if (real === null) throw new FileFault('missing', `\`${path}\` does not exist`)
  if (real === '') throw new FileFault('kind', `\`${path}\` is a folder`)
  return inFolder(root, real, false, async (place) => {
    const handle = await open(join(place.folder, place.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stat = await handle.stat()
      if (stat.isDirectory()) throw new FileFault('kind', `\`${path}\` is a folder`)
      if (!stat.isFile()) throw new FileFault('kind', `\`${path}\` is not a regular file`)
      if (stat.size > most)
        throw new FileFault(
          'large',
          `\`${path}\` has ${plural(stat.size, 'byte')}, more than the ${most} that may be read`,
        )
      return { bytes: await handle.readFile(), mode: stat.mode & 0o777, path: place.path }
    } finally {
      await handle.close()
    }
  })
}

/** Writes a file of the sandbox whole or not at all, keeping the mode of one that exists. Answers where it really is. */
export async function writeSandboxFile(
  root: string,
  path: string,
  bytes: Uint8Array,
): Promise<{ path: string; created: boolean }> {
  const real = (await followed(root, path)) ?? path
  return inFolder(root, real, true, async (place) => {
    const target = join(place.folder, place.name)
    const before = await lstatOrNull(target)
    if (before?.isDirectory()) throw new FileFault('kind', `\`${path}\` is a folder`)
    if (before && !before.isFile()) throw new FileFault('kind', `\`${path}\` is not a regular file`)
    const draft = join(place.folder, `.${randomBytes(6).toString('hex')}.tmp`)
    const handle = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, before ? 0o600 : 0o666)
    try {
      await handle.writeFile(bytes)
      if (before) await handle.chmod(before.mode & 0o777)
      await rename(draft, target)
    } catch (error) {
      await unlink(draft)
      throw error
    } finally {
      await handle.close()
    }
    return { path: place.path, created: before === null }
  })
}

/** Deletes a file or a link (never what the link leads to), and the folders that this leaves empty. */
export async function deleteSandboxFile(root: string, path: string): Promise<{ path: string }> {
  const removed = await inFolder(root, path, false, async (place) => {
    const target = join(place.folder, place.name)
    const stat = await lstatOrNull(target)
    if (!stat) throw new FileFault('missing', `\`${path}\` does not exist`)
    if (stat.isDirectory())
      throw new FileFault('kind', `\`${path}\` is a folder: delete its files one by one, or use run_command`)
    await unlink(target)
    return { path: place.path }
  })
  await dropEmptyFolders(await realpath(root), removed.path)
  return removed
}

/** git does not hold empty folders, so that one left behind would only differ from what is applied. */
async function dropEmptyFolders(root: string, path: string): Promise<void> {
  const segments = path.split('/').slice(0, -1)
  for (; segments.length > 0; segments.pop()) {
    try {
      await rmdir(join(root, ...segments))
    } catch (error) {
      // Not empty, or someone else was faster: what is there stays.
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return
      throw error
    }
  }
}

/** Moves a file, link or folder within the sandbox; never onto something that exists. */
export async function moveSandboxFile(root: string, from: string, to: string): Promise<{ from: string; to: string }> {
  const moved = await inFolder(root, from, false, async (source) => {
    if (!(await lstatOrNull(join(source.folder, source.name))))
      throw new FileFault('missing', `\`${from}\` does not exist`)
    return inFolder(root, to, true, async (target) => {
      const existing = await lstatOrNull(join(target.folder, target.name))
      if (existing && !(await isSameEntry(source, target, existing)))
        throw new FileFault('exists', `\`${to}\` exists already`)
      try {
        await rename(join(source.folder, source.name), join(target.folder, target.name))
      } catch (error) {
        if (codeOf(error) === 'EINVAL') throw new FileFault('kind', `\`${from}\` cannot be moved into itself`)
        throw error
      }
      return { from: source.path, to: target.path }
    })
  })
  await dropEmptyFolders(await realpath(root), moved.from)
  return moved
}

/** True where only the case of the name changes, on a file system that does not tell case apart. */
async function isSameEntry(source: Place, target: Place, existing: Stats): Promise<boolean> {
  const stat = await lstat(join(source.folder, source.name))
  return (
    source.path !== target.path && source.path.toLowerCase() === target.path.toLowerCase() && stat.ino === existing.ino
  )
}
