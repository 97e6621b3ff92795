import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react'
import { cx } from './cx'

export type Column<T> = {
  readonly name: string
  /** A CSS grid track. */
  readonly width: string
  readonly cell: (item: T) => ReactNode
  readonly align?: 'end'
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  stops[at + by]?.focus()
}

const cell = 'flex min-w-0 items-center'
const tracksOf = <T,>(columns: readonly Column<T>[]) => columns.map((column) => column.width).join(' ')

/** Kept as it is while the table scrolls past it. */
const Row = memo(PlainRow) as typeof PlainRow

function PlainRow<T>(row: {
  readonly item: T
  readonly index: number
  readonly start: number
  readonly columns: readonly Column<T>[]
}) {
  return (
    <div
      role="row"
      aria-rowindex={row.index + 2}
      style={{ gridTemplateColumns: tracksOf(row.columns), transform: `translateY(${row.start}px)` }}
      className="absolute top-0 left-0 grid h-8 w-full gap-4 border-b border-line px-4 hover:bg-hover has-[[data-row-stop]:focus-visible]:bg-hover max-[1099px]:gap-2"
    >
      {row.columns.map((column) => (
        <div key={column.name} role="cell" className={cx(cell, column.align === 'end' && 'justify-end tabular')}>
          {column.cell(row.item)}
        </div>
      ))}
    </div>
  )
}

/** A table of any length of which only the rows in sight exist; arrow keys move between the rows' links. */
export function VirtualTable<T>(props: {
  readonly label: string
  readonly items: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly keyOf: (item: T) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: props.items.length,
    getScrollElement: () => box.current,
    estimateSize: () => 32,
    overscan: 8,
    getItemKey: (index) => props.keyOf(props.items[index] as T),
  })
  const tracks = { gridTemplateColumns: tracksOf(props.columns) }
  return (
    // The rows hold the links that take focus; the table only passes arrow keys on between them.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/no-noninteractive-element-interactions
    <div
      role="table"
      aria-label={props.label}
      aria-rowcount={props.items.length + 1}
      ref={box}
      onKeyDown={moveFocus}
      className="min-h-0 flex-1 overflow-auto"
    >
      <div role="rowgroup" className="sticky top-0 z-10 min-w-fit bg-canvas">
        <div
          role="row"
          aria-rowindex={1}
          style={tracks}
          className="grid h-8 gap-4 border-b border-line px-4 text-sm text-muted max-[1099px]:gap-2"
        >
          {props.columns.map((column) => (
            <div key={column.name} role="columnheader" className={cx(cell, column.align === 'end' && 'justify-end')}>
              {column.name}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const item = props.items[row.index] as T
          return <Row key={row.key} item={item} index={row.index} start={row.start} columns={props.columns} />
        })}
      </div>
    </div>
  )
}
