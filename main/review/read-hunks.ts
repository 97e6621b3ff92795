import { parseHunks, type FileChange, type Hunk } from '../sandboxes'
import { hasHunks, kindOf } from './find-change'
import type { ReviewDeps } from './ports'

export const largestPatch = 16 * 1024 * 1024
export const largestContent = 8 * 1024 * 1024

/** A file's content on one side as text; null where there is none, or it is too large. */
export async function textOf(
  deps: ReviewDeps,
  planId: string,
  change: FileChange,
  side: 'old' | 'new',
): Promise<string | null> {
  const [mode, oid] = side === 'old' ? [change.oldMode, change.oldOid] : [change.newMode, change.newOid]
  if (mode === null || mode === '160000') return null
  const bytes = await deps.sandboxes.content(planId, change.resourceId, oid, largestContent)
  return bytes?.toString('utf8') ?? null
}

function wholeFile(text: string, sign: '+' | '-'): Hunk[] {
  if (text === '') return []
  const ended = text.endsWith('\n')
  const rows = (ended ? text.slice(0, -1) : text).split('\n').map((line) => sign + line)
  const count = rows.length
  const range =
    sign === '+'
      ? { oldStart: 0, oldCount: 0, newStart: 1, newCount: count }
      : { oldStart: 1, oldCount: count, newStart: 0, newCount: 0 }
  return [{ range, section: '', rows, unended: ended ? [] : [count - 1] }]
}

/** The hunks of a text file; null where they are too large to be read. */
export async function readHunks(deps: ReviewDeps, planId: string, change: FileChange): Promise<readonly Hunk[] | null> {
  if (change.binary || kindOf(change) !== 'file') return []
  if (change.status === 'added' || change.status === 'deleted') {
    const side = change.status === 'added' ? 'new' : 'old'
    const text = await textOf(deps, planId, change, side)
    return text === null ? null : wholeFile(text, side === 'new' ? '+' : '-')
  }
  if (!hasHunks(change)) return []
  const oids = [change.oldOid, change.newOid] as const
  const patch = await deps.sandboxes.patch(planId, change.resourceId, oids, largestPatch)
  return patch === null ? null : parseHunks(patch.toString('utf8'))
}
