import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { ConflictSide, ConflictSides } from './domain/types'
import { lineOf, textOf } from './repository-state'
import type { WorktreePlan } from './plan-worktree'

export async function kindAt(path: string): Promise<'absent' | 'folder' | 'other'> {
  const stat = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return stat === null ? 'absent' : stat.isDirectory() ? 'folder' : 'other'
}

/** Files that git does not track but that stand where the plan puts one; git would overwrite ignored ones without a word. */
export async function inTheWay(top: string, paths: WorktreePlan['paths']): Promise<string[]> {
  const leaving = new Set(paths.filter((change) => change.status === 'D').map((change) => change.path))
  const found: string[] = []
  for (const { status, path } of paths) {
    if (status !== 'A') continue
    const segments = path.split('/')
    const parents = segments.slice(0, -1).map((_, at) => segments.slice(0, at + 1).join('/'))
    const blocked = await Promise.all(
      parents.map(async (parent) => (await kindAt(join(top, parent))) === 'other' && !leaving.has(parent)),
    )
    const here = await kindAt(join(top, path))
    const givesWay = here === 'folder' && [...leaving].some((one) => one.startsWith(`${path}/`))
    if (blocked.includes(true) || (here !== 'absent' && !givesWay)) found.push(path)
  }
  return found
}

const shownBytes = 1 << 20

/** A file that git does not track, as git would store it; null where it is no plain file, or too large to be shown. */
async function sideOnDisk(context: Context, top: string, path: string): Promise<ConflictSide | null> {
  const stat = await lstat(join(top, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (!stat?.isFile() || stat.size > shownBytes) return null
  const oid = lineOf(await context.git.run(top, ['hash-object', '-w', '--', path]))
  return { mode: (stat.mode & 0o100) === 0 ? '100644' : '100755', oid }
}

async function sideIn(context: Context, top: string, tree: string, path: string): Promise<ConflictSide | null> {
  const ask = ['ls-tree', '-z', '--full-tree', tree, '--', path]
  const env = { GIT_LITERAL_PATHSPECS: '1' }
  const [mode = '', type, oid = ''] = textOf(await context.git.run(top, ask, { read: true, env })).split(/[ \t\0]/)
  return type === 'blob' ? { mode, oid } : null
}

/** What is in conflict where a file that git does not look at stands in the place of the plan's. */
export function sidesInTheWay(
  context: Context,
  top: string,
  paths: readonly string[],
  trees: { readonly before: string; readonly after: string },
): Promise<ConflictSides[]> {
  const sides = async (path: string): Promise<ConflictSides> => {
    const [base, now, plan] = await Promise.all([
      sideIn(context, top, trees.before, path),
      sideOnDisk(context, top, path),
      sideIn(context, top, trees.after, path),
    ])
    return { base, now, plan }
  }
  return Promise.all(paths.map(sides))
}
