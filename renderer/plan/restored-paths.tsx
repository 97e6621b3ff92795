import type { RestoredPath } from '@shared/contract/plan-control'
import { FileMinus, Undo2 } from 'lucide-react'
import { formatNumber, plural } from '../format/format'
import { Banner, MiddleTruncate, RadioList } from '../ui'

const shown = 500

/** What is said of a set of paths in one line: how many come back as they were, and how many go. */
export function pathsSentence(files: readonly RestoredPath[]): string {
  const removed = files.filter(({ action }) => action === 'removed').length
  const restored = files.length - removed
  const parts = [
    ...(restored > 0 ? [`${plural(restored, 'file')} restored`] : []),
    ...(removed > 0 ? [`${plural(removed, 'file')} removed`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'No file changes'
}

/** The paths that a step back puts as they were or takes away, the latter marked. */
export function RestoredPaths(props: { readonly label: string; readonly files: readonly RestoredPath[] }) {
  const { files } = props
  if (files.length === 0) return null
  return (
    <div
      // A box that scrolls has to take the focus, else its end is out of reach.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={`${props.label}, scrollable`}
      className="max-h-44 overflow-y-auto rounded-md border border-line py-1"
    >
      <ul aria-label={props.label}>
        {files.slice(0, shown).map(({ resource, path, action, hunks }) => (
          <li key={`${resource}:${path}`} className="flex items-center gap-2 px-3">
            {action === 'removed' ? (
              <FileMinus size={14} aria-hidden className="shrink-0 text-failed" strokeWidth={1.75} />
            ) : (
              <Undo2 size={14} aria-hidden className="shrink-0 text-muted" strokeWidth={1.75} />
            )}
            <span className="min-w-0 flex-1">
              <MiddleTruncate text={hunks ? `${path}, hunk ${hunks.join(', ')}` : path} mono />
            </span>
            <span className="shrink-0 text-sm text-muted">{action === 'removed' ? 'Removed' : 'Restored'}</span>
          </li>
        ))}
        {files.length > shown && <li className="px-3 text-muted">and {formatNumber(files.length - shown)} more</li>}
      </ul>
    </div>
  )
}

export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Banner key={warning} look="warning">
      {warning}
    </Banner>
  ))
}

export type ForeignPath = { readonly resource: string; readonly path: string; readonly reason: string }
export type OnConflict = 'keep' | 'overwrite'

/** The paths of others that a refusal names. */
export function foreignPathsIn(details: Readonly<Record<string, unknown>>): readonly ForeignPath[] {
  const listed = details['conflicts']
  if (!Array.isArray(listed)) return []
  return listed.flatMap((entry: unknown): ForeignPath[] => {
    if (typeof entry !== 'object' || entry === null || !('path' in entry)) return []
    const fields = entry as Readonly<Record<string, unknown>>
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return [{ resource: text(fields['resource']), path: text(fields['path']), reason: text(fields['reason']) }]
  })
}

export function ForeignPaths({ paths }: { readonly paths: readonly ForeignPath[] }) {
  return (
    <ul aria-label="Changed by somebody else" className="max-h-44 overflow-y-auto">
      {paths.slice(0, shown).map(({ resource, path, reason }) => (
        <li key={`${resource}:${path}`} className="flex flex-wrap items-baseline gap-x-3">
          <MiddleTruncate text={path} mono />
          <span className="text-sm text-muted">{reason}</span>
        </li>
      ))}
      {paths.length > shown && <li className="text-muted">and {formatNumber(paths.length - shown)} more</li>}
    </ul>
  )
}

/** Others’ work in the way, and what is to become of it; nothing is picked beforehand. */
export function ConflictChoice(props: {
  readonly paths: readonly ForeignPath[]
  readonly value: OnConflict | null
  readonly onChange: (value: OnConflict) => void
}) {
  if (props.paths.length === 0) return null
  return (
    <section aria-label="Conflicts" className="flex flex-col gap-2">
      <Banner look="waiting">
        <p className="font-medium">
          {plural(props.paths.length, 'file was', 'files were')} changed by somebody else since.
        </p>
        <ForeignPaths paths={props.paths} />
      </Banner>
      <RadioList
        label="What becomes of these files"
        value={props.value}
        onChange={(value) => props.onChange(value as OnConflict)}
        choices={[
          { value: 'keep', label: 'Keep them as they are now' },
          { value: 'overwrite', label: 'Overwrite them' },
        ]}
      />
    </section>
  )
}
