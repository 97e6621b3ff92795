import type { IsolationView } from '@shared/contract/insight'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatNumber, plural } from '../format/format'
import { Facts, Section } from '../ui'

const strategyWords: Readonly<Record<string, string>> = {
  git_worktree: 'A working tree of its own, on a branch of its own',
  filesystem_copy: 'A copy of the folder',
}

const conditionWords: Readonly<Record<NonNullable<IsolationView['condition']>, string>> = {
  ok: 'There, and locked for this plan',
  missing: 'Its folder is gone; resuming makes it again from the last checkpoint',
  moved: 'It was moved to another place',
  unregistered: 'Git does not know it any more',
  locked_by_other: 'Somebody else has locked it',
  off_branch: 'It is on another branch than its own',
}

function Paths({ paths, total }: { readonly paths: readonly string[]; readonly total: number }) {
  if (total === 0) return null
  return (
    <span className="mono block break-words text-muted">
      {paths.slice(0, 10).join(', ')}
      {total > 10 && ` and ${formatNumber(total - Math.min(10, paths.length))} more`}
    </span>
  )
}

function Source({ source, drift }: Pick<IsolationView, 'source' | 'drift'>) {
  if (source === null) return <span className="text-muted">Not watched any more</span>
  if (source === 'unchanged')
    return (
      <span className="flex items-center gap-1.5">
        <ShieldCheck size={14} aria-hidden className="text-done" />
        Unchanged since the plan recorded it
      </span>
    )
  return (
    <>
      <span className="flex items-center gap-1.5 text-waiting">
        <TriangleAlert size={14} aria-hidden />
        Drifted since the plan recorded it
      </span>
      {drift.head && (
        <span className="block">
          Its commit was <span className="mono">{drift.head.from.slice(0, 10)}</span> and is{' '}
          <span className="mono">{drift.head.to.slice(0, 10)}</span>
        </span>
      )}
      {drift.total > 0 && <span className="block">{plural(drift.total, 'uncommitted path')} differ:</span>}
      <Paths {...drift} />
    </>
  )
}

function One({ isolation }: { readonly isolation: IsolationView }) {
  const { path, branch, base_commit: base, condition } = isolation
  return (
    <li className="flex flex-col gap-2 border-b border-line px-3 py-2 last:border-b-0">
      <h3 className="font-medium">{isolation.name}</h3>
      <Facts
        facts={[
          { name: 'Kept apart by', value: strategyWords[isolation.strategy] ?? isolation.strategy },
          {
            name: 'Sandbox',
            value: path ? <span className="mono">{path}</span> : <span className="text-muted">None at the moment</span>,
          },
          ...(condition ? [{ name: 'Condition', value: conditionWords[condition] }] : []),
          ...(branch ? [{ name: 'Branch', value: <span className="mono">{branch}</span> }] : []),
          ...(base ? [{ name: 'Base commit', value: <span className="mono">{base.slice(0, 10)}</span> }] : []),
          {
            name: 'Target',
            value: (
              <span className="mono">
                {isolation.target_path}
                {isolation.target_branch && ` on ${isolation.target_branch}`}
              </span>
            ),
          },
          { name: 'Source', value: <Source source={isolation.source} drift={isolation.drift} /> },
          {
            name: 'Not covered',
            value: (
              <ul className="flex flex-col gap-1">
                {isolation.not_covered.map(({ what, paths, total }) => (
                  <li key={what}>
                    {what}
                    {total > 0 && ` (${formatNumber(total)})`}
                    <Paths paths={paths} total={total} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </li>
  )
}

/** How the plan's work is kept apart from each resource, and what no rollback reaches. */
export function IsolationPanel({ planId }: { readonly planId: string }) {
  const query = useQuery({
    ...useAsk().plans.isolation.queryOptions({ input: { plan_id: planId } }),
    // Sources change without the core being told.
    staleTime: 0,
  })
  return (
    <Section title="Isolation">
      <QueryView query={query}>
        {({ isolation }) => (
          <ul className="overflow-hidden rounded-md border border-line">
            {isolation.map((one) => (
              <One key={one.resource_id} isolation={one} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}
