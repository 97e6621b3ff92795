import type { ReactNode } from 'react'
import { cx, VirtualList } from '../ui'

/** The left side of a screen of named things: their number and what one can do above, the names below. */
export function EntityList<T>(props: {
  readonly label: string
  readonly toolbar: ReactNode
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly row: (item: T) => ReactNode
  readonly rowHeight?: number
}) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-4 py-1">{props.toolbar}</div>
      <VirtualList
        label={props.label}
        items={props.items}
        keyOf={props.keyOf}
        row={props.row}
        rowHeight={props.rowHeight ?? 48}
      />
    </div>
  )
}

/** Class of a link that is a whole row of an `EntityList`. */
export function entityRow(selected: boolean): string {
  return cx(
    'focus-inset flex h-full min-w-0 flex-col justify-center border-b border-line px-4',
    selected ? 'bg-selected' : 'hover:bg-hover',
  )
}

/** The right side: title and steps on top, sections below. */
export function EntityDetail(props: {
  readonly label: string
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section aria-label={props.label} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-5 py-1">
        <div className="flex min-w-0 flex-1 basis-48 items-center gap-2">{props.title}</div>
        <div className="flex flex-wrap gap-2">{props.actions}</div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <div className="flex max-w-3xl flex-col gap-6">
          {props.subtitle && <p className="break-words text-muted">{props.subtitle}</p>}
          {props.children}
        </div>
      </div>
    </section>
  )
}
