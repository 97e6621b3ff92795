import { ArrowLeft, ExternalLink, TriangleAlert, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { FileStatus, PlusMinus } from '../plan/file-status'
import { Button, Checkbox, IconButton, MiddleTruncate } from '../ui'
import { FileBadges } from './file-badges'
import { keyOf } from './file-nodes'
import { type HunksProps, HunksView } from './hunks-view'
import { useOpenInEditor } from './open-in-editor'
import { useFileDiff } from './use-review'
import { WithoutRows } from './without-rows'

type PaneProps = Omit<HunksProps, 'diff' | 'coming' | 'standing'> & { readonly onBack: (() => void) | null }

/** One changed file: what happened to it, its hunks, and what can be decided about it. */
export function FilePane(props: PaneProps): ReactNode {
  const { plan, file, review } = props
  const standing = review.standing(file)
  const { query, coming } = useFileDiff(plan, file, props.from)
  const editor = useOpenInEditor(plan, file)
  const marks = query.data?.hunks.map((hunk) => hunk.mark) ?? []
  const viewFile = (viewed: boolean) =>
    review.setViewed(
      file,
      viewed ? { add: [file.content, ...marks], remove: [] } : { add: [], remove: [file.content, ...marks] },
    )
  useShortcuts(
    {
      o: editor.open,
      ...(query.data && query.data.not_shown !== null
        ? {
            v: () => viewFile(!standing.viewed),
            n: () => props.onFile(1),
            p: () => props.onFile(-1),
            x: review.open ? () => review.decide.run({ file, reject: !standing.rejected }) : undefined,
          }
        : {}),
    },
    { first: true },
  )
  return (
    <section aria-label={file.path} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-3">
        {props.onBack && <IconButton icon={ArrowLeft} label="All files" onClick={props.onBack} />}
        <FileStatus status={file.status} />
        <MiddleTruncate text={file.old_path ? `${file.old_path} → ${file.path}` : file.path} mono />
        {!file.binary && <PlusMinus insertions={file.insertions} deletions={file.deletions} />}
        <FileBadges file={file} diff={query.data} />
        <span className="flex-1" />
        <span className="flex shrink-0 items-center gap-1.5 pr-8">
          <Checkbox label="Viewed" checked={standing.viewed} onChange={viewFile} />
          {review.open && (
            <Button
              variant="ghost"
              icon={standing.rejected ? Undo2 : X}
              busy={review.decide.busy}
              onClick={() => review.decide.run({ file, reject: !standing.rejected })}
            >
              {standing.rejected ? 'Accept file' : 'Reject file'}
            </Button>
          )}
          <IconButton
            icon={ExternalLink}
            label={editor.reason ?? 'Open in editor'}
            shortcut="o"
            aria-disabled={editor.reason !== null}
            className={editor.reason === null ? undefined : 'opacity-40'}
            onClick={editor.open}
          />
        </span>
      </div>
      {standing.isVoid && (
        <p className="flex items-center gap-2 border-b border-line bg-waiting-soft px-3 py-1.5">
          <TriangleAlert size={14} aria-hidden className="shrink-0 text-waiting" />
          It was rejected, wholly or in part, and has changed since: decide again, or it is applied.
        </p>
      )}
      {standing.rejected && (
        <p className="flex items-center gap-2 border-b border-line bg-failed-soft px-3 py-1.5">
          <X size={14} aria-hidden className="shrink-0 text-failed" />
          Rejected: Apply leaves this file as it was.
        </p>
      )}
      <QueryView query={query}>
        {(diff) =>
          diff.not_shown !== null || diff.hunks.length === 0 ? (
            <WithoutRows file={file} diff={diff} />
          ) : (
            <HunksView
              key={`${keyOf(file)} ${file.content}`}
              {...props}
              diff={diff}
              coming={coming}
              standing={standing}
            />
          )
        }
      </QueryView>
    </section>
  )
}
