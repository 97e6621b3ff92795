import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Sandbox } from './domain/types'

/** So many folders are looked at beside each place; a look must stay cheap. */
const most = 2000

/** Nothing can be told of a folder that is gone, or that may not be read. */
const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

/** Whether a folder is a working tree whose record in its repository is this one. */
export async function leadsTo(folder: string, adminDir: string): Promise<boolean> {
  const link = join(folder, '.git')
  if (!(await orNull(lstat(link)))?.isFile()) return false
  const line = (await orNull(readFile(link, 'utf8')))?.replace(/\n$/, '')
  if (!line?.startsWith('gitdir: ')) return false
  const own = await orNull(realpath(resolve(folder, line.slice('gitdir: '.length))))
  return own !== null && own === (await orNull(realpath(adminDir)))
}

/**
 * Where a sandbox lies that was moved without git, whose record then still names the old place: below the folders above
 * that place and beside its repository. Null where it is not there, or where a copy makes it two.
 */
export async function findMoved({ path, repoRoot }: Sandbox, adminDir: string): Promise<string | null> {
  const above = ['..', '../..', '../../..', '../../../..'].map((up) => resolve(path, up))
  const found: string[] = []
  for (const place of new Set([...above, dirname(repoRoot)])) {
    const entries = (await orNull(readdir(place, { withFileTypes: true }))) ?? []
    for (const entry of entries.filter((one) => one.isDirectory()).slice(0, most)) {
      const folder = join(place, entry.name)
      if (folder !== path && (await leadsTo(folder, adminDir))) found.push(folder)
    }
  }
  return found.length === 1 ? (found[0] ?? null) : null
}
