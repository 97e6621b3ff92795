import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
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
