import { plural } from '@shared/model/plural'
import type { RiskLevel } from '@shared/model/risk'
import type { NameChanges } from './public-names'
import { computed, type Risk } from './risk'

export type FileNames = { readonly path: string; readonly changes: NameChanges }

/** Names that moved from one file of the changeset to another are neither removed nor new. */
export function settleMoves(files: readonly FileNames[]): readonly FileNames[] {
  const added = new Set(files.flatMap(({ changes }) => changes.added.map((one) => `${one.name} ${one.signature}`)))
  const removed = new Set(files.flatMap(({ changes }) => changes.removed.map((one) => `${one.name} ${one.signature}`)))
  const key = (one: { readonly name: string; readonly signature: string }) => `${one.name} ${one.signature}`
  return files.map(({ path, changes }) => ({
    path,
    changes: {
      added: changes.added.filter((one) => !removed.has(key(one))),
      removed: changes.removed.filter((one) => !added.has(key(one))),
      changed: changes.changed,
    },
  }))
}

/** Whether what other code can name is still there and still fits. */
export function rateApi(files: readonly FileNames[], unread: readonly string[]): Risk {
  const removed = files.flatMap(({ path, changes }) => changes.removed.map((one) => `removed ${one.name} (${path})`))
  const changed = files.flatMap(({ path, changes }) =>
    changes.changed.map((one) => `${one.name} (${path}): ${one.before} → ${one.after}`),
  )
  const added = files.flatMap(({ path, changes }) => changes.added.map((one) => `added ${one.name} (${path})`))
  const skipped = unread.length > 0 ? `; ${plural(unread.length, 'file')} could not be read for names` : ''
  const level: RiskLevel = removed.length > 0 ? 'high' : changed.length > 0 ? 'medium' : 'low'
  const parts = [
    ...(removed.length > 0 ? [`${plural(removed.length, 'public name')} removed`] : []),
    ...(changed.length > 0 ? [`${plural(changed.length, 'signature')} changed`] : []),
    ...(added.length > 0 ? [`${plural(added.length, 'public name')} added`] : []),
  ]
  const nothing = files.length > 0 ? 'Public names are as they were' : 'No file with public names was changed'
  const reason = parts.length > 0 ? parts.join(', ') : nothing
  return computed('api', level, `${reason}${skipped}.`, [
    ...removed,
    ...changed,
    ...added,
    ...unread.map((path) => `not read: ${path}`),
  ])
}
