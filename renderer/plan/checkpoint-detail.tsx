import type { PlanView } from '@shared/contract/plan-view'
import type { ChangedFile } from '@shared/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight, History } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { plural } from '../format/format'
import { Button, cx, EmptyState, Field, MiddleTruncate, Select, Time, VirtualList, Words } from '../ui'
import { type Checkpoint, checkpointTitle } from './checkpoint-title'
import { FileStatus, PlusMinus } from './file-status'
import { PatchLines } from './patch-lines'
import { RollbackDialog } from './rollback-dialog'

type Compared = { readonly plan_id: string; readonly checkpoint: string; readonly to_checkpoint?: string | undefined }

function Patch(props: { readonly compared: Compared; readonly file: ChangedFile }) {
  const { file } = props
  const query = useQuery(
    useAsk().plans.diff.queryOptions({ input: { ...props.compared, patches: true, paths: [file.path] } }),
  )
  return (
    <QueryView query={query}>
      {({ files }) => {
        const patch = files.find((one) => one.path === file.path && one.resource === file.resource)?.patch
        return patch ? (
          <PatchLines label={`Changes of ${file.path}`} patch={patch} />
        ) : (
          <p className="px-5 py-1 text-muted">{file.binary ? 'A binary file.' : 'There is no text to show.'}</p>
        )
      }}
    </QueryView>
  )
}

function DifferingFile(props: { readonly compared: Compared; readonly file: ChangedFile }) {
  const { file } = props
  const [open, setOpen] = useState(false)
  return (
    <div className="border-b border-line">
      <button
        type="button"
        data-row-stop
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="focus-inset flex min-h-row w-full items-center gap-2 px-5 text-left hover:bg-hover"
      >
        <ChevronRight size={14} aria-hidden className={cx('shrink-0 text-muted', open && 'rotate-90')} />
        <FileStatus status={file.status} />
        <span className="min-w-0 flex-1">
          <MiddleTruncate text={file.path} mono />
        </span>
        <PlusMinus insertions={file.insertions} deletions={file.deletions} />
      </button>
      {open && (
        <div className="px-5 pb-2">
          <Patch compared={props.compared} file={file} />
        </div>
      )}
    </div>
  )
}

function Differences({ compared, to }: { readonly compared: Compared; readonly to: string }) {
  const query = useQuery({
    ...useAsk().plans.diff.queryOptions({ input: { ...compared, patches: false } }),
    staleTime: 0,
  })
  return (
    <QueryView query={query}>
      {({ files, insertions, deletions }) =>
        files.length === 0 ? (
          <EmptyState icon={History} title="No file differs">
            The files are the same at this checkpoint and {to}.
          </EmptyState>
        ) : (
          <>
            <p className="flex items-center gap-2 border-b border-line px-5 py-1.5">
              {plural(files.length, 'file differs', 'files differ')}
              <PlusMinus insertions={insertions} deletions={deletions} />
            </p>
            <VirtualList
              label="Files that differ"
              items={files}
              keyOf={(file) => `${file.resource}:${file.path}`}
              measured
              row={(file) => <DifferingFile compared={compared} file={file} />}
            />
          </>
        )
      }
    </QueryView>
  )
}

const now = 'now'

/** One checkpoint: what differs from now or another one, and the way back to it. */
export function CheckpointDetail(props: {
  readonly plan: PlanView
  readonly checkpoint: Checkpoint
  readonly checkpoints: readonly Checkpoint[]
  readonly other: string | undefined
  readonly onCompare: (other: string | undefined) => void
  /** Back to the timeline, where the detail covers it. */
  readonly onBack: (() => void) | null
}) {
  const { plan, checkpoint } = props
  const [rollingBack, setRollingBack] = useState(false)
  const other = props.checkpoints.find((one) => one.id === props.other && one.id !== checkpoint.id)
  const open = plan.state === 'cancelled' ? undefined : () => setRollingBack(true)
  useShortcuts({ r: open })
  const compared = { plan_id: plan.plan_id, checkpoint: checkpoint.id, to_checkpoint: other?.id }
  return (
    <section aria-label="Checkpoint" className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-col gap-3 border-b border-line px-5 py-4">
        {props.onBack && (
          <Button variant="ghost" icon={ArrowLeft} onClick={props.onBack} className="-ml-2 self-start">
            All checkpoints
          </Button>
        )}
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">
            Checkpoint {checkpoint.number} · <Time at={checkpoint.created} />
          </p>
          <h2 className="text-lg break-words">
            <Words text={checkpointTitle(checkpoint)} />
          </h2>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-72 max-w-full">
            <Field label="Compare with">
              <Select
                value={other?.id ?? now}
                onChange={(value) => props.onCompare(value === now ? undefined : value)}
                options={[
                  { value: now, label: 'Now' },
                  ...props.checkpoints
                    .filter((one) => one.id !== checkpoint.id)
                    .map((one) => ({ value: one.id, label: `${one.number}. ${checkpointTitle(one)}` })),
                ]}
              />
            </Field>
          </div>
          {open && (
            <Button icon={History} shortcut="r" onClick={open}>
              Roll back to here…
            </Button>
          )}
        </div>
      </header>
      <Differences
        key={`${checkpoint.id}:${other?.id ?? now}`}
        compared={compared}
        to={other ? `at checkpoint ${other.number}` : 'now'}
      />
      {rollingBack && <RollbackDialog plan={plan} checkpoint={checkpoint} onClose={() => setRollingBack(false)} />}
    </section>
  )
}
