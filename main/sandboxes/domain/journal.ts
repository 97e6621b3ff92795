import type { Receipt } from './types'

/**
 * `prepared`: nothing of the target is touched. `committing`: files, refs and indexes are being changed.
 * `committed`: the target is complete, the sandboxes are still to be removed.
 */
export const journalStates = ['prepared', 'committing', 'committed', 'done', 'taken_back'] as const
export type JournalState = (typeof journalStates)[number]

/** How a path of the target stood before Apply. `stored` is its copy in the journal's folder. */
export type SavedPath =
  | { readonly path: string; readonly kind: 'absent' }
  | {
      readonly path: string
      readonly kind: 'file'
      readonly stored: string
      readonly mode: number
      readonly modified: number
    }
  | { readonly path: string; readonly kind: 'link'; readonly target: string }

/** A folder above a path that Apply changes, as it was. */
export type SavedFolder = { readonly path: string; readonly mode: number }

export type JournalWorktree = {
  readonly path: string
  readonly gitDir: string
  readonly env: Readonly<Record<string, string>>
  readonly saved: readonly SavedPath[]
  /** Folders that were not there before, deepest first. */
  readonly absentFolders: readonly string[]
  /** Folders that were there, those above others first; a journal of an earlier version has none. */
  readonly folders?: readonly SavedFolder[]
  readonly treeBefore: string
  readonly treeAfter: string
  /** Copy of the index as it was, the index that replaces it (null: it stays), and what proves `index.lock` ours. */
  readonly indexBefore: string
  readonly indexAfter: string | null
  readonly lockIdentity: string
}

export type JournalGroup = {
  readonly repoRoot: string
  readonly ref: string
  readonly before: string
  readonly after: string
  readonly worktree: JournalWorktree | null
}

export type Journal = {
  readonly id: string
  readonly planId: string
  readonly state: JournalState
  readonly data: {
    readonly folder: string
    readonly groups: readonly JournalGroup[]
    readonly receipts: readonly Receipt[]
    /** The journal of the apply, or of the revert, that this one takes back; absent where it is an apply. */
    readonly reverts?: string
    /** What the revert is part of, so that a start after a crash finishes or takes back both. */
    readonly cause?: string
  }
  readonly created: number
  readonly updated: number
}

const isDone = (journal: Journal): boolean => journal.state === 'done' || journal.state === 'committed'

/** Whether what a journal did still holds: a done one takes it back only while nothing has taken that back in turn. */
function holds(journal: Journal, all: readonly Journal[]): boolean {
  return !all.some((other) => other.data.reverts === journal.id && isDone(other) && holds(other, all))
}

/** The apply of a plan whose changes its targets hold; undefined where there is none, or it was taken back. */
export function standingApply(journals: readonly Journal[]): Journal | undefined {
  return journals.findLast((one) => one.data.reverts === undefined && isDone(one) && holds(one, journals))
}

/** The revert that took the plan's last apply back, where that holds. */
export function standingRevert(journals: readonly Journal[]): Journal | undefined {
  const last = journals.findLast((one) => one.data.reverts === undefined && isDone(one))
  return journals.findLast(
    (one) => last !== undefined && one.data.reverts === last.id && isDone(one) && holds(one, journals),
  )
}
