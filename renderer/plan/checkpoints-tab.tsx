import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { cx, EmptyState, linkLook, SplitPane, Time, useWide, VirtualList, Words } from '../ui'
import { CheckpointDetail } from './checkpoint-detail'
import { type Checkpoint, checkpointTitle } from './checkpoint-title'
import { CorrectionLinks } from './correction-changes'
import { titleOf } from './decision-tree'

const route = getRouteApi('/plans/$planId')

function Row(props: {
  readonly checkpoint: Checkpoint
  readonly selected: boolean
  readonly first: boolean
  readonly last: boolean
  readonly planId: string
  readonly decision: string | undefined
  readonly onSelect: () => void
}) {
  const { checkpoint, selected, first, last } = props
  return (
    <div className={cx('flex h-full items-stretch', selected ? 'bg-selected' : 'hover:bg-hover')}>
      {/* The line of time, with a knot for the checkpoint. */}
      <span aria-hidden className="relative ml-4 w-3 shrink-0">
        <span
          className={cx(
            'absolute left-1/2 w-px -translate-x-1/2 bg-line-strong',
            first ? 'top-4' : 'top-0',
            last ? 'h-4' : 'bottom-0',
          )}
        />
        <span
          className={cx(
            'absolute top-[11px] left-1/2 size-2 -translate-x-1/2 rounded-full',
            selected ? 'bg-accent-text' : 'bg-muted',
          )}
        />
      </span>
      <div className="flex min-w-0 flex-1 flex-col px-3 pt-1.5">
        <button
          type="button"
          data-row-stop
          aria-current={selected ? 'true' : undefined}
          onClick={props.onSelect}
          className="flex w-full min-w-0 items-baseline gap-2 rounded-[4px] text-left"
        >
          <span className="shrink-0 text-muted tabular">{checkpoint.number}</span>
          <span className="min-w-0 flex-1 truncate" title={checkpoint.label}>
            <Words text={checkpointTitle(checkpoint)} />
          </span>
          <span className="text-sm text-muted">
            <Time at={checkpoint.created} />
          </span>
        </button>
        <div className="flex min-w-0 items-baseline gap-2 text-sm text-muted">
          {checkpoint.tool && <span className="mono shrink-0">{checkpoint.tool}</span>}
          {checkpoint.decision_id && (
            <Link
              to="/plans/$planId"
              params={{ planId: props.planId }}
              search={{ decision: checkpoint.decision_id }}
              className={cx(linkLook, 'min-w-0 truncate')}
            >
              {checkpointTitle(checkpoint).includes(props.decision ?? '') ? 'Decision' : props.decision}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}

function useTitles(planId: string): ReadonlyMap<string, string> {
  const tree = useQuery(useAsk().plans.tree.queryOptions({ input: { plan_id: planId, show_superseded: true } }))
  const nodes = tree.data?.nodes
  return useMemo(() => new Map(nodes?.map((node) => [node.id, titleOf(node)])), [nodes])
}

function Timeline(props: { readonly plan: PlanView; readonly checkpoints: readonly Checkpoint[] }) {
  const { plan, checkpoints } = props
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wide = useWide()
  const titles = useTitles(plan.plan_id)
  const named = checkpoints.findIndex((one) => one.id === search.checkpoint)
  const at = named < 0 && wide ? checkpoints.length - 1 : named
  const selected = checkpoints[at]
  const select = (checkpoint: string | undefined) =>
    void navigate({ search: { ...search, checkpoint, compare: undefined }, replace: wide })
  const go = (to: number) => {
    const next = checkpoints[to]
    if (next) select(next.id)
  }
  useShortcuts({ j: () => go(at + 1), k: () => go(at - 1) })
  return (
    <SplitPane
      name="checkpoints"
      label="Width of the timeline"
      open={selected !== undefined}
      initial={44}
      list={
        <VirtualList
          label="Checkpoints, oldest first"
          items={checkpoints}
          keyOf={(one) => one.id}
          rowHeight={48}
          reveal={at}
          row={(one, index) => (
            <Row
              checkpoint={one}
              selected={one.id === selected?.id}
              first={index === 0}
              last={index === checkpoints.length - 1}
              planId={plan.plan_id}
              decision={titles.get(one.decision_id ?? '')}
              onSelect={() => select(one.id)}
            />
          )}
        />
      }
      detail={
        selected ? (
          <CheckpointDetail
            key={selected.id}
            plan={plan}
            checkpoint={selected}
            checkpoints={checkpoints}
            other={search.compare}
            onCompare={(compare) =>
              void navigate({ search: { ...search, checkpoint: selected.id, compare }, replace: true })
            }
            onBack={wide ? null : () => select(undefined)}
          />
        ) : null
      }
    />
  )
}

/** The states that a plan can go back to, as a line of time. */
export function CheckpointsTab({ plan }: { readonly plan: PlanView }) {
  const query = useQuery(useAsk().plans.artifacts.queryOptions({ input: { plan_id: plan.plan_id } }))
  return (
    <QueryView query={query}>
      {({ checkpoints }) =>
        checkpoints.length === 0 ? (
          <EmptyState icon={History} title="No checkpoints yet">
            {plan.read_only
              ? 'A checkpoint keeps the sandbox as it was at a moment. This plan only reads, so it needs none.'
              : 'A checkpoint keeps the sandbox as it was before and after each write of Execute. Any two can be compared, and the plan can be rolled back to each.'}
          </EmptyState>
        ) : (
          <>
            <CorrectionLinks planId={plan.plan_id} />
            <Timeline plan={plan} checkpoints={checkpoints} />
          </>
        )
      }
    </QueryView>
  )
}
