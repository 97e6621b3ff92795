import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { cx } from '../ui'
import { parsePatch, type PatchRow, patchWidth } from './patch'

const rowHeight = 18

const looks = {
  add: { row: 'bg-diff-add', gutter: 'bg-diff-add-gutter', sign: '+' },
  delete: { row: 'bg-diff-delete', gutter: 'bg-diff-delete-gutter', sign: '−' },
  context: { row: '', gutter: '', sign: ' ' },
} as const

function Line({ row }: { readonly row: PatchRow }) {
  if (row.kind === 'hunk')
    return (
      <div className="flex h-full w-full items-center bg-panel text-muted">
        <span className="sticky left-0 w-28 shrink-0 pr-3 text-right select-none">⋯</span>
        <span className="whitespace-pre">{row.text}</span>
      </div>
    )
  if (row.kind === 'note')
    return (
      <div className="flex h-full items-center text-muted italic">
        <span className="w-28 shrink-0" />
        {row.text}
      </div>
    )
  const { row: look, gutter, sign } = looks[row.kind]
  return (
    <div className={cx('flex h-full w-full', look)}>
      <span className={cx('sticky left-0 flex w-28 shrink-0 text-muted select-none', gutter || 'bg-canvas')}>
        <span className="w-11 pr-1 text-right tabular">{row.old}</span>
        <span className="w-11 pr-1 text-right tabular">{row.new}</span>
        <span className="flex-1 text-center text-ink" aria-hidden>
          {sign}
        </span>
      </span>
      {row.kind !== 'context' && <span className="sr-only">{row.kind === 'add' ? 'added: ' : 'deleted: '}</span>}
      <span className="pr-6 whitespace-pre [tab-size:4]">{row.text}</span>
    </div>
  )
}

/** One file's patch, unified. Only the rows in sight exist, so 50,000 lines scroll like fifty. */
export function DiffView({ patch, label }: { readonly patch: string; readonly label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => parsePatch(patch), [patch])
  const width = useMemo(() => patchWidth(rows), [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 30,
  })
  return (
    // Scrolls in both directions, so the keyboard has to be able to reach it.
    <div
      ref={box}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="focus-inset mono min-h-0 flex-1 overflow-auto"
    >
      <div
        className="relative min-w-full"
        style={{ height: virtual.getTotalSize(), width: `calc(7rem + ${width + 4}ch)` }}
      >
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
          >
            <Line row={rows[item.index] as PatchRow} />
          </div>
        ))}
      </div>
    </div>
  )
}
