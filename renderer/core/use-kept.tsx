import { useState } from 'react'
import { forgetPreference, readPreference, writePreference } from '../preferences'
import { Button } from '../ui'

const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Stored<T> = { readonly value: T; readonly base: T }

function read<T>(place: string, base: T) {
  const kept = readPreference<Stored<T> | null>(place, null)
  return { kept, value: kept ? kept.value : base, restored: kept !== null && !sameValue(kept.value, base) }
}

/**
 * What a person types that is stored nowhere yet. It outlives leaving the screen and closing the window, until it is
 * saved (`forget`) or given up (`discard`).
 */
export function useKept<T>(name: string, base: T) {
  const place = `draft.${name}`
  const [state, setState] = useState(() => ({ place, ...read(place, base) }))
  let now = state
  if (state.place !== place) {
    // Another name is another draft, though the screen is the same.
    now = { place, ...read(place, base) }
    setState(now)
  }
  const { value, kept, restored } = now
  const forget = () => forgetPreference(place)
  return {
    value,
    /** Whether there is anything to lose. */
    unsaved: !sameValue(value, base),
    /** Whether the value is of an earlier visit. */
    restored,
    /** Whether what it was typed over has changed since. */
    outdated: restored && kept !== null && !sameValue(kept.base, base),
    change: (next: T) => {
      setState({ ...now, value: next })
      if (sameValue(next, base)) forget()
      else writePreference(place, { value: next, base })
    },
    forget,
    discard: () => {
      forget()
      setState({ place, value: base, kept: null, restored: false })
    },
  }
}

/** Says that unsaved work was brought back, with the way to be rid of it. */
export function Restored(props: { readonly outdated?: boolean; readonly onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex min-h-row shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-4 text-muted"
    >
      <span>Restored unsaved changes{props.outdated ? '; what they began from was changed meanwhile' : ''} ·</span>
      <Button variant="ghost" className="h-6" onClick={props.onDiscard}>
        Discard changes
      </Button>
    </div>
  )
}
