import { join } from 'node:path'
import type { Context } from './context'
import type { ConflictSide, ConflictSides } from './domain/types'
import { entriesIn, hashFiles } from './hash-files'
import type { WorktreePlan } from './plan-worktree'
import { lstatOrNull } from './saved-paths'

export async function kindAt(path: string): Promise<'absent' | 'folder' | 'other'> {
  const stat = await lstatOrNull(path)
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

/** Files that git does not track, as git would store them; what is no plain file, or too large to be shown, is left out. */
async function sidesOnDisk(
  context: Context,
  top: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ConflictSide>> {
  const modes = new Map<string, string>()
  for (const path of paths) {
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
