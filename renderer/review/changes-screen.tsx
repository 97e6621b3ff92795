import type { ChangedFile } from '@shared/contract/plans'
import type { PlanView } from '@shared/contract/plan-view'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Send } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '../core/use-shortcuts'
import { formatNumber, plural } from '../format/format'
import { RiskPanel } from '../plan/risk-panel'
import { isRunning } from '../plan/words'
import { PlusMinus } from '../plan/file-status'
import { readPreference, writePreference } from '../preferences'
import { Button, IconButton, Segments, SplitPane, useWide } from '../ui'
import { fileNodes, filesIn, keyOf } from './file-nodes'
import { FileList } from './file-list'
import { FilePane } from './file-pane'
import { rejectedWords } from './standing'
import { type Review, useAskAhead, useReview } from './use-review'

const route = getRouteApi('/plans/$planId')

type Layout = 'unified' | 'split'
/** Below this width two columns of code are too narrow to be read. */
const splitFrom = 760

function useLayout() {
  const [layout, setLayout] = useState(() => readPreference<Layout>('diff.layout', 'unified'))
  const choose = (next: Layout) => {
    setLayout(next)
    writePreference('diff.layout', next)
  }
  return [layout, choose] as const
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}

function useSelection(files: readonly ChangedFile[]) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wide = useWide()
  const named = files.find((file) => keyOf(file) === search.file)
  const selected = named ?? (wide ? (files[0] ?? null) : null)
  const select = (key: string | undefined) => void navigate({ search: { ...search, file: key }, replace: wide })
  return { selected, select, wide }
}

function SendComments({ review }: { readonly review: Review }) {
  const waiting = review.comments.filter((comment) => comment.sent === null).length
  if (waiting === 0) return null
  return (
    <Button variant="primary" icon={Send} busy={review.send.busy} onClick={() => review.send.run()}>
      Send {plural(waiting, 'comment')}
    </Button>
  )
}

type Totals = { readonly insertions: number; readonly deletions: number }

function Counts(props: { readonly files: readonly ChangedFile[]; readonly totals: Totals; readonly review: Review }) {
  const { review } = props
  const rejected = rejectedWords(props.files.map(review.standing))
  const viewed = props.files.filter((file) => review.standing(file).viewed).length
  return (
    <>
      <span className="truncate">
        {plural(props.files.length, 'file')} <PlusMinus {...props.totals} />
        {rejected && (
          <span className="text-failed" title="Apply leaves out what is rejected; the sandbox keeps it">
            , {rejected} rejected
          </span>
        )}
      </span>
      <span className="truncate text-sm text-muted tabular">
        {formatNumber(viewed)} of {formatNumber(props.files.length)} viewed
      </span>
    </>
  )
}

/** Everything that a plan changed, to be read, decided about and commented on. */
export function ChangesScreen(props: {
  readonly plan: PlanView
  readonly files: readonly ChangedFile[]
  readonly totals: Totals
}) {
  const { plan } = props
  const review = useReview(plan)
  const [filter, setFilter] = useState('')
  const [layout, setLayout] = useLayout()
  const [box, width] = useWidth()
  const [from, setFrom] = useState<'start' | 'end'>('start')
  const nodes = useMemo(() => {
    const wanted = filter.trim().toLowerCase()
    return fileNodes(props.files.filter((file) => file.path.toLowerCase().includes(wanted)))
  }, [props.files, filter])
  const files = useMemo(() => filesIn(nodes), [nodes])
  const { selected, select, wide } = useSelection(files)
  const at = selected ? files.indexOf(selected) : -1
  const go = (to: number, end: 'start' | 'end' = 'start') => {
    const file = files[to]
    if (!file || to === at) return
    setFrom(end)
    select(keyOf(file))
  }
  useAskAhead(plan, files[at + 1])
  useShortcuts(
    {
      j: () => go(Math.min(at + 1, files.length - 1)),
      k: () => go(Math.max(at - 1, 0)),
      u: () => setLayout('unified'),
      s: () => setLayout('split'),
    },
    { first: true },
  )
  const isNarrow = width > 0 && width < splitFrom
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-3 border-b border-line px-3">
        <Counts files={props.files} totals={props.totals} review={review} />
        <span className="flex-1" />
        <SendComments review={review} />
        <span className="flex">
          <IconButton
            icon={ChevronUp}
            label="Previous file"
            shortcut="k"
            disabled={at <= 0}
            onClick={() => go(at - 1)}
          />
          <IconButton
            icon={ChevronDown}
            label="Next file"
            shortcut="j"
            disabled={at >= files.length - 1}
            onClick={() => go(at + 1)}
          />
        </span>
        <Segments
          label="Layout"
          value={isNarrow ? 'unified' : layout}
          onChange={setLayout}
          options={[
            { value: 'unified', label: 'Unified' },
            { value: 'split', label: 'Split' },
          ]}
        />
      </div>
      {!isRunning(plan.state) && (
        <RiskPanel planId={plan.plan_id} className="shrink-0 border-b border-line px-3 py-0.5" />
      )}
      <SplitPane
        name="changes"
        label="Width of the file list"
        initial={26}
        open={selected !== null}
        list={
          <FileList
            nodes={nodes}
            filter={filter}
            onFilter={setFilter}
            selected={selected && keyOf(selected)}
            onSelect={(key) => {
              setFrom('start')
              select(key)
            }}
            review={review}
          />
        }
        detail={
          <div ref={box} className="flex min-h-0 min-w-0 flex-1 flex-col">
            {selected && (
              <FilePane
                plan={plan}
                file={selected}
                review={review}
                split={layout === 'split' && !isNarrow}
                onBack={wide ? null : () => select(undefined)}
                onFile={(by) => go(at + by, by === 1 ? 'start' : 'end')}
                from={from}
              />
            )}
          </div>
        }
      />
    </div>
  )
}
