import type { PlanView } from '@shared/contract/plan-view'
import { Activity } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Observable, useObservable } from '../observable'
import { cx, EmptyState, Segments, Skeleton, Spacer, TextInput, Toolbar, VirtualList } from '../ui'
import { ActivityLine } from './activity-item'
import { type ActivityFilter, type ActivityRow, filterRows, joinCalls } from './activity-rows'
import type { LivePlan, Streaming } from './live-plan'

const filterWords: Readonly<Record<ActivityFilter, string>> = {
  all: 'All',
  text: 'Text',
  tools: 'Tools',
  decisions: 'Decisions',
  problems: 'Problems',
}
const filters = Object.entries(filterWords).map(([value, label]) => ({ value: value as ActivityFilter, label }))

const streamingWords: Readonly<Record<Streaming['kind'], string>> = {
  text: 'Writing',
  reasoning: 'Thinking',
  tool_arguments: 'Preparing a tool call',
  output: 'Output',
}

function Writing({ streaming }: { readonly streaming: Streaming }) {
  return (
    // The newest words are at the end, so a long answer is shown from its bottom.
    <div className="flex max-h-56 shrink-0 flex-col-reverse overflow-y-auto border-t border-line bg-panel px-4 py-2">
      <p
        className={cx(
          'break-words whitespace-pre-wrap',
          streaming.kind !== 'text' && 'mono',
          streaming.kind === 'reasoning' && 'text-muted',
        )}
      >
        {streaming.text}
        <span
          aria-hidden
          className="ml-0.5 inline-block h-3.5 w-1.5 animate-[breathe_1s_ease-in-out_infinite] bg-accent-text align-text-bottom"
        />
      </p>
      <div className="text-sm text-muted">{streamingWords[streaming.kind]}…</div>
    </div>
  )
}

export function ActivityTab({ plan, live }: { readonly plan: PlanView; readonly live: Observable<LivePlan> }) {
  const { items, streaming, loaded } = useObservable(live)
  const [filter, setFilter] = useState<ActivityFilter>('all')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const all = useMemo(() => joinCalls(items), [items])
  const rows = useMemo(() => filterRows(all, filter, search), [all, filter, search])
  const toggle = ({ item }: ActivityRow) => {
    const next = new Set(open)
    if (!next.delete(item.seq)) next.add(item.seq)
    setOpen(next)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Toolbar label="Filter activity">
        <Segments label="Kind" options={filters} value={filter} onChange={setFilter} />
        <Spacer />
        <TextInput
          type="search"
          aria-label="Search activity"
          placeholder="Search…"
          className="max-w-60"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Toolbar>
      {!loaded ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <EmptyState icon={Activity} title={items.length === 0 ? 'Nothing has happened yet' : 'Nothing fits'}>
          {items.length === 0
            ? 'Model text, tool calls and decisions appear here while they happen.'
            : 'Change the filter or the search to see more.'}
        </EmptyState>
      ) : (
        <VirtualList
          label={`Activity of ${plan.title}`}
          items={rows}
          keyOf={(row) => String(row.item.seq)}
          measured
          follow
          row={(row) => <ActivityLine row={row} open={open.has(row.item.seq)} onToggle={() => toggle(row)} />}
        />
      )}
      {streaming && <Writing streaming={streaming} />}
    </div>
  )
}
