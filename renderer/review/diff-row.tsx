import { Check, ChevronDown, ChevronsUpDown, ChevronUp, MessageSquarePlus, Undo2, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatBytes, formatNumber, plural } from '../format/format'
import { cx } from '../ui'
import { Code } from './code'
import type { Gap, Line, Row } from './rows'

export type RowActions = {
  readonly onComment: ((row: Row) => void) | null
  readonly onWhole: (line: Line) => void
  readonly onOpenGap: (gap: Gap, where: 'below' | 'above' | 'all') => void
  readonly onViewed: (at: number) => void
  readonly onDecide: ((at: number) => void) | null
}

const looks = {
  add: { row: 'bg-diff-add', gutter: 'bg-diff-add-gutter', sign: '+', said: 'added' },
  delete: { row: 'bg-diff-delete', gutter: 'bg-diff-delete-gutter', sign: '−', said: 'deleted' },
  context: { row: '', gutter: 'bg-canvas', sign: ' ', said: '' },
} as const

/** The text of one side; it moves sideways with the view while its gutter stays. */
function Text({ line, onWhole }: { readonly line: Line; readonly onWhole: (line: Line) => void }) {
  return (
    <span className="relative min-w-0 flex-1 overflow-hidden">
      <span className="block w-max pr-6 pl-1 whitespace-pre [tab-size:4] [margin-left:calc(-1*var(--x,0px))]">
        <Code line={line} />
        {line.carriage && line.kind !== 'context' && (
          <span title="Ends with carriage return and line feed (CRLF)" className="ml-1 text-faint select-none">
            ␍
          </span>
        )}
        {line.unended && (
          <span title="The file ends here without a line feed" className="ml-1 text-faint select-none">
            ⊘<span className="sr-only"> no line feed at the end</span>
          </span>
        )}
      </span>
      {line.cut !== null && (
        <button
          type="button"
          onClick={() => onWhole(line)}
          className="absolute top-0 right-8 h-[18px] rounded-[4px] bg-pressed px-1.5 font-sans text-xs text-ink ring-1 ring-line-strong hover:bg-selected"
        >
          Show all {formatBytes(line.cut)}
        </button>
      )}
    </span>
  )
}

function Numbers({ line, side }: { readonly line: Line | null; readonly side: 'old' | 'new' | 'both' }) {
  const number = (value: number | null | undefined) => <span className="w-11 pr-1.5 text-right tabular">{value}</span>
  return (
    <>
      {side !== 'new' && number(line?.old)}
      {side !== 'old' && number(line?.new)}
    </>
  )
}

/** A sign to the eye, a word to the ear. */
function Sign({ look }: { readonly look: (typeof looks)[Line['kind']] }) {
  return look.said ? (
    <span className="w-4 text-center text-ink" role="img" aria-label={look.said}>
      {look.sign}
    </span>
  ) : (
    <span className="w-4" />
  )
}

function Half(props: {
  readonly line: Line | null
  readonly side: 'old' | 'new' | 'both'
  readonly onWhole: (line: Line) => void
}) {
  const { line, side } = props
  if (!line)
    return <div className="flex-1 bg-[repeating-linear-gradient(135deg,var(--gray-2)_0_4px,var(--gray-3)_4px_5px)]" />
  // In two columns each side shows what it has: the left what is gone, the right what came.
  const look = looks[line.kind]
  return (
    <div className={cx('flex min-w-0 flex-1', look.row)}>
      <span className={cx('flex shrink-0 text-muted select-none', look.gutter)}>
        <Numbers line={line} side={side} />
        <Sign look={look} />
      </span>
      <Text line={line} onWhole={props.onWhole} />
    </div>
  )
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
  return (
    <div
      id={props.id}
      data-index={props.index}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={props.active}
      // A row of a known size concerns nothing outside it, so that no other is laid out or painted for it.
      className="absolute left-0 w-full [contain:strict]"
      style={{ top: props.top, height: props.height }}
    >
      <div role="gridcell" className="h-full">
        {row.type === 'gap' ? (
          <GapRow row={row} actions={props.actions} />
        ) : row.type === 'hunk' ? (
          <HunkRow row={row} look={props.look} actions={props.actions} />
        ) : (
          <LineRow row={row} props={props} />
        )}
      </div>
    </div>
  )
}

function LineRow({ row, props }: { readonly row: Row & { type: 'unified' | 'split' }; readonly props: RowProps }) {
  const { look, actions } = props
  const comment = actions.onComment
  return (
    <div
      className={cx(
        'relative flex h-full w-full',
        look.rejected && 'diff-rejected',
        props.active && 'shadow-[inset_2px_0_0_var(--accent-text)] outline-1 -outline-offset-1 outline-accent-line',
      )}
    >
      {row.type === 'unified' ? (
        <Half line={row.line} side="both" onWhole={actions.onWhole} />
      ) : (
        <>
          <Half line={row.left} side="old" onWhole={actions.onWhole} />
          <span className="w-px shrink-0 bg-line" />
          <Half line={row.right} side="new" onWhole={actions.onWhole} />
        </>
      )}
      {comment && (props.active || props.pointed) && (
        <button
          type="button"
          tabIndex={-1}
          aria-label="Comment on this line"
          title="Comment on this line"
          onClick={() => comment(row)}
          className="absolute top-0 right-1 flex h-[18px] w-6 items-center justify-center rounded-[4px] bg-accent text-on-accent"
        >
          <MessageSquarePlus size={12} aria-hidden />
        </button>
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
