import type { Problem } from '../core/problem'
import { plural } from '../format/format'
import { MiddleTruncate } from '../ui'

export type Conflict = { readonly resource: string; readonly path: string; readonly reason: string }

type Fields = Readonly<Record<string, unknown>>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The files that a refusal to apply names in its details. */
export function conflictsIn(problem: Problem): readonly Conflict[] {
  const listed = problem.details['conflicts'] ?? problem.details['files']
  if (!Array.isArray(listed)) return []
  return listed.map((entry: unknown): Conflict => {
    if (typeof entry !== 'object' || entry === null) return { resource: '', path: String(entry), reason: '' }
    const fields = entry as Fields
    return { resource: text(fields['resource']), path: text(fields['path']), reason: text(fields['reason']) }
  })
}

export function ConflictList({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  return (
    <div role="alert" className="mt-1 overflow-hidden rounded-md border border-failed-line">
      <p className="bg-failed-soft px-3 py-1.5 font-medium">
        {plural(conflicts.length, 'file conflicts', 'files conflict')} with the target. Nothing has been changed there.
      </p>
      <ul className="max-h-52 overflow-y-auto py-1" aria-label="Conflicting files">
        {conflicts.map((conflict) => (
          <li key={`${conflict.resource}:${conflict.path}`} className="flex items-baseline gap-3 px-3 py-0.5">
            <MiddleTruncate text={conflict.path} mono />
            <span className="shrink-0 text-sm text-muted">{conflict.reason || conflict.resource}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
