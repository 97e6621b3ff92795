import { memo, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx'
import { useRowHeight } from './density'
import { moveFocus } from './move-focus'
import { useRows } from './use-rows'

/** Kept as it is while the list scrolls past it. */
const Content = memo(PlainContent) as typeof PlainContent

function PlainContent<T>(props: {
  readonly item: T
  readonly index: number
  readonly row: (item: T, index: number) => ReactNode
}) {
  return props.row(props.item, props.index)
}

/** A list of any length of which only the rows in sight exist. */
export function VirtualList<T>(props: {
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly row: (item: T, index: number) => ReactNode
  /** Height in pixels; rows that grow are measured. */
  readonly rowHeight?: number
  readonly measured?: boolean
  /** Kept in sight when it changes. */
  readonly reveal?: number
  /** Stays at the end while new rows arrive and the reader is there. */
  readonly follow?: boolean
  readonly className?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const height = useRowHeight(props.rowHeight)
  const virtual = useRows({ items: props.items, box, keyOf: props.keyOf, heightOf: () => height, overscan: 12 })
  const { reveal } = props
  useEffect(() => {
    if (reveal !== undefined && reveal >= 0) virtual.scrollToIndex(reveal, { align: 'auto' })
    // The virtualizer is one object for the list's whole life.
  }, [reveal, virtual])
  useFollow(box, props.follow ?? false, props.items.length)

  return (
    // The rows hold the links that take focus; the list only passes arrow keys on between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      onKeyDown={moveFocus}
      className={cx('min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]', props.className)}
    >
      <ul aria-label={props.label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={props.measured ? virtual.measureElement : undefined}
            data-index={row.index}
            aria-setsize={props.items.length}
            aria-posinset={row.index + 1}
            className="absolute left-0 w-full"
            style={{ top: row.start, height: props.measured ? undefined : row.size }}
          >
            <Content item={props.items[row.index] as T} index={row.index} row={props.row} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function useFollow(box: { readonly current: HTMLDivElement | null }, follow: boolean, length: number): void {
  const atEnd = useRef(true)
  useEffect(() => {
    const element = box.current
    if (!element || !follow) return
    const look = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 48
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [box, follow])
  useEffect(() => {
    const element = box.current
    if (!element || !follow || !atEnd.current) return
    const frame = requestAnimationFrame(() => {
      element.scrollTop = element.scrollHeight
    })
    return () => cancelAnimationFrame(frame)
    // A new row is the reason to move, though only its being there matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [box, follow, length])
}
