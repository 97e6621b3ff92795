import type { ApplyPreviewView } from '@shared/contract/plans'
import { Link } from '@tanstack/react-router'
import type { Problem } from '../core/problem'
import { plural } from '../format/format'
import { linkLook, MiddleTruncate } from '../ui'
import { type ConflictCause, causeWords } from './conflict-advice'

export type Conflict = {
  readonly resource: string
  readonly path: string
  readonly reason: string
  readonly cause: ConflictCause
}

type Fields = Readonly<Record<string, unknown>>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const causeOf = (value: unknown): ConflictCause =>
  value === 'uncommitted' || value === 'in_the_way' ? value : 'committed'

/** The files that a refusal to apply names in its details. */
export function conflictsIn(problem: Problem): ApplyPreviewView['conflicts'] {
  const listed = problem.details['conflicts'] ?? problem.details['files']
  if (!Array.isArray(listed)) return []
  return listed.map((entry: unknown): Conflict => {
    if (typeof entry !== 'object' || entry === null)
      return { resource: '', path: String(entry), reason: '', cause: 'committed' }
    const fields = entry as Fields
    return {
      resource: text(fields['resource']),
      path: text(fields['path']),
      reason: text(fields['reason']),
      cause: causeOf(fields['cause']),
    }
  })
}

/** The files in conflict, each leading to what the plan makes of it. */
export function ConflictList(props: {
  readonly planId: string
  readonly conflicts: readonly Conflict[]
  readonly onOpen: () => void
}) {
  const { conflicts } = props
  return (
    <div role="alert" className="mt-1 overflow-hidden rounded-md border border-failed-line">
      <p className="bg-failed-soft px-3 py-1.5 font-medium">
        {plural(conflicts.length, 'file conflicts', 'files conflict')} with the target. Nothing has been changed there.
      </p>
      <ul className="max-h-52 overflow-y-auto py-1" aria-label="Conflicting files">
        {conflicts.map((conflict) => (
          <li
            key={`${conflict.resource}:${conflict.path}`}
            className="flex flex-wrap items-baseline gap-x-3 px-3 py-0.5"
          >
            <Link
              to="/plans/$planId"
              params={{ planId: props.planId }}
              search={{ tab: 'changes', file: `${conflict.resource}:${conflict.path}` }}
              onClick={props.onOpen}
              className={linkLook}
            >
              <MiddleTruncate text={conflict.path} mono />
            </Link>
            <span className="min-w-0 text-sm break-words text-muted">
              <span className="font-medium text-ink">{causeWords[conflict.cause]}</span>
              {conflict.reason && ` · ${conflict.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
