import { useSyncExternalStore } from 'react'

const query = '(min-width: 1100px)'

/** Whether there is room for a detail beside its list. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
