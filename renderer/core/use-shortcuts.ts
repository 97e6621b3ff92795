import { useEffect, useEffectEvent } from 'react'
import { useObservable } from '../observable'
import { useCore } from './core'

/** Keys as `j`, `mod+k`, `shift+?`, or two in a row as `g i`. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // Letters in a list that opens under its control search in it.
  if (target.closest('[role=combobox], [role=listbox], [role=menu]')) return true
  // A radio button or checkbox takes the focus but no text.
  if (target.matches('input[type=radio], input[type=checkbox]')) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

function isControl(target: EventTarget | null): boolean {
  const control = target instanceof HTMLElement ? target.closest('button, a, [role="tab"], [role="tree"]') : null
  return control !== null && !control.matches('[data-row-stop][aria-current]')
}

/** The name under which a pressed key is bound. */
export function chordOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const key = event.key === 'Enter' ? 'enter' : event.key.length === 1 ? event.key.toLowerCase() : event.key
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`
}

/**
 * Binds keys while the component is there. Single letters rest while one types, while a dialog is open, or when turned off.
 * With `first` they go before the same keys of what surrounds the component, but not where `g` began a sequence.
 */
export function useShortcuts(shortcuts: Shortcuts, options: { readonly first?: boolean } = {}): void {
  const { first = false } = options
  const { singleKeys } = useObservable(useCore().appearance)
  const press = useEffectEvent((chord: string) => shortcuts[chord])
  const begins = useEffectEvent((chord: string) => Object.keys(shortcuts).some((keys) => keys.startsWith(`${chord} `)))
  useEffect(() => {
    let before = { key: '', at: 0 }
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const chord = chordOf(event)
      const single = !chord.startsWith('mod+') && !chord.startsWith('alt+')
      const dialogOpen = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
      if (single && (!singleKeys || isTyping(event.target) || dialogOpen)) return
      // Enter on a control is that control's own, except on a list's selected row, where it means the screen's step.
      if (chord === 'enter' && isControl(event.target)) return
      if (first && before.key === 'g' && event.timeStamp - before.at < 900) return
      const sequence = event.timeStamp - before.at < 900 ? press(`${before.key} ${chord}`) : undefined
      before = { key: chord, at: event.timeStamp }
      const run = sequence ?? press(chord)
      // Taken, so that what has the focus leaves the letter alone.
      if (run || begins(chord)) event.preventDefault()
      if (!run) return
      if (first) event.stopPropagation()
      run()
    }
    window.addEventListener('keydown', listen, first)
    return () => window.removeEventListener('keydown', listen, first)
  }, [singleKeys, first])
}
