import { link, lstat, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import { exists } from './repository-state'

/** What a lock of ours holds until it is in a journal; git never reads a lock. */
const markOf = async (context: Context): Promise<string> => `cleveragents ${await context.home()}\n`

const pendingSuffix = '.cleveragents'

/**
 * Makes a lock file that says whose it is from its first moment on, so that one that a killed process left is known again.
 * Fails with EEXIST where there is a lock.
 */
export async function makeLock(context: Context, lock: string): Promise<void> {
  const pending = `${lock}${pendingSuffix}`
  await writeFile(pending, await markOf(context))
  try {
    await link(pending, lock)
  } finally {
    await unlink(pending)
  }
}

async function gitDirsOf(commonDir: string): Promise<string[]> {
  const linked = await readdir(join(commonDir, 'worktrees')).catch((error: NodeJS.ErrnoException) => {
    // A repository without linked worktrees, or one that is away.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return [commonDir, ...linked.map((name) => join(commonDir, 'worktrees', name))]
}

async function isMarked(lock: string, mark: string): Promise<boolean> {
  if (!(await exists(lock))) return false
  const { size } = await lstat(lock)
  return size === Buffer.byteLength(mark) && (await readFile(lock, 'utf8')) === mark
}

/** Run at start, when nothing of ours works: lets go of locks that were taken and not yet in a journal when all ended. */
export async function releaseStaleLocks(context: Context): Promise<void> {
  const mark = await markOf(context)
  const postponed = context.repository.journalsIn(['prepared', 'committing', 'committed'])
  const needed = new Set(postponed.flatMap(({ data }) => data.groups.map(({ worktree }) => worktree?.gitDir)))
  for (const commonDir of context.repository.commonDirs())
    for (const gitDir of await gitDirsOf(commonDir)) {
      const lock = join(gitDir, 'index.lock')
      if (await exists(`${lock}${pendingSuffix}`)) await unlink(`${lock}${pendingSuffix}`)
      if (!needed.has(gitDir) && (await isMarked(lock, mark))) await unlink(lock)
    }
}
