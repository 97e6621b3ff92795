import { contentKey, parseHunks, type FileChange, type Hunk } from '../sandboxes'
import { hasHunks, kindOf } from './find-change'
import type { ReadContent, ReviewDeps } from './ports'

type Contents = { readonly sandboxes: Pick<ReviewDeps['sandboxes'], 'content' | 'patch'> }

export const largestPatch = 16 * 1024 * 1024
export const largestContent = 8 * 1024 * 1024

/** A file's content on one side as text; null where there is none, or it is too large. */
export async function textOf(
  deps: Contents,
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
export async function readHunks(deps: Contents, planId: string, change: FileChange): Promise<readonly Hunk[] | null> {
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

const contentsHeld = 4
/** Of a longer file more is kept than reading it again costs. */
const longestHeld = 4 * 1024 * 1024

async function readBoth(deps: Contents, planId: string, change: FileChange): Promise<ReadContent> {
  // Each asks a git of its own, so they are asked together.
  const [old, next, hunks] = await Promise.all([
    textOf(deps, planId, change, 'old'),
    textOf(deps, planId, change, 'new'),
    readHunks(deps, planId, change),
  ])
  return { old, next, hunks }
}

/**
 * Both versions of a text file with its hunks. What git stores by a name never changes, so the last ones stay: a long file is
 * asked for twice, for its beginning and as a whole, and each time would start three processes.
 */
export function readContent(
  deps: Contents & Pick<ReviewDeps, 'memory'>,
  planId: string,
  change: FileChange,
): Promise<ReadContent> {
  const { read } = deps.memory
  const key = JSON.stringify([planId, change.resourceId, change.path, contentKey(change)])
  const known = read.get(key)
  if (known) return known
  const forget = () => read.delete(key)
  const reading = readBoth(deps, planId, change).then((content) => {
    if ((content.old?.length ?? 0) + (content.next?.length ?? 0) > longestHeld) forget()
    return content
  })
  read.set(key, reading)
  for (const oldest of read.keys()) if (read.size > contentsHeld) read.delete(oldest)
  // Whoever asked is told; the next one asks anew.
  reading.catch(forget)
  return reading
}
