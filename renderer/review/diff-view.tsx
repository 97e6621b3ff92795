import type { ReviewCommentView } from '@shared/contract/review'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
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
  useEffect(() => {
    const element = box.current
    if (!element) return
    const move = () => element.style.setProperty('--x', `${element.scrollLeft}px`)
    const size = () => element.style.setProperty('--w', `${element.clientWidth}px`)
    const observer = new ResizeObserver(size)
    observer.observe(element)
    element.addEventListener('scroll', move, { passive: true })
    size()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', move)
    }
  }, [box])
}

const stepOf = (key: string, page: number): number =>
  ({ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity })[key] ?? 0

/** One file's changes. Only the rows in sight exist, so 50,000 lines scroll like fifty. */
export function DiffView(props: Props) {
  const { rows, split, active } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useSideways(box)
  const width = useMemo(() => widestOf(rows), [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heights[rows[index]?.type ?? 'unified'],
    getItemKey: (index) => rows[index]?.key ?? index,
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
        {items.map((item) => {
          const row = rows[item.index] as Row
          const measured = row.type === 'said'
          return (
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              ref={measured ? virtual.measureElement : undefined}
              data-index={item.index}
              role="row"
              aria-rowindex={item.index + 1}
              aria-selected={item.index === active}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${item.start}px)`, height: measured ? undefined : item.size }}
            >
              {/* Keys go to the grid itself, which names its active row. */}
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
              <div
                role="gridcell"
                className="sticky left-0 h-full w-[var(--w,100%)]"
                onClick={() => placeIn(row) && props.onActive(item.index)}
              >
                {row.type === 'said' ? (
                  <Said row={row} props={props} />
                ) : (
                  <DiffRow
                    row={row}
                    look={props.lookOf(row.type === 'gap' ? null : row.at)}
                    active={item.index === active}
                    actions={props.actions}
                  />
                )}
              </div>
            </div>
          )
        })}
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
