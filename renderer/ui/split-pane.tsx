import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { readPreference, writePreference } from '../preferences'
import { useWide } from './use-wide'

function useRemembered(name: string, initial: number, clamp: (share: number) => number) {
  const [share, setShare] = useState(() => clamp(readPreference(`pane.${name}`, initial)))
  const change = (next: number) => {
    const kept = clamp(next)
    setShare(kept)
    writePreference(`pane.${name}`, kept)
  }
  return [share, change] as const
}

/**
 * A list with its detail. From 1100 px they stand beside each other with a divider that can be dragged or moved with
 * the arrow keys; below, the detail covers the list while it is open.
 */
export function SplitPane(props: {
  /** Under this name the divider's place is remembered. */
  readonly name: string
  readonly list: ReactNode
  readonly detail: ReactNode
  /** Whether a detail is open; without it the list has all the room below 1100 px. */
  readonly open: boolean
  readonly initial?: number
  readonly label: string
}) {
  const wide = useWide()
  const box = useRef<HTMLDivElement>(null)
  const [share, setShare] = useRemembered(props.name, props.initial ?? 40, (value) => Math.min(75, Math.max(20, value)))

  if (!wide) return <div className="flex min-h-0 min-w-0 flex-1 flex-col">{props.open ? props.detail : props.list}</div>

  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return
    const { left, width } = box.current.getBoundingClientRect()
    setShare(((event.clientX - left) / width) * 100)
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setShare(share + by)
  }
  return (
    <div ref={box} className="flex min-h-0 min-w-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-col" style={{ width: `${share}%` }}>
        {props.list}
      </div>
      {/* A separator that moves is a widget (ARIA window splitter), so it takes focus and keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={props.label}
        aria-valuenow={Math.round(share)}
        aria-valuemin={20}
        aria-valuemax={75}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
        onDoubleClick={() => setShare(props.initial ?? 40)}
        className="relative z-10 -mx-1 w-[9px] shrink-0 cursor-col-resize touch-none before:absolute before:inset-y-0 before:left-1 before:w-px before:bg-line before:transition-colors hover:before:bg-accent-line focus-visible:outline-none focus-visible:before:w-0.5 focus-visible:before:bg-accent-text"
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{props.detail}</div>
    </div>
  )
}
