import type { ChangedFile } from '@shared/contract/plans'
import { Check, Folder, MessageSquare, Search, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../core/use-shortcuts'
import { formatNumber } from '../format/format'
import { FileStatus, PlusMinus } from '../plan/file-status'
import { cx, EmptyState, flattenTree, MiddleTruncate, TextInput, Tree } from '../ui'
import { type FileNode, keyOf } from './file-nodes'
import type { TreeNode } from '../ui'
import type { Review } from './use-review'

function FileRow({
  file,
  name,
  review,
}: {
  readonly file: ChangedFile
  readonly name: string
  readonly review: Review
}) {
  const standing = review.standing(file)
  const comments = review.comments.filter((comment) => keyOf(comment) === keyOf(file)).length
  const someRejected = standing.rejected || standing.rejectedHunks.length > 0
  return (
    <>
      <FileStatus status={file.status} />
      <span
        className={cx(
          'ml-1.5 flex min-w-0 flex-1',
          standing.rejected && 'line-through decoration-failed',
          standing.viewed && 'text-muted',
        )}
      >
        <MiddleTruncate text={name} mono />
      </span>
      <span className="flex shrink-0 items-center gap-1.5 pl-1.5">
        {comments > 0 && (
          <span className="flex items-center gap-0.5 text-sm text-muted tabular">
            <MessageSquare size={11} aria-hidden />
            {comments}
            <span className="sr-only"> comments</span>
          </span>
        )}
        {someRejected && (
          <span title={standing.rejected ? 'Rejected' : 'Some hunks are rejected'} className="text-failed">
            <X size={13} aria-hidden />
            <span className="sr-only">{standing.rejected ? 'rejected' : 'some hunks rejected'}</span>
          </span>
        )}
        {file.binary ? (
          <span className="text-sm text-muted">binary</span>
        ) : (
          <PlusMinus insertions={file.insertions} deletions={file.deletions} />
        )}
        <span title={standing.viewed ? 'Viewed' : undefined} className="w-3.5 text-done">
          {standing.viewed && <Check size={13} aria-hidden />}
          {standing.viewed && <span className="sr-only">viewed</span>}
        </span>
      </span>
    </>
  )
}

function FolderRow({ node }: { readonly node: FileNode & { kind: 'folder' } }) {
  return (
    <>
      <Folder size={13} aria-hidden className="shrink-0 text-muted" />
      <span className="ml-1.5 flex min-w-0 flex-1 text-muted">
        <MiddleTruncate text={node.name} />
      </span>
      <span className="shrink-0 text-sm text-muted tabular">{formatNumber(node.files)}</span>
    </>
  )
}

/** The changed files as a tree, with what was decided about each. */
export function FileList(props: {
  readonly nodes: readonly TreeNode<FileNode>[]
  readonly filter: string
  readonly onFilter: (text: string) => void
  readonly selected: string | null
  readonly onSelect: (key: string) => void
  readonly review: Review
}) {
  const { nodes, review } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [folder, setFolder] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => flattenTree(nodes, (id) => !closed.has(id)), [nodes, closed])
  useShortcuts({ '/': () => box.current?.querySelector('input')?.focus() }, { first: true })
  return (
    <div ref={box} className="flex min-h-0 flex-1 flex-col">
      <div className="relative shrink-0 border-b border-line p-1.5">
        <Search size={13} aria-hidden className="absolute top-3.5 left-3.5 text-muted" />
        <TextInput
          aria-label="Filter files"
          placeholder="Filter files"
          className="pl-6.5"
          value={props.filter}
          onChange={(event) => props.onFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onFilter('')
          }}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={Search} title="No file of that name" />
      ) : (
        <Tree
          label="Changed files"
          rows={rows}
          rowHeight={28}
          selected={folder ?? props.selected}
          onSelect={(id) => {
            const isFile = rows.find((row) => row.node.id === id)?.node.value.kind === 'file'
            setFolder(isFile ? null : id)
            if (isFile) props.onSelect(id)
          }}
          onToggle={(id, open) =>
            setClosed((before) => {
              const next = new Set(before)
              if (open) next.delete(id)
              else next.add(id)
              return next
            })
          }
          row={(node) =>
            node.kind === 'folder' ? (
              <FolderRow node={node} />
            ) : (
              <FileRow file={node.file} name={node.name} review={review} />
            )
          }
        />
      )}
    </div>
  )
}
