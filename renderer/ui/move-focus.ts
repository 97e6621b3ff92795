import type { KeyboardEvent } from 'react'

/** Moves the focus between the rows' own links or buttons; rows outside the window are scrolled in by their focus. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-stop]')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  stops[at + by]?.focus()
}
