import type { ResourceView } from '@shared/contract/resources'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { formatNumber } from '../format/format'
import { cx, MiddleTruncate, Section, VirtualList } from '../ui'

const words: Readonly<Record<string, string>> = {
  git: 'Repository',
  'git-remote': 'Remotes',
  'git-branch': 'Branches',
  'git-tag': 'Tags',
  'git-commit': 'Commits',
  'git-tree-entry': 'Tracked files',
  'git-submodule': 'Submodules',
  'fs-directory': 'Folders',
  'fs-file': 'Files',
  'devcontainer-instance': 'Devcontainers',
}

function ChildList(props: { readonly resource: string; readonly type: string }) {
  const query = useQuery(
    useAsk().resources.children.queryOptions({ input: { resource: props.resource, type: props.type, limit: 1000 } }),
  )
  return (
    <QueryView query={query}>
      {({ children, total }) => (
        <div className="flex h-64 flex-col overflow-hidden rounded-md border border-line">
          <VirtualList
            label={words[props.type] ?? props.type}
            items={children}
            keyOf={(child) => `${child.name}:${child.detail}`}
            rowHeight={28}
            row={(child) => (
              <span className="flex h-full items-center gap-3 px-3">
                <span className="min-w-0 flex-1 truncate">{child.name}</span>
                <span className="max-w-[50%] min-w-0 text-muted">
                  <MiddleTruncate text={child.detail} mono />
                </span>
                {child.status && <span className="shrink-0 text-sm text-muted">{child.status}</span>}
              </span>
            )}
          />
          {total > children.length && (
            <div className="border-t border-line px-3 py-1 text-sm text-muted">
              The first {formatNumber(children.length)} of {formatNumber(total)}
            </div>
          )}
        </div>
      )}
    </QueryView>
  )
}

/** What discovery found, by type; each number opens what it counts. */
export function Children({ resource }: { readonly resource: ResourceView }) {
  const [open, setOpen] = useState<string | null>(null)
  const counts = Object.entries(resource.child_counts).filter(([, count]) => count > 0)
  if (counts.length === 0) return null
  return (
    <Section title="Discovered">
      <div className="flex flex-wrap gap-2">
        {counts.map(([type, count]) => (
          <button
            key={type}
            type="button"
            aria-expanded={open === type}
            onClick={() => setOpen(open === type ? null : type)}
            className={cx(
              'flex h-7 items-center gap-1.5 rounded-md border border-line-strong px-2.5 transition-colors',
              open === type ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            {words[type] ?? type}
            <span className="text-muted tabular">{formatNumber(count)}</span>
          </button>
        ))}
      </div>
      {open && <ChildList key={open} resource={resource.name} type={open} />}
    </Section>
  )
}
