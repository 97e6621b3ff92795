import type { FileChange, Sandboxes } from '../sandboxes'
import type { PublicName } from './domain/public-names'
import type { RiskRows } from './repository'

/** The names of a file that others can use; null where its language is not known or the text does not parse. */
export type ReadPublicNames = (path: string, text: string) => Promise<readonly PublicName[] | null>

export type RiskDeps = {
  readonly rows: RiskRows
  readonly sandboxes: Pick<Sandboxes, 'contents' | 'sizes' | 'filesNaming'>
  readonly publicNames: ReadPublicNames
}

/** A state of a plan's files with what it changes. */
export type Changeset = {
  readonly planId: string
  /** Names the state of every resource, as one text. */
  readonly tree: string
  /** By resource. */
  readonly trees: Readonly<Record<string, string>>
  readonly files: readonly FileChange[]
}
