import { join } from 'node:path'
import type { Context } from './context'
import type { ConflictSide, ConflictSides } from './domain/types'
import { entriesIn, hashFiles } from './hash-files'
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

/** Files that git does not track, as git would store them; what is no plain file, or too large to be shown, is left out. */
async function sidesOnDisk(
  context: Context,
  top: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ConflictSide>> {
  const modes = new Map<string, string>()
  for (const path of paths) {
    if ((await strangeParent(top, path)) !== null) continue
    const stat = await lstatOrNull(join(top, path))
    if (stat?.isFile() && stat.size <= shownBytes) modes.set(path, (stat.mode & 0o100) === 0 ? '100644' : '100755')
  }
  const oids = await hashFiles(context, top, [...modes.keys()], { store: true })
  return new Map([...modes].map(([path, mode]) => [path, { mode, oid: oids.get(path)! }]))
}

/** What is in conflict where files that git does not look at stand in the place of the plan's. */
export async function sidesInTheWay(
  context: Context,
  top: string,
  paths: readonly string[],
  trees: { readonly before: string; readonly after: string },
): Promise<ConflictSides[]> {
  const [base, now, plan] = await Promise.all([
    entriesIn(context, top, trees.before, paths),
    sidesOnDisk(context, top, paths),
    entriesIn(context, top, trees.after, paths),
  ])
  return paths.map((path) => ({
    base: base.get(path) ?? null,
    now: now.get(path) ?? null,
    plan: plan.get(path) ?? null,
  }))
}
