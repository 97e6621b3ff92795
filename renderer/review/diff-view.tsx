import type { ReviewCommentView } from '@shared/contract/review'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useRows } from '../ui'
import { CommentThread } from './comment-thread'
import { DiffRow, type HunkLook, type RowActions } from './diff-row'
import { placeIn, type Row, widestOf } from './rows'

const heights: Readonly<Record<Row['type'], number>> = { hunk: 28, gap: 26, unified: 18, split: 18, said: 60 }

type Props = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly split: boolean
  readonly active: number
  readonly onActive: (row: number) => void
  readonly lookOf: (at: number | null) => HunkLook
  readonly actions: RowActions
  readonly comments: ReadonlyMap<string, readonly ReviewCommentView[]>
  readonly formAt: string | null
  readonly onSaveComment: (key: string, text: string) => void
  readonly onCancelComment: () => void
  readonly onChangeComment: (id: string, text: string | null) => void
  /** Where the view was scrolled to, by the screen's own keys; told anew each time. */
  readonly goTo: { readonly row: number } | null
}

/** Text moves sideways by one variable, so that line numbers stay and both columns move together. */
function useSideways(box: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let before = 0
    const move = () => {
      const now = element.scrollLeft
      if (now !== before) {
        element.style.setProperty('--x', `${now}px`)
        element.classList.toggle('diff-sideways', now > 0)
      }
      before = now
    }
    const size = () => element.style.setProperty('--w', `${element.clientWidth}px`)
    const observer = new ResizeObserver(size)
    observer.observe(element)
    // First of all that listen: once the rows have changed, asking where the view stands lays them out at once.
    element.addEventListener('scroll', move, { passive: true, capture: true })
    size()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', move, { capture: true })
    }
  }, [box])
}

/** The row under the pointer: one listener for all of them. */
const indexAt = (event: MouseEvent) =>
  Number((event.target as HTMLElement).closest('[role=row]')?.getAttribute('aria-rowindex') ?? 0) - 1

const stepOf = (key: string, page: number): number =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity })[key] ?? 0

/** One file's changes. Only the rows in sight exist, so 50,000 lines scroll like fifty. */
export function DiffView(props: Props) {
  const { rows, split, active } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useSideways(box)
  const [pointed, setPointed] = useState(-1)
  const width = useMemo(() => widestOf(rows), [rows])
  const virtual = useRows({
    items: rows,
    box,
    keyOf: (row) => row.key,
    heightOf: (row) => heights[row.type],
    overscan: 14,
  })
  const { goTo } = props
  useEffect(() => {
    if (goTo) virtual.scrollToIndex(goTo.row, { align: 'start' })
    // The virtualizer is one object for the view's whole life.
  }, [goTo, virtual])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      box.current.scrollLeft += event.key === 'ArrowRight' ? 80 : -80
      event.preventDefault()
      return
    }
    const row = rows[active]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      event.stopPropagation()
      if (row.type === 'gap') props.actions.onOpenGap(row.gap, 'all')
      else if (row.type === 'hunk') props.actions.onViewed(row.at)
      else props.actions.onComment?.(row)
      return
    }
    const by = stepOf(event.key, 20)
    if (by === 0) return
    event.preventDefault()
    const direction = Math.sign(by)
    let next = Math.min(rows.length - 1, Math.max(0, active + by))
    while (rows[next]?.type === 'said') next += direction
    if (!rows[next]) return
    props.onActive(next)
    virtual.scrollToIndex(next, { align: 'auto' })
  }
  const items = virtual.getVirtualItems()
  // Gutters and text, twice in two columns; what is wider than the view is reached by scrolling.
  const spacer = split
    ? `calc(var(--w,100%) + max(0px, ${width + 4}ch - (var(--w,100%) / 2 - 4rem)))`
    : `calc(8rem + ${width + 4}ch)`
  return (
    <div
      ref={box}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length}
      aria-activedescendant={items.some((item) => item.index === active) ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="focus-inset mono min-h-0 flex-1 overflow-auto [overflow-anchor:none]"
    >
      <div
        role="presentation"
        className="relative min-w-full"
        style={{ height: virtual.getTotalSize(), width: spacer }}
      >
        {/* The rows stay where the view is, as one layer: a transform or a sticky cell of each would make it one layer each. */}
        {/* Keys go to the grid itself, which names its active row. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
        <div
          role="presentation"
          className="sticky left-0 h-0 w-[var(--w,100%)]"
          onClick={(event) => {
            const at = indexAt(event)
            if (placeIn(rows[at])) props.onActive(at)
          }}
          onPointerOver={(event) => setPointed(indexAt(event))}
          onPointerLeave={() => setPointed(-1)}
        >
          {items.map((item) => {
            const row = rows[item.index] as Row
            if (row.type === 'said')
              return (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  role="row"
                  aria-rowindex={item.index + 1}
                  className="absolute left-0 w-full"
                  style={{ top: item.start }}
                >
                  <div role="gridcell">
                    <Said row={row} props={props} />
                  </div>
                </div>
              )
            return (
              <DiffRow
                key={item.key}
                id={`${id}-${item.index}`}
                index={item.index}
                top={item.start}
                height={item.size}
                row={row}
                look={props.lookOf(row.type === 'gap' ? null : row.at)}
                active={item.index === active}
                pointed={item.index === pointed}
                actions={props.actions}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Said({ row, props }: { readonly row: Row & { type: 'said' }; readonly props: Props }) {
  const key = `${row.side}:${row.line}`
  return (
    <CommentThread
      comments={props.comments.get(key) ?? []}
      onChange={props.onChangeComment}
      form={
        props.formAt === key
          ? {
              label: `Comment on line ${row.line}`,
              onSave: (text) => props.onSaveComment(key, text),
              onCancel: props.onCancelComment,
            }
          : null
      }
    />
  )
}
