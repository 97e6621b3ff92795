import { useSyncExternalStore } from 'react'

/** A value outside React that views can follow. */
export type Observable<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}
export type Writable<T> = Observable<T> & { readonly set: (value: T) => void }

export function observable<T>(initial: T): Writable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useObservable<T>(source: Observable<T>): T {
  return useSyncExternalStore(source.subscribe, source.get)
}
