import { join } from 'node:path'
import type { Context } from './context'
import type { ConflictSide, ConflictSides } from './domain/types'
import { lineOf, textOf } from './repository-state'
import { lstatOrNull, strangeParent } from './saved-paths'
import type { WorktreePlan } from './plan-worktree'

async function kindAt(path: string): Promise<'absent' | 'folder' | 'other'> {
  const stat = await lstatOrNull(path)
  return stat === null ? 'absent' : stat.isDirectory() ? 'folder' : 'other'
}

/** What stands at a path of a working tree; nothing does behind a link. */
export async function kindIn(top: string, path: string): Promise<'absent' | 'folder' | 'other'> {
  return (await strangeParent(top, path)) === null ? kindAt(join(top, path)) : 'absent'
}

/** What the folders above a path mean for it: they are there, they are or will be made, or something else stands there. */
async function wayTo(top: string, path: string, leaving: ReadonlySet<string>): Promise<'open' | 'free' | 'blocked'> {
  const segments = path.split('/').slice(0, -1)
  for (let at = 1; at <= segments.length; at++) {
    const parent = segments.slice(0, at).join('/')
    const kind = await kindAt(join(top, parent))
    // What lies behind a link is not in the tree, so it is not looked at either.
    if (kind === 'other') return leaving.has(parent) ? 'free' : 'blocked'
    if (kind === 'absent') return 'free'
  }
  return 'open'
}

/** Files that git does not track but that stand where the plan puts one; git would overwrite ignored ones without a word. */
export async function inTheWay(top: string, paths: WorktreePlan['paths']): Promise<string[]> {
  const leaving = new Set(paths.filter((change) => change.status === 'D').map((change) => change.path))
  const found: string[] = []
  for (const { status, path } of paths) {
    if (status !== 'A') continue
    const way = await wayTo(top, path, leaving)
    if (way === 'blocked') found.push(path)
    if (way !== 'open') continue
    const here = await kindAt(join(top, path))
    const givesWay = here === 'folder' && [...leaving].some((one) => one.startsWith(`${path}/`))
    if (here !== 'absent' && !givesWay) found.push(path)
  }
  return found
}

const shownBytes = 1 << 20

/** A file that git does not track, as git would store it; null where it is no plain file, or too large to be shown. */
async function sideOnDisk(context: Context, top: string, path: string): Promise<ConflictSide | null> {
  if ((await strangeParent(top, path)) !== null) return null
  const stat = await lstatOrNull(join(top, path))
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
