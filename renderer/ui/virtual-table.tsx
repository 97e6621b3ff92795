import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react'
import { cx } from './cx'
import { useRowHeight } from './density'
import { moveFocus } from './move-focus'
import { useRows } from './use-rows'
import type { Selection } from './use-selection'
import { useStable } from './use-stable'

export type Column<T> = {
  readonly name: string
  /** A CSS grid track. */
  readonly width: string
  readonly cell: (item: T) => ReactNode
  readonly align?: 'end'
  /** The name under which the list can be ordered by this column. */
  readonly sort?: string
}

export type Order = { readonly by: string; readonly descending: boolean }

const cell = 'flex min-w-0 items-center'
const gap = 'gap-4 max-[1099px]:gap-2'
const tracksOf = <T,>(columns: readonly Column<T>[], marks: boolean) =>
  [...(marks ? ['0.875rem'] : []), ...columns.map((column) => column.width)].join(' ')

function Mark(props: {
  readonly checked: boolean
  readonly some?: boolean
  readonly label: string
  readonly onToggle: (extend: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={props.label}
      checked={props.checked}
      ref={(input) => {
        if (input) input.indeterminate = props.some ?? false
      }}
      onChange={(event) => props.onToggle((event.nativeEvent as MouseEvent).shiftKey)}
      className="size-3.5 accent-[var(--accent-solid)]"
    />
  )
}

/** Kept as it is while the table scrolls past it. */
const Row = memo(PlainRow) as typeof PlainRow

function PlainRow<T>(row: {
  readonly item: T
  readonly name: string
  readonly index: number
  readonly start: number
  readonly height: number
  readonly columns: readonly Column<T>[]
  readonly tracks: string
  readonly marked: boolean | null
  readonly onMark: (index: number, extend: boolean) => void
}) {
  const look = row.marked ? 'bg-selected' : 'hover:bg-hover has-[[data-row-stop]:focus-visible]:bg-hover'
  return (
    <div
      role="row"
      aria-rowindex={row.index + 2}
      data-index={row.index}
      style={{ gridTemplateColumns: row.tracks, height: row.height, top: row.start }}
      className={cx('absolute left-0 grid w-full [contain:strict] border-b border-line px-4', gap, look)}
    >
      {row.marked !== null && (
        <div role="cell" className={cell}>
          <Mark
            checked={row.marked}
            label={`Select ${row.name}`}
            onToggle={(extend) => row.onMark(row.index, extend)}
          />
        </div>
      )}
      {row.columns.map((column) => (
        <div key={column.name} role="cell" className={cx(cell, column.align === 'end' && 'justify-end tabular')}>
          {column.cell(row.item)}
        </div>
      ))}
    </div>
  )
}

function ColumnHeader<T>(props: {
  readonly column: Column<T>
  readonly order: Order | undefined
  readonly onOrder: ((order: Order) => void) | undefined
}) {
  const { column, order, onOrder } = props
  const end = column.align === 'end' && 'justify-end'
  if (!column.sort || !onOrder)
    return (
      <div role="columnheader" className={cx(cell, end)}>
        {column.name}
      </div>
    )
  const { sort } = column
  const current = order?.by === sort
  const Arrow = order?.descending ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-sort={current ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className={cx(cell, end)}
    >
      <button
        type="button"
        onClick={() => onOrder({ by: sort, descending: current ? !order.descending : column.align === 'end' })}
        className="flex min-w-0 items-center gap-1 rounded-[4px] hover:text-ink"
      >
        <span className="truncate">{column.name}</span>
        {current && <Arrow size={11} aria-hidden className="shrink-0" />}
      </button>
    </div>
  )
}

/**
 * A table of any length of which only the rows in sight exist; arrow keys move between the rows' links. With `marks`
 * rows can be marked: `x` the one in focus, Shift with a click up to there, Escape none.
 */
export function VirtualTable<T>(props: {
  readonly label: string
  readonly items: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly keyOf: (item: T) => string
  readonly nameOf: (item: T) => string
  readonly selection?: Selection
  readonly order?: Order
  readonly onOrder?: (order: Order) => void
}) {
  const { items, selection } = props
  const box = useRef<HTMLDivElement>(null)
  const height = useRowHeight()
  const virtual = useRows({ items, box, keyOf: props.keyOf, heightOf: () => height, overscan: 8 })
  const tracks = tracksOf(props.columns, selection !== undefined)
  const marked = selection?.keys.size ?? 0
  const mark = useStable((index: number, extend: boolean) => selection?.toggle(props.keyOf(items[index] as T), extend))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moveFocus(event)
    if (!selection) return
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey && row)
      mark(Number(row.dataset['index']), event.shiftKey)
    else if (event.key === 'Escape' && marked > 0) selection.clear()
    else return
    event.preventDefault()
  }
  return (
    // The rows hold the links that take focus; the table only passes arrow keys on between them.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="table"
      aria-label={props.label}
      aria-rowcount={items.length + 1}
      ref={box}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-auto"
    >
      <div role="rowgroup" className="sticky top-0 z-10 min-w-fit bg-canvas">
        <div
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: tracks, height }}
          className={cx('grid border-b border-line px-4 text-sm text-muted', gap)}
        >
          {selection && (
            <div role="columnheader" className={cell}>
              <Mark
                checked={marked > 0 && marked === items.length}
                some={marked > 0 && marked < items.length}
                label={marked > 0 ? 'Select none' : 'Select all'}
                onToggle={() => (marked > 0 ? selection.clear() : selection.all())}
              />
            </div>
          )}
          {props.columns.map((column) => (
            <ColumnHeader key={column.name} column={column} order={props.order} onOrder={props.onOrder} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const item = items[row.index] as T
          return (
            <Row
              key={row.key}
              item={item}
              name={props.nameOf(item)}
              index={row.index}
              start={row.start}
              height={row.size}
              columns={props.columns}
              tracks={tracks}
              marked={selection ? selection.keys.has(props.keyOf(item)) : null}
              onMark={mark}
            />
          )
        })}
      </div>
    </div>
  )
}
