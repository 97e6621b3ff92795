import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

const main = () => document.getElementById('main')
const nowhere = () => document.activeElement === null || document.activeElement === document.body

/** Puts the focus where a screen begins: its first field where it names one, else the screen itself. */
function focusScreen(): void {
  const place = main()
  const field = place?.querySelector<HTMLElement>('[data-first-field]')
  ;(field ?? place)?.focus({ preventScroll: true })
}

/**
 * Keeps the keyboard in the screen. A screen that is gone to takes the focus, unless it was in the part of the screen
 * that stays, as in the list beside a detail; and where the element that held it is taken away, the screen gets it.
 */
export function useFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef<string | undefined>(undefined)
  /** Until then a first field that comes late, as with its data, still takes the focus from its screen. */
  const arriving = useRef(0)
  useEffect(() => {
    const first = before.current === undefined
    before.current = path
    // What was opened by its address keeps the browser's own beginning, from which Tab leads to "Skip to content".
    if (first || path === undefined) return
    arriving.current = performance.now() + 3000
    // A dialog that closes as one leaves gives its focus back first.
    const timer = setTimeout(() => {
      const active = document.activeElement
      const inDialog = active?.closest('[role="dialog"]')
      if (!inDialog && !main()?.contains(active)) focusScreen()
    })
    return () => clearTimeout(timer)
  }, [path])
  useEffect(() => {
    let held: Element | null = null
    const follow = (event: FocusEvent) => {
      held = event.target as Element
      if (held !== main()) arriving.current = 0
    }
    const look = () => {
      const lost = held !== null && !held.isConnected && nowhere()
      const late =
        performance.now() < arriving.current &&
        document.activeElement === main() &&
        main()?.querySelector('[data-first-field]')
      if (!lost && !late) return
      held = null
      focusScreen()
    }
    const watch = new MutationObserver(look)
    document.addEventListener('focusin', follow)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', follow)
      watch.disconnect()
    }
  }, [])
}
