import { contentKey, holds, sameRange, type FileChange, type Hunk } from '../sandboxes'
import { carriedHunk, likestHunk, sameHunks } from './domain/carry'
import type { ReviewDeps } from './ports'
import { readHunks } from './read-hunks'
import type { StoredRejection } from './repository'

type Remembered = { readonly row: StoredRejection; readonly change: FileChange; readonly hunks: readonly Hunk[] }

/** The files of the rejections that hold again for what these became, one for each, and the files of which one does not. */
export type Carried = { readonly carried: readonly string[]; readonly left: readonly string[] }

const changeOf = (changes: readonly FileChange[], { resourceId, path }: StoredRejection) =>
  changes.find((change) => change.resourceId === resourceId && change.path === path)

/** The rejection as it is for what the file became; null where a person has to look again. */
function carriedTo(
  { row, change, hunks }: Remembered,
  now: FileChange,
  after: readonly Hunk[],
): StoredRejection | null {
  if (change.status !== now.status || change.oldPath !== now.oldPath) return null
  if (change.oldMode !== now.oldMode || change.newMode !== now.newMode) return null
  const { range } = row
  const carried = { ...row, content: contentKey(now), standsAt: null }
  if (range === null) return sameHunks(hunks, after) ? carried : null
  const one = hunks.find((hunk) => sameRange(hunk.range, range))
  const found = one && carriedHunk(hunks, one, after)
  return found ? { ...carried, range: found.range } : null
}

/** The rejection as it was, with the hunk that a person has to look at again. */
function left({ row, hunks }: Remembered, after: readonly Hunk[]): StoredRejection {
  const one = hunks.find(({ range }) => row.range !== null && sameRange(range, row.range))
  return { ...row, standsAt: (one && likestHunk(one, after))?.range ?? null }
}

/**
 * Remembers what of a plan's changes is rejected, before the files are merged with what the target got. What it answers
 * carries to the merged files what is textually the same there; the rest no longer holds, and holds Apply.
 */
export async function rememberRejections(deps: ReviewDeps, planId: string): Promise<() => Promise<Carried>> {
  const rows = deps.rows.rejections(planId)
  if (rows.length === 0) return async () => ({ carried: [], left: [] })
  const paths = [...new Set(rows.map(({ path }) => path))]
  const before = await deps.sandboxes.changes(planId, { patches: false, paths })
  const remembered: Remembered[] = []
  for (const row of rows) {
    const change = changeOf(before, row)
    if (change && holds(row, change))
      remembered.push({ row, change, hunks: (await readHunks(deps, planId, change)) ?? [] })
  }
  return async () => {
    const after = await deps.sandboxes.changes(planId, { patches: false, paths })
    const carried: string[] = []
    const again = new Set<string>()
    for (const one of remembered) {
      const now = changeOf(after, one.row)
      // What the target has taken over is no change of the plan any more.
      if (!now || holds(one.row, now)) continue
      const hunks = (await readHunks(deps, planId, now)) ?? []
      const next = carriedTo(one, now, hunks)
      deps.rows.changeRejection(next ?? left(one, hunks))
      if (next) carried.push(one.row.path)
      else again.add(one.row.path)
    }
    return { carried, left: [...again] }
  }
}
