import type { PlanSummary } from '@shared/contract/plan-view'
import type { PlanFilter } from '@shared/model/plan'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Archive, ListChecks, Plus, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useAsk } from '../core/core'
import { ButtonLink } from '../core/button-link'
import { QueryView } from '../core/query-view'
import { formatNumber } from '../format/format'
import { Button, cx, EmptyState, type Selection, TextInput, Toolbar, useSelection, VirtualTable } from '../ui'
import { BulkBar } from './bulk-bar'
import { filterPlans, inState, orderOf } from './filter-plans'
import { planColumns } from './plan-columns'

const route = getRouteApi('/plans')

const filters: readonly { readonly state: PlanFilter | undefined; readonly label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'processing', label: 'Running' },
  { state: 'awaiting_input', label: 'Waiting' },
  { state: 'complete', label: 'Complete' },
  { state: 'applied', label: 'Applied' },
  { state: 'failed', label: 'Failed' },
  { state: 'cancelled', label: 'Cancelled' },
]

function StateFilters({ plans }: { readonly plans: readonly PlanSummary[] }) {
  const search = route.useSearch()
  return (
    <nav aria-label="Filter by state" className="flex flex-wrap items-center gap-0.5">
      {filters.map(({ state, label }) => {
        const count = state ? plans.filter((plan) => inState(plan, state)).length : plans.length
        const current = search.state === state
        return (
          <Link
            key={label}
            to="/plans"
            search={{ ...search, state }}
            aria-current={current ? 'true' : undefined}
            className={cx(
              'flex h-7 items-center gap-1.5 rounded-md px-2 transition-colors',
              current ? 'bg-selected font-medium' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {label}
            <span className="text-sm font-normal text-muted tabular">{formatNumber(count)}</span>
          </Link>
        )
      })}
    </nav>
  )
}

function PlanList(props: {
  readonly plans: readonly PlanSummary[]
  readonly found: readonly PlanSummary[]
  readonly selection: Selection
  readonly toldAt: number
}) {
  const { plans, found, toldAt } = props
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useMemo(() => planColumns(toldAt), [toldAt])
  if (plans.length === 0 && search.archived)
    return (
      <EmptyState icon={Archive} title="No plan is archived">
        Plans that have ended can be archived: mark them in the list with x. Nothing of them is deleted.
      </EmptyState>
    )
  if (plans.length === 0)
    return (
      <EmptyState
        icon={ListChecks}
        title="No plans yet"
        actions={
          <ButtonLink to="/plans/new" variant="primary" icon={Plus}>
            New plan
          </ButtonLink>
        }
      >
        A plan uses an action on a project: it shows its strategy as decisions, works in a sandbox, and changes your
        files only when you apply it.
      </EmptyState>
    )
  if (found.length === 0)
    return (
      <EmptyState
        icon={ListChecks}
        title="No plan fits these filters"
        actions={
          <Button icon={X} onClick={() => void navigate({ search: { archived: search.archived } })}>
            Clear filters
          </Button>
        }
      >
        {formatNumber(plans.length)} plans are hidden.
      </EmptyState>
    )
  return (
    <VirtualTable
      label="Plans"
      items={found}
      columns={columns}
      keyOf={(plan) => plan.plan_id}
      nameOf={(plan) => plan.title}
      selection={props.selection}
      order={orderOf(search.sort)}
      onOrder={({ by, descending }) =>
        void navigate({ search: { ...search, sort: `${descending ? '-' : ''}${by}` }, replace: true })
      }
    />
  )
}

const none: readonly PlanSummary[] = []

function Filters({ plans, archived }: { readonly plans: readonly PlanSummary[]; readonly archived: number }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Toolbar>
      <StateFilters plans={plans} />
      {(archived > 0 || search.archived) && (
        <Button
          variant="ghost"
          icon={search.archived ? X : Archive}
          aria-pressed={search.archived ?? false}
          onClick={() => void navigate({ search: { ...search, archived: search.archived ? undefined : true } })}
        >
          {search.archived ? 'Archived' : `${formatNumber(archived)} archived`}
        </Button>
      )}
      {(search.project ?? search.action) && (
        <Button
          variant="ghost"
          icon={X}
          onClick={() => void navigate({ search: { ...search, project: undefined, action: undefined } })}
        >
          {search.project ?? search.action}
        </Button>
      )}
      <div className="ml-auto max-w-52 flex-1 basis-28">
        <TextInput
          type="search"
          aria-label="Filter plans by text"
          placeholder="Filter…"
          value={search.text ?? ''}
          onChange={(event) =>
            void navigate({ search: { ...search, text: event.target.value || undefined }, replace: true })
          }
        />
      </div>
      <ButtonLink to="/plans/new" variant="primary" icon={Plus} shortcut="n">
        New plan
      </ButtonLink>
    </Toolbar>
  )
}

export function PlansScreen(): ReactNode {
  const search = route.useSearch()
  const query = useQuery(useAsk().plans.list.queryOptions({ input: search.archived ? { archived: true } : {} }))
  const plans = query.data?.plans ?? none
  const found = useMemo(() => filterPlans(plans, search), [plans, search])
  const selection = useSelection(useMemo(() => found.map((plan) => plan.plan_id), [found]))
  const marked = selection.keys.size > 0
  return (
    <>
      {marked ? (
        <BulkBar
          plans={found.filter((plan) => selection.keys.has(plan.plan_id))}
          archived={search.archived ?? false}
          onClear={selection.clear}
        />
      ) : (
        <Filters plans={plans} archived={query.data?.archived ?? 0} />
      )}
      <QueryView query={query}>
        {(data) => (
          <>
            <PlanList plans={data.plans} found={found} selection={selection} toldAt={query.dataUpdatedAt} />
            {data.total > data.plans.length && (
              <p className="border-t border-line px-4 py-1 text-sm text-muted">
                The newest {formatNumber(data.plans.length)} of {formatNumber(data.total)} plans are listed.
              </p>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}
