import type { ChangedFile } from '@shared/contract/plans'
import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, FileDiff } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { OpenElsewhere } from '../core/open-elsewhere'
import { useShortcuts } from '../core/use-shortcuts'
import { plural } from '../format/format'
import { Button, cx, EmptyState, IconButton, MiddleTruncate, SplitPane, useWide, VirtualList } from '../ui'
import { DiffView } from './diff-view'
import { FileStatus, fileStatusWord, PlusMinus } from './file-status'
import { isRunning } from './words'

const route = getRouteApi('/plans/$planId')
const keyOf = (file: Pick<ChangedFile, 'resource' | 'path'>) => `${file.resource}:${file.path}`

function WithoutRows({ file }: { readonly file: ChangedFile }) {
  if (file.binary)
    return (
      <EmptyState icon={FileDiff} title="Binary file">
        Its content is not shown as text. It is applied whole.
      </EmptyState>
    )
  if (file.too_large)
    return (
      <EmptyState icon={FileDiff} title="Too large to show">
        {plural(file.insertions + file.deletions, 'changed line')} in this file. It is applied like the others; open it
        in the sandbox to read it.
      </EmptyState>
    )
  return (
    <EmptyState icon={FileDiff} title={fileStatusWord(file.status)}>
      {file.old_path ? `It was ${file.old_path} before; its content is the same.` : 'Its content is the same.'}
    </EmptyState>
  )
}

/** Where the changed file lies: in the sandbox, and once that is gone in the resource; nowhere where it is deleted. */
function placeOf(plan: PlanView, file: ChangedFile): string | null {
  const resource = plan.resources.find((one) => one.name === file.resource)
  const folder = resource?.sandbox_path ?? (plan.state === 'applied' ? resource?.path : undefined)
  return folder === undefined || file.status === 'deleted' ? null : `${folder}/${file.path}`
}

function FileDiffPane(props: {
  readonly plan: PlanView
  readonly file: ChangedFile
  readonly onBack: (() => void) | null
}) {
  const { plan, file } = props
  const place = placeOf(plan, file)
  const query = useQuery({
    ...useAsk().plans.diff.queryOptions({ input: { plan_id: plan.plan_id, paths: [file.path], patches: true } }),
    enabled: !file.binary && !file.too_large,
  })
  return (
    <section aria-label={file.path} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-3">
        {props.onBack && <IconButton icon={ArrowLeft} label="All files" onClick={props.onBack} />}
        <FileStatus status={file.status} />
        <MiddleTruncate text={file.old_path ? `${file.old_path} → ${file.path}` : file.path} mono />
        <span className="flex-1" />
        <PlusMinus insertions={file.insertions} deletions={file.deletions} />
        {place && <OpenElsewhere path={place} />}
      </div>
      {file.binary || file.too_large ? (
        <WithoutRows file={file} />
      ) : (
        <QueryView query={query}>
          {({ files }) => {
            const found = files.find((one) => keyOf(one) === keyOf(file)) ?? file
            return found.patch ? (
              <DiffView key={keyOf(file)} patch={found.patch} label={`Changes in ${file.path}`} />
            ) : (
              <WithoutRows file={found} />
            )
          }}
        </QueryView>
      )}
    </section>
  )
}

function FileList(props: {
  readonly files: readonly ChangedFile[]
  readonly selected: ChangedFile | null
  readonly insertions: number
  readonly deletions: number
  readonly onSelect: (file: ChangedFile) => void
}) {
  const { files, selected } = props
  const several = new Set(files.map((file) => file.resource)).size > 1
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between border-b border-line px-4 text-muted">
        {plural(files.length, 'file')}
        <PlusMinus insertions={props.insertions} deletions={props.deletions} />
      </div>
      <VirtualList
        label="Changed files"
        items={files}
        keyOf={keyOf}
        reveal={selected ? files.indexOf(selected) : -1}
        row={(file) => (
          <button
            type="button"
            data-row-stop
            aria-current={file === selected ? 'true' : undefined}
            onClick={() => props.onSelect(file)}
            className={cx(
              'focus-inset flex h-row w-full min-w-0 items-center gap-2 px-4 text-left',
              file === selected ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <FileStatus status={file.status} />
            <span className="flex min-w-0 flex-1 items-center gap-1.5">
              {several && <span className="shrink-0 text-muted">{file.resource}</span>}
              <MiddleTruncate text={file.path} mono />
            </span>
            {file.binary ? (
              <span className="shrink-0 text-sm text-muted">binary</span>
            ) : (
              <PlusMinus insertions={file.insertions} deletions={file.deletions} />
            )}
          </button>
        )}
      />
    </div>
  )
}

function Changes(props: {
  readonly plan: PlanView
  readonly files: readonly ChangedFile[]
  readonly totals: { readonly insertions: number; readonly deletions: number }
}) {
  const { plan, files } = props
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wide = useWide()
  const named = files.find((file) => keyOf(file) === search.file)
  const selected = named ?? (wide ? (files[0] ?? null) : null)
  const select = (file: ChangedFile | undefined) =>
    void navigate({ search: { ...search, file: file && keyOf(file) }, replace: wide })
  const at = selected ? files.indexOf(selected) : -1
  useShortcuts({
    j: () => select(files[Math.min(at + 1, files.length - 1)]),
    k: () => select(files[Math.max(at - 1, 0)]),
  })
  return (
    <SplitPane
      name="changes"
      label="Width of the file list"
      initial={28}
      open={selected !== null}
      list={<FileList files={files} selected={selected} {...props.totals} onSelect={select} />}
      detail={selected && <FileDiffPane plan={plan} file={selected} onBack={wide ? null : () => select(undefined)} />}
    />
  )
}

export function ChangesTab({ plan }: { readonly plan: PlanView }) {
  const navigate = route.useNavigate()
  const query = useQuery(useAsk().plans.diff.queryOptions({ input: { plan_id: plan.plan_id, patches: false } }))
  if (plan.report)
    return (
      <section aria-label="Report" className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <pre className="max-w-3xl font-sans text-[13px] leading-5 whitespace-pre-wrap">{plan.report}</pre>
      </section>
    )
  return (
    <QueryView query={query}>
      {({ files, insertions, deletions }) =>
        files.length === 0 ? (
          <EmptyState
            icon={FileDiff}
            title="No changes"
            actions={
              isRunning(plan.state) && (
                <Button onClick={() => void navigate({ search: { tab: 'activity' } })}>Watch the activity</Button>
              )
            }
          >
            {plan.phase === 'strategize'
              ? 'The strategy only reads. Files change once Execute begins, and only in the sandbox.'
              : 'The plan has changed no file in its sandbox.'}
          </EmptyState>
        ) : (
          <Changes plan={plan} files={files} totals={{ insertions, deletions }} />
        )
      }
    </QueryView>
  )
}
