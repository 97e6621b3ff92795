import type { Clock } from '../platform/clock'
import type { NewId } from '../platform/ids'
import type { Sandboxes } from '../sandboxes'
import type { ReviewRows } from './repository'
import type { FileChange } from '../sandboxes'
import type { Tokens } from './domain/colour-lines'

/** The last list of each plan's changes and the coloured lines of the last files, with what colours the lines after them. */
export type ReviewMemory = {
  readonly lists: Map<string, readonly FileChange[]>
  readonly coloured: Map<string, { readonly colour: (line: string) => Tokens; readonly done: string[] }>
}

export type ReviewDeps = {
  readonly rows: ReviewRows
  readonly sandboxes: Pick<Sandboxes, 'changes' | 'acceptedChanges' | 'content' | 'patch' | 'sizes' | 'get'>
  readonly clock: Clock
  readonly newId: NewId
  readonly memory: ReviewMemory
}
