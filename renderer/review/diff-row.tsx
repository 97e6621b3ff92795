import { Check, ChevronDown, ChevronsUpDown, ChevronUp, Undo2, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatNumber, plural } from '../format/format'
import { cx } from '../ui'
import { lineCell } from './line-cell'
import type { Gap, Line, Row } from './rows'

export type RowActions = {
  readonly onComment: ((row: Row) => void) | null
  readonly onWhole: (line: Line) => void
  readonly onOpenGap: (gap: Gap, where: 'below' | 'above' | 'all') => void
  readonly onViewed: (at: number) => void
  readonly onDecide: ((at: number) => void) | null
}

function GapRow({ row, actions }: { readonly row: Row & { type: 'gap' }; readonly actions: RowActions }) {
  const { gap, first, last } = row
  const count = gap.to - gap.from + 1
  const button = (where: 'below' | 'above' | 'all', label: string, icon: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => actions.onOpenGap(gap, where)}
      className="flex h-5 items-center gap-1 rounded-[4px] px-1.5 text-muted hover:bg-pressed hover:text-ink"
    >
      {icon}
    </button>
  )
  return (
    <div className="flex h-full items-center gap-1 border-y border-line bg-panel pl-3 font-sans text-sm text-muted">
      {count > 20 && !first && button('below', '20 lines more below', <ChevronDown size={13} aria-hidden />)}
      {count > 20 && !last && button('above', '20 lines more above', <ChevronUp size={13} aria-hidden />)}
      {button(
        'all',
        `Show ${plural(count, 'unchanged line')}`,
        <>
          <ChevronsUpDown size={13} aria-hidden />
          {plural(count, 'unchanged line')}
        </>,
      )}
    </div>
  )
}

export type HunkLook = { readonly rejected: boolean; readonly viewed: boolean; readonly current: boolean }

function HunkRow(props: {
  readonly row: Row & { type: 'hunk' }
  readonly look: HunkLook
  readonly actions: RowActions
}) {
  const { row, look, actions } = props
  const { hunk, at } = row
  const decide = actions.onDecide
  return (
    <div
      className={cx(
        'flex h-full items-center gap-2 border-y border-line bg-panel pr-2 pl-3 font-sans text-sm',
        look.current && 'shadow-[inset_2px_0_0_var(--accent-text)]',
      )}
    >
      <span className={cx('tabular', look.current ? 'font-medium text-ink' : 'text-muted')}>Hunk {hunk.number}</span>
      <span className="mono min-w-0 flex-1 truncate text-muted" title={hunk.section}>
        {hunk.section}
      </span>
      {look.rejected && <span className="font-medium text-failed">Rejected</span>}
      <button
        type="button"
        aria-pressed={look.viewed}
        onClick={() => actions.onViewed(at)}
        className="flex h-5 items-center gap-1 rounded-[4px] px-1.5 text-muted hover:bg-pressed hover:text-ink aria-pressed:text-done"
      >
        <Check size={13} aria-hidden className={look.viewed ? '' : 'opacity-40'} />
        Viewed
      </button>
      {decide && (
        <button
          type="button"
          onClick={() => decide(at)}
          className="flex h-5 items-center gap-1 rounded-[4px] px-1.5 text-muted hover:bg-pressed hover:text-ink"
        >
          {look.rejected ? <Undo2 size={13} aria-hidden /> : <X size={13} aria-hidden />}
          {look.rejected ? 'Accept' : 'Reject'}
        </button>
      )}
    </div>
  )
}

type RowProps = {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly height: number
  readonly row: Exclude<Row, { readonly type: 'said' }>
  readonly look: HunkLook
  readonly active: boolean
  /** The pointer is over it. */
  readonly pointed: boolean
  readonly actions: RowActions
}

/** One row of a diff but for comments. Kept as it is while the view scrolls past it. */
export const DiffRow = memo(
  PlacedRow,
  (before: RowProps, after: RowProps) =>
    before.row === after.row &&
    before.id === after.id &&
    before.top === after.top &&
    before.height === after.height &&
    before.active === after.active &&
    before.pointed === after.pointed &&
    before.actions === after.actions &&
    before.look.rejected === after.look.rejected &&
    before.look.viewed === after.look.viewed &&
    before.look.current === after.look.current,
)

function PlacedRow(props: RowProps) {
  const { row } = props
  const { onComment } = props.actions
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={props.active}
      // A row of a known size concerns nothing outside it, so that no other is laid out or painted for it.
      className="absolute left-0 w-full [contain:layout_size_style]"
      style={{ top: props.top, height: props.height }}
    >
      {row.type === 'gap' || row.type === 'hunk' ? (
        <div role="gridcell" className="h-full">
          {row.type === 'gap' ? (
            <GapRow row={row} actions={props.actions} />
          ) : (
            <HunkRow row={row} look={props.look} actions={props.actions} />
          )}
        </div>
      ) : (
        lineCell(row, {
          rejected: props.look.rejected,
          active: props.active,
          onWhole: props.actions.onWhole,
          onComment: onComment && (props.active || props.pointed) ? () => onComment(row) : null,
        })
      )}
    </div>
  )
}

/** What stands in the place of hunks that are over the limit. */
export function MoreHunks({
  shown,
  total,
  rows,
}: {
  readonly shown: number
  readonly total: number
  readonly rows: number
}) {
  return (
    <p className="border-b border-line bg-waiting-soft px-3 py-1.5">
      The first {formatNumber(shown)} of {plural(total, 'hunk')} are shown; the file has {plural(rows, 'changed row')}.
      It is applied whole.
    </p>
  )
}
