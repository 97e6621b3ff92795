import type { InboxItem } from '@shared/contract/inbox'
import { inboxLimit } from '@shared/model/inbox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronRight, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { useShortcuts } from '../core/use-shortcuts'
import { plural } from '../format/format'
import { Button, cx, SplitPane, useWide, VirtualList } from '../ui'
import { PlanTitle } from '../plan/plan-title'
import { NothingWaits } from './first-run'
import { groupItems, type InboxGroup, inboxLines, type InboxLine } from './group-items'
import { InboxAnswer } from './inbox-answer'
import { InboxRow } from './inbox-row'
import { Lately } from './lately'
import { type Kept, nothingKept, useSelected } from './use-selected'

const route = getRouteApi('/')

/** So many items are listed at first, and with each wish for more. */
const step = 200

function PlanLine({ group }: { readonly group: InboxGroup }) {
  return (
    <div className="flex h-row items-center gap-2 border-b border-line bg-panel px-4 text-sm">
      <h2 className="min-w-0 text-sm font-medium">
        <Link
          to="/plans/$planId"
          params={{ planId: group.planId }}
          className="block min-w-0 rounded-[4px] hover:underline"
        >
          <PlanTitle title={group.title} />
        </Link>
      </h2>
    </div>
  )
}

function ItemLine(props: {
  readonly item: InboxItem
  readonly selected: boolean
  /** Without a pane of its own the answer opens below its row. */
  readonly inline: boolean
  readonly onSelect: (item: InboxItem) => void
}) {
  const { item, selected } = props
  return (
    <div className="border-b border-line">
      <InboxRow item={item} selected={selected} onSelect={() => props.onSelect(item)} />
      {props.inline && selected && (
        <div className="border-t border-line px-4 py-3">
          <InboxAnswer item={item} />
        </div>
      )}
    </div>
  )
}

/** Where a row holds the focus it goes with the selection, so that Enter is about what is selected. */
function useFocusOfSelection(selected: string | undefined): void {
  useEffect(() => {
    if (selected === undefined || !document.activeElement?.matches('main [data-row-stop]')) return
    document.querySelector<HTMLElement>('main [data-row-stop][aria-current]')?.focus({ preventScroll: true })
  }, [selected])
}

function Snoozed(props: { readonly count: number; readonly open: boolean; readonly onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={props.open}
      onClick={props.onToggle}
      className="focus-inset flex h-row w-full items-center gap-2 border-b border-line px-4 text-sm text-muted hover:bg-hover hover:text-ink"
    >
      <Clock size={13} aria-hidden />
      {plural(props.count, 'snoozed item')}
      <ChevronRight size={13} aria-hidden className={cx('transition-transform', props.open && 'rotate-90')} />
    </button>
  )
}

/** The end of a list that does not hold everything: more of it, or where it holds the most, why not. */
function More(props: { readonly hidden: number; readonly busy: boolean; readonly onMore: (() => void) | null }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 text-sm text-muted">
      <span role="status">
        {plural(props.hidden, 'more item')} {props.hidden === 1 ? 'waits' : 'wait'}
        {props.onMore === null && '; they move up as you answer these'}
      </span>
      {props.onMore && (
        <Button busy={props.busy} onClick={props.onMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Items(props: {
  readonly items: readonly InboxItem[]
  readonly snoozed: readonly InboxItem[]
  readonly totalSnoozed: number
  /** What stands below the last item that is in sight. */
  readonly more: ReactNode | null
  readonly toldAt: number
  readonly kept: Kept
  readonly keep: (kept: Kept) => void
}) {
  const { items, snoozed, kept, keep } = props
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const wide = useWide()
  const groups = groupItems(items)
  const asleep = search.snoozed || items.length === 0 ? snoozed : []
  const ordered = [...groups, ...groupItems(asleep)].flatMap((group) => group.items)
  const { selected, select } = useSelected({ items: ordered, toldAt: props.toldAt, kept, keep })
  const at = selected ? ordered.indexOf(selected) : -1
  useShortcuts({ j: () => select(ordered[at + 1]), k: () => select(ordered[at - 1]) })
  useFocusOfSelection(selected?.id)
  const lines = inboxLines({
    groups,
    asleep: groupItems(asleep),
    more: Boolean(props.more),
    snoozed: snoozed.length > 0,
  })
  const row = (line: InboxLine) => {
    switch (line.kind) {
      case 'plan':
        return <PlanLine group={line.group} />
      case 'item':
        return <ItemLine item={line.item} selected={line.item.id === selected?.id} inline={!wide} onSelect={select} />
      case 'more':
        return props.more
      case 'snoozed':
        return (
          <Snoozed
            count={props.totalSnoozed}
            open={asleep.length > 0}
            onToggle={() =>
              void navigate({ search: { ...search, snoozed: search.snoozed ? undefined : true }, replace: true })
            }
          />
        )
    }
  }
  const list = (
    <>
      <VirtualList
        label="What waits for you"
        items={lines}
        keyOf={(line) => line.key}
        row={row}
        rowHeight={50}
        measured
        reveal={lines.findIndex((line) => line.kind === 'item' && line.item.id === selected?.id)}
      />
      <Lately />
    </>
  )
  return (
    <SplitPane
      name="inbox"
      label="Width of the inbox"
      initial={38}
      open={false}
      list={list}
      detail={
        selected && (
          <section aria-label="Waiting item" className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            <InboxAnswer key={selected.id} item={selected} />
          </section>
        )
      }
    />
  )
}

export function InboxScreen(): ReactNode {
  const [limit, setLimit] = useState(step)
  // Kept here, so that a list that was empty for a moment still knows what was answered last.
  const [kept, keep] = useState(nothingKept)
  const query = useQuery({
    ...useAsk().inbox.list.queryOptions({ input: { limit } }),
    // The list stays while more of it comes.
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={query}>
      {({ items, snoozed, total, total_snoozed: totalSnoozed }) =>
        items.length + snoozed.length === 0 ? (
          <>
            <NothingWaits />
            <Lately />
          </>
        ) : (
          <Items
            items={items}
            snoozed={snoozed}
            totalSnoozed={totalSnoozed}
            toldAt={query.dataUpdatedAt}
            kept={kept}
            keep={keep}
            more={
              total > items.length ? (
                <More
                  hidden={total - items.length}
                  busy={query.isPlaceholderData}
                  onMore={limit < inboxLimit ? () => setLimit(Math.min(limit + step, inboxLimit)) : null}
                />
              ) : null
            }
          />
        )
      }
    </QueryView>
  )
}
