import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { focusPlace, type FocusPlace } from './focus-place'

const main = () => document.getElementById('main')
const nowhere = () => document.activeElement === null || document.activeElement === document.body
const inDialog = (element: Element | null) => Boolean(element?.closest('[role="dialog"]'))

/** So long a first field that comes late, as with its data or its code, still takes the focus from its screen. */
const patience = 10_000

/** Puts the focus where a screen begins: its first field where it names one, else the screen itself. */
function focusScreen(): void {
  const place = main()
  const field = place?.querySelector<HTMLElement>('[data-first-field]')
  ;(field ?? place)?.focus({ preventScroll: true })
}

/** The window that lies over the screen; one that closes is none any more. */
const dialog = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-open]')].at(-1) ?? null

/** Where a list has a selected row, that is what comes next once the answer beside it is given. */
const selectedRow = () => main()?.querySelector<HTMLElement>('[data-row-stop][aria-current]') ?? null

/**
 * Keeps the keyboard in the screen. A screen that is gone to takes the focus, unless it was in the part of the screen
 * that stays, as in the list beside a detail. Where the element that held it is taken away, the row that took its place
 * gets it, else the dialog it was in, else what opened that dialog, else the selected row of the list, else what stands
 * nearest, else the screen, from which a row that is selected soon after takes it back.
 */
export function useFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef<string | undefined>(undefined)
  const arriving = useRef(0)
  /** The screen took the focus because what held it went away, and not because one came to it. */
  const lost = useRef(false)
  /** A dialog lay over the screen when it came, and gives the focus back to what is no part of it. */
  const covered = useRef(false)
  const arrive = useEffectEvent((after: 'loss' | 'visit' = 'visit') => {
    focusScreen()
    arriving.current = performance.now() + patience
    lost.current = after === 'loss'
  })
  useEffect(() => {
    const first = before.current === undefined
    before.current = path
    // What was opened by its address keeps the browser's own beginning, from which Tab leads to "Skip to content".
    if (first || path === undefined) return
    // A dialog that closes as one leaves gives its focus back first.
    const timer = setTimeout(() => {
      const active = document.activeElement
      covered.current = inDialog(active)
      if (!covered.current && (active === main() || !main()?.contains(active))) arrive()
    })
    return () => clearTimeout(timer)
  }, [path])
  useEffect(() => {
    let held: FocusPlace | null = null
    /** What had the focus before a dialog took it, to which it goes back. */
    let opener: FocusPlace | null = null
    const follow = ({ target }: FocusEvent) => {
      const element = target as HTMLElement
      if (!inDialog(element)) opener = null
      else if (held !== null && !inDialog(held.element)) opener = held
      held = focusPlace(element)
      if (element !== main()) arriving.current = 0
      if (!covered.current || inDialog(element)) return
      covered.current = false
      if (element === main() || !main()?.contains(element)) setTimeout(() => arrive())
    }
    // Whoever does something meanwhile is not taken away from it.
    const act = (event: Event) => {
      if (event instanceof KeyboardEvent && /^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return
      arriving.current = 0
      if (event.type === 'pointerdown') covered.current = false
    }
    const look = () => {
      if (held !== null && !held.element.isConnected && nowhere()) {
        const from = opener
        const back = () => (from?.element.isConnected ? from.element : (from?.next() ?? null))
        const next = held.next() ?? dialog() ?? back() ?? selectedRow() ?? held.near() ?? from?.near() ?? null
        held = null
        if (next) next.focus({ preventScroll: true })
        else arrive('loss')
        return
      }
      if (performance.now() >= arriving.current || document.activeElement !== main()) return
      if (main()?.querySelector('[data-first-field]')) focusScreen()
      // A list that was empty for a moment, as between an answer and the next question.
      else if (lost.current) selectedRow()?.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(look)
    document.addEventListener('focusin', follow)
    document.addEventListener('keydown', act, true)
    document.addEventListener('pointerdown', act, true)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('keydown', act, true)
      document.removeEventListener('pointerdown', act, true)
      watch.disconnect()
    }
  }, [])
}
