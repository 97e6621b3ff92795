import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isWithin } from '../../platform/is-within'
import type { Contained, Refused } from '../../resources/ports'

const refuse = (refused: Refused) => ({ ok: false, refused }) as const

/** Turns what the file system answers into a refusal; undefined for anything that is a fault. */
export function refusedOf(error: unknown): Refused | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return 'missing'
    case 'EACCES':
    case 'EPERM':
      return 'denied'
    // A link that leads in a circle leads nowhere inside.
    case 'ELOOP':
      return 'outside'
    case 'EISDIR':
    case 'ENXIO':
      return 'wrong_kind'
    default:
      return undefined
  }
}

/** Runs a read and answers with a refusal where the file system refuses. */
export async function containing<T>(read: () => Promise<Contained<T>>): Promise<Contained<T>> {
  try {
    return await read()
  } catch (error) {
    const refused = refusedOf(error)
    if (refused === undefined) throw error
    return refuse(refused)
  }
}

/** Resolves a relative path under a resolved root through every link; refused where it leads out or into a git folder. */
export async function resolveInside(root: string, relative: string): Promise<Contained<string>> {
  return containing(async () => {
    const real = await realpath(join(root, relative))
    if (!isWithin(root, real)) return refuse('outside')
    const inGitFolder = real
      .slice(root.length)
      .split(/[/\\]/)
      .some((segment) => segment.toLowerCase() === '.git')
    return inGitFolder ? refuse('outside') : { ok: true, value: real }
  })
}

const same = (a: Stats, b: Stats) => a.ino === b.ino && a.dev === b.dev

/**
 * Opens a regular file under a root for reading. The path is resolved again after it was opened, so that a link put in
 * its way meanwhile cannot lead outside; a pipe or a device does not make the caller wait.
 */
export async function openInside(root: string, relative: string): Promise<Contained<FileHandle>> {
  return containing(async () => {
    const resolved = await resolveInside(root, relative)
    if (!resolved.ok) return resolved
    if (!(await lstat(resolved.value)).isFile()) return refuse('wrong_kind')
    const handle = await open(resolved.value, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const again = await resolveInside(root, relative)
      const sound = again.ok && again.value === resolved.value && same(await handle.stat(), await lstat(again.value))
      if (sound) return { ok: true, value: handle }
    } catch (error) {
      await handle.close()
      throw error
    }
    await handle.close()
    return refuse('outside')
  })
}
