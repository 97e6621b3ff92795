import { useState } from 'react'

export type Selection = {
  readonly keys: ReadonlySet<string>
  readonly toggle: (key: string, extend: boolean) => void
  readonly all: () => void
  readonly clear: () => void
}

/** Which rows of a list are marked. `extend` marks everything from the last one to this one. Rows that are gone are not. */
export function useSelection(order: readonly string[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const there = new Set(order)
  const keys = new Set([...marked].filter((key) => there.has(key)))
  return {
    keys,
    toggle: (key, extend) => {
      const next = new Set(keys)
      const [from, to] = [last === null ? -1 : order.indexOf(last), order.indexOf(key)]
      if (extend && from >= 0 && to >= 0) {
        for (const between of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
      } else if (!next.delete(key)) next.add(key)
      setMarked(next)
      setLast(key)
    },
    all: () => setMarked(there),
    clear: () => setMarked(new Set()),
  }
}
