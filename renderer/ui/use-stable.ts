import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same one while what it does follows the latest render; for memoised children. */
export function useStable<A extends readonly unknown[]>(run: (...given: A) => void): (...given: A) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...given: A) => latest.current(...given), [])
}
