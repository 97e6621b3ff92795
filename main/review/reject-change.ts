import { invalid, missing } from '@shared/model/refusal'
import { contentKey, holds, overlap, rangesOf, sameRange, type FileChange, type HunkRange } from '../sandboxes'
import { findChange, hasHunks } from './find-change'
import type { ReviewDeps } from './ports'
import { readHunks } from './read-hunks'
import type { StoredRejection } from './repository'

export type Choice = {
  readonly reject: boolean
  readonly path: string
  readonly resource?: string | undefined
  /** From 1; absent for the whole file. */
  readonly hunk?: number | undefined
}

export type Decided = {
  readonly change: FileChange
  readonly rejected: boolean
  readonly hunks: readonly { readonly range: HunkRange; readonly rejected: boolean }[]
  readonly acceptedFiles: number
}

type Wanted = { readonly whole: boolean; readonly ranges: readonly HunkRange[] }

/** What is to hold for a file after a choice; `all` are the hunks that it has. */
function wanted(now: Wanted, reject: boolean, range: HunkRange | null, all: readonly HunkRange[]): Wanted {
  if (range === null) return reject ? { whole: true, ranges: now.ranges } : { whole: false, ranges: [] }
  if (now.whole && reject) return now
  const others = (now.whole ? all : now.ranges).filter((one) => !sameRange(one, range))
  return { whole: false, ranges: reject ? [...others, range] : others }
}

function rangeAt(change: FileChange, ranges: readonly HunkRange[], number: number): HunkRange | null {
  const range = ranges[number - 1]
  if (!range)
    throw missing('review.no_hunk', `${change.path} has no hunk ${number}; it has ${ranges.length}.`, {
      hint: ranges.length === 0 ? 'Decide about the whole file.' : `Name a hunk from 1 to ${ranges.length}.`,
      details: { hunks: ranges.length },
    })
  // What is added or deleted as a whole has one hunk, which is the file.
  return hasHunks(change) ? range : null
}

/** What holds of a file. One that was rejected as a whole and has changed since is still rejected where nothing else is said. */
function standingOf(rows: readonly StoredRejection[], change: FileChange): Wanted {
  return {
    whole: rows.some(({ range }) => range === null),
    ranges: rows.flatMap((row) => (row.range === null || !holds(row, change) ? [] : [row.range])),
  }
}

/** Whether a decision about a hunk, or about the whole file, answers a rejection of what the file was before. */
function answers(range: HunkRange | null, row: StoredRejection): boolean {
  const at = row.standsAt ?? row.range
  return range === null || at === null || overlap(at, range)
}

type Decision = { readonly range: HunkRange | null; readonly next: Wanted }

/**
 * Stores what a decision changes as one command; answers how to take it back. A rejection of what the file was before goes on
 * holding Apply until that hunk or the whole file is decided about.
 */
function store(
  deps: ReviewDeps,
  planId: string,
  change: FileChange,
  before: readonly StoredRejection[],
  { range: about, next }: Decision,
) {
  const wants = (range: HunkRange | null) =>
    range === null ? next.whole : next.ranges.some((one) => sameRange(one, range))
  const standing = before.filter((row) => holds(row, change))
  const has = (range: HunkRange | null) =>
    standing.some((row) => (range === null || row.range === null ? row.range === range : sameRange(row.range, range)))
  const gone = before.filter((row) => (holds(row, change) ? !wants(row.range) : answers(about, row)))
  const commandId = deps.newId()
  const created = deps.clock()
  const made = [...(next.whole ? [null] : []), ...next.ranges]
    .filter((range) => !has(range))
    .map((range): StoredRejection => {
      const { resourceId, path } = change
      const content = contentKey(change)
      return { id: deps.newId(), commandId, planId, resourceId, path, content, range, created, standsAt: null }
    })
  deps.rows.replaceRejections(
    gone.map((row) => row.id),
    commandId,
  )
  for (const row of made) deps.rows.addRejection(row)
  return () => deps.rows.takeBackCommand(commandId)
}

/** Rejects or accepts a file or one of its hunks, and checks that what is left can be applied as a tree. */
export async function decideOn(deps: ReviewDeps, planId: string, choice: Choice): Promise<Decided> {
  const change = await findChange(deps, planId, choice.path, choice.resource)
  if (choice.hunk !== undefined && (change.binary || change.status === 'type'))
    throw invalid('review.whole_file_only', `${change.path} has no hunks: it can only be decided about as a whole.`, {
      hint: 'Leave the hunk out.',
    })
  const ranges = ((await readHunks(deps, planId, change)) ?? []).map((hunk) => hunk.range)
  const about = deps.rows.rejections(planId, change.resourceId).filter((row) => row.path === change.path)
  const now = standingOf(about, change)
  const range = choice.hunk === undefined ? null : rangeAt(change, ranges, choice.hunk)
  const next = wanted(now, choice.reject, range, ranges)
  const takeBack = store(deps, planId, change, about, { range, next })
  try {
    const { files } = await deps.sandboxes.acceptedChanges(planId)
    const hunks = ranges.map((one) => ({
      range: one,
      rejected: next.whole || next.ranges.some((other) => sameRange(one, other)),
    }))
    return { change, rejected: next.whole, hunks, acceptedFiles: files.length }
  } catch (error) {
    takeBack()
    throw error
  }
}

/** What the latest command of a plan rejected, which an undo takes back: files, or some hunks of one, by their numbers now. */
export async function latestRejected(
  deps: ReviewDeps,
  planId: string,
): Promise<readonly { readonly path: string; readonly hunks?: readonly number[] }[]> {
  const latest = deps.rows.latestRejections(planId)
  const paths = [...new Set(latest.map(({ path }) => path))]
  const files = await deps.sandboxes.changes(planId, { patches: true, paths })
  return paths.map((path) => {
    const rows = latest.filter((row) => row.path === path)
    const patch = files.find((file) => file.path === path && file.resourceId === rows[0]?.resourceId)?.patch ?? null
    if (patch === null || rows.some(({ range }) => range === null)) return { path }
    const hunks = rangesOf(patch).flatMap((range, at) =>
      rows.some((row) => row.range !== null && sameRange(row.range, range)) ? [at + 1] : [],
    )
    return hunks.length > 0 ? { path, hunks } : { path }
  })
}

/** Takes back what the latest command of a plan rejected; answers the paths, none where nothing was rejected. */
export function takeBackLatestRejection(deps: Pick<ReviewDeps, 'rows'>, planId: string): readonly string[] {
  const latest = deps.rows.latestRejections(planId)
  const [first] = latest
  if (first) deps.rows.takeBackCommand(first.commandId)
  return [...new Set(latest.map((row) => row.path))]
}
