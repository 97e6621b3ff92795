import { useQueries } from '@tanstack/react-query'
import { FileSymlink, FileText, Folder, GitBranch, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { formatBytes } from '../format/format'
import { flattenTree, Skeleton, Tree } from '../ui'
import { type Entry, growTree } from './grow-tree'

const icons: Readonly<Record<Entry['kind'], LucideIcon>> = {
  directory: Folder,
  file: FileText,
  link: FileSymlink,
  submodule: GitBranch,
}

function Row({ entry }: { readonly entry: Entry }) {
  const Icon = icons[entry.kind]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <Icon size={14} aria-hidden className="shrink-0 text-muted" strokeWidth={1.75} />
      <span className="mono min-w-0 flex-1 truncate">{entry.name}</span>
      {entry.size !== null && entry.kind === 'file' && (
        <span className="shrink-0 text-sm text-muted tabular">{formatBytes(entry.size)}</span>
      )}
    </span>
  )
}

/** The files of a resource as they are on disk now, each folder listed when it is opened. */
export function FileTree(props: {
  readonly resource: string
  readonly selected: string | null
  readonly onSelect: (path: string) => void
}) {
  const ask = useAsk()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['']))
  const [cursor, setCursor] = useState(props.selected)
  const folders = [...open]
  const listings = useQueries({
    queries: folders.map((path) => ({
      ...ask.resources.tree.queryOptions({ input: { resource: props.resource, path } }),
      staleTime: 0,
    })),
  })
  const known = new Map(folders.map((path, index) => [path, listings[index]?.data?.entries]))
  const roots = growTree(known)
  const rows = flattenTree(roots, (id) => open.has(id))
  const kinds = new Map(
    [...known.values()].flatMap((entries) => (entries ?? []).map((entry) => [entry.path, entry.kind])),
  )
  const toggle = (id: string, opened: boolean) => {
    const next = new Set(open)
    if (opened) next.add(id)
    else next.delete(id)
    setOpen(next)
  }
  const select = (id: string) => {
    setCursor(id)
    if (kinds.get(id) === 'file') props.onSelect(id)
  }
  if (!known.get('')) return <Skeleton rows={8} />
  return (
    <Tree
      label={`Files of ${props.resource}`}
      rows={rows}
      selected={cursor ?? props.selected}
      onSelect={select}
      onToggle={toggle}
      rowHeight={26}
      row={(entry) => <Row entry={entry} />}
    />
  )
}
