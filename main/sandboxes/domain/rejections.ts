import type { HunkRange } from './hunks'
import type { Change } from './types'

/** A change that a person does not want. It holds as long as the file is as it was when they said so. */
export type Rejection = {
  /** Relative to the resource. */
  readonly path: string
  /** What the file was and became then (see `contentKey`). */
  readonly content: string
  /** Null for the whole file. */
  readonly range: HunkRange | null
}

type Compared = Pick<Change, 'path' | 'oldPath' | 'status' | 'oldMode' | 'newMode' | 'oldOid' | 'newOid'>

/** Names what a file was and what it became: equal only while both are the same. */
export const contentKey = (change: Compared): string =>
  [change.oldMode ?? '', change.oldOid, change.newMode ?? '', change.newOid, change.oldPath ?? ''].join(' ')

/** Whether a rejection is about this change as it now is. */
export const holds = (rejection: Rejection, change: Compared): boolean =>
  rejection.path === change.path && rejection.content === contentKey(change)

const clashes = (one: string, other: string): boolean => one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

/**
 * Paths that rejected files would get back while an accepted one needs the same place: a file cannot stand where a folder
 * does. Such files can only be rejected together.
 */
export function placesTaken(changes: readonly Compared[], isRejected: (change: Compared) => boolean): string[] {
  const backAt = changes
    .filter(isRejected)
    .flatMap((change) => (change.status === 'added' ? [] : [change.oldPath ?? change.path]))
  const takes = changes
    .filter((change) => !isRejected(change) && change.status !== 'deleted')
    .map((change) => change.path)
  return backAt.filter((path) => takes.some((other) => path === other || clashes(path, other)))
}
