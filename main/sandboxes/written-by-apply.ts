import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { JournalWorktree } from './domain/journal'
import { entriesIn, hashFiles } from './hash-files'
import { strangeParent } from './saved-paths'

/** How a plain file stands; null where there is none. */
async function stampOf(top: string, path: string): Promise<string | null> {
  if ((await strangeParent(top, path)) !== null) return null
  const stat = await lstat(join(top, path), { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return stat?.isFile() ? `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` : null
}

async function hashAll(context: Context, { path: top, env, saved, treeAfter }: JournalWorktree) {
  const stamps = new Map<string, string>()
  for (const { path } of saved) {
    const stamp = await stampOf(top, path)
    if (stamp !== null) stamps.set(path, stamp)
  }
  const paths = [...stamps.keys()]
  const hashes = await hashFiles(context, top, paths, { env })
  return { stamps, hashes, applied: await entriesIn(context, top, treeAfter, paths, env) }
}

/**
 * Tells of the files of a target whether Apply wrote what stands there. The first question reads all of them, with as many
 * processes for a thousand as for one; a file that was written to since is read again.
 */
export function writtenByApply(context: Context, worktree: JournalWorktree): (path: string) => Promise<boolean> {
  const { path: top, env, treeAfter } = worktree
  let known: ReturnType<typeof hashAll> | null = null
  return async (path) => {
    const { stamps, hashes, applied } = await (known ??= hashAll(context, worktree))
    const stamp = stamps.get(path)
    if (stamp !== undefined && stamp === (await stampOf(top, path))) return hashes.get(path) === applied.get(path)?.oid
    const entry = (await entriesIn(context, top, treeAfter, [path], env)).get(path)
    return entry !== undefined && (await hashFiles(context, top, [path], { env })).get(path) === entry.oid
  }
}
