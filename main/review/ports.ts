import type { Clock } from '../platform/clock'
import type { NewId } from '../platform/ids'
import type { FileChange, Hunk, Sandboxes } from '../sandboxes'
import type { ReviewRows } from './repository'
import type { Tokens } from './domain/colour-lines'

/** Both versions of a changed file and its hunks; null where there is none, or it is too large. */
export type ReadContent = {
  readonly old: string | null
  readonly next: string | null
  readonly hunks: readonly Hunk[] | null
}

/**
 * The last list of each plan's changes, the coloured lines of the last files with what colours the lines after them, and what
 * was read of the last files.
 */
export type ReviewMemory = {
  readonly lists: Map<string, readonly FileChange[]>
  readonly coloured: Map<string, { readonly colour: (line: string) => Tokens; readonly done: string[] }>
  readonly read: Map<string, Promise<ReadContent>>
}

export type ReviewDeps = {
  readonly rows: ReviewRows
  readonly sandboxes: Pick<Sandboxes, 'changes' | 'acceptedChanges' | 'content' | 'patch' | 'sizes' | 'get'>
  readonly clock: Clock
  readonly newId: NewId
  readonly memory: ReviewMemory
}
