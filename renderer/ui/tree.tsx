import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './cx'
import { useRowHeight } from './density'
import { findByTyping, moveInTree, type TreeRow } from './flatten-tree'
import { useRows } from './use-rows'

export type TreeProps<T> = {
  readonly label: string
  /** What `flattenTree` gives. */
  readonly rows: readonly TreeRow<T>[]
  readonly selected: string | null
  readonly onSelect: (id: string) => void
  readonly onToggle: (id: string, open: boolean) => void
  /** Enter on the selected row. */
  readonly onOpen?: (id: string) => void
  readonly row: (value: T, selected: boolean) => ReactNode
  readonly rowHeight?: number
  /** The row under the pointer, or none any more. */
  readonly onPoint?: (id: string | null) => void
  /** Rows that are marked at their edge. */
  readonly lit?: ReadonlySet<string>
}

/**
 * Typing the first letters of a row. A first letter that the screen has a shortcut for is the shortcut's; the letters
 * after one that was not are the tree's alone.
 */
function useTyping<T>(rows: readonly TreeRow<T>[], index: number, select: (index: number) => void) {
  const typed = useRef({ text: '', at: 0 })
  const find = () => {
    const found = findByTyping(rows, index, typed.current.text)
    if (found >= 0) select(found)
  }
  return (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === ' ') return
    const now = event.timeStamp
    const goesOn = typed.current.text !== '' && now - typed.current.at < 700
    typed.current = { text: goesOn ? typed.current.text + event.key : event.key, at: now }
    if (goesOn) {
      event.stopPropagation()
      find()
      return
    }
    const { nativeEvent } = event
    // The screen's shortcuts hear the key after the tree, and mark it where they took it.
    setTimeout(() => {
      if (nativeEvent.defaultPrevented) typed.current = { text: '', at: 0 }
      else find()
    })
  }
}

/** A tree of any size, as screen readers know one: arrows, Home, End, Enter, and typing the first letters. */
export function Tree<T>(props: TreeProps<T>) {
  const { rows } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const height = useRowHeight(props.rowHeight)
  const virtual = useRows({ items: rows, box, keyOf: (row) => row.node.id, heightOf: () => height, overscan: 12 })
  const at = rows.findIndex((row) => row.node.id === props.selected)
  const typeAhead = useTyping(rows, at, (found) => props.onSelect(rows[found]?.node.id ?? ''))
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
    // Only a new selection moves the view; rows that open or close above it do not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [props.selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveInTree(rows, at, event.key)
    const row = rows[at]
    if (move) {
      event.preventDefault()
      if (move.type === 'toggle') props.onToggle(move.id, move.open)
      else props.onSelect(rows[move.index]?.node.id ?? '')
    } else if (event.key === 'Enter' && row) {
      event.preventDefault()
      if (props.onOpen) props.onOpen(row.node.id)
      else if (row.expanded !== null) props.onToggle(row.node.id, !row.expanded)
    } else {
      typeAhead(event)
    }
  }
  const visible = virtual.getVirtualItems()
  return (
    <div
      ref={box}
      role="tree"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={visible.some((item) => item.index === at) ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      className="group focus-inset min-h-0 flex-1 overflow-auto"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {visible.map((item) => (
          <TreeItem
            key={item.key}
            domId={`${id}-${item.index}`}
            row={rows[item.index] as TreeRow<T>}
            props={props}
            top={item.start}
            height={item.size}
          />
        ))}
      </div>
    </div>
  )
}

function TreeItem<T>(item: {
  readonly domId: string
  readonly row: TreeRow<T>
  readonly props: TreeProps<T>
  readonly top: number
  readonly height: number
}) {
  const { row, props } = item
  const selected = row.node.id === props.selected
  return (
    // Keys go to the tree itself, which names its active row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={item.domId}
      role="treeitem"
      aria-level={row.level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={row.expanded ?? undefined}
      aria-selected={selected}
      onClick={() => props.onSelect(row.node.id)}
      data-lit={props.lit?.has(row.node.id) || undefined}
      onMouseEnter={() => props.onPoint?.(row.node.id)}
      onMouseLeave={() => props.onPoint?.(null)}
      onDoubleClick={() => row.expanded !== null && props.onToggle(row.node.id, !row.expanded)}
      className={cx(
        'absolute left-0 flex w-full min-w-0 [contain:strict] items-center pr-3',
        selected ? 'bg-selected' : 'hover:bg-hover',
        props.lit?.has(row.node.id) && 'shadow-[inset_2px_0_0_var(--accent-solid)]',
      )}
      style={{ top: item.top, height: item.height, paddingLeft: 8 + (row.level - 1) * 16 }}
    >
      {row.expanded === null ? (
        <span className="w-5 shrink-0" />
      ) : (
        // Part of the row for the mouse only; the keyboard uses the arrow keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          onClick={(event) => {
            event.stopPropagation()
            props.onToggle(row.node.id, !row.expanded)
          }}
          className="flex h-full w-5 shrink-0 items-center justify-center text-muted"
        >
          <ChevronRight size={14} aria-hidden className={cx('transition-transform', row.expanded && 'rotate-90')} />
        </span>
      )}
      {props.row(row.node.value, selected)}
    </div>
  )
}
