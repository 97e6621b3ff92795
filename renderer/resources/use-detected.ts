import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAsk } from '../core/core'

/** A value once it has rested for `ms`. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

/** What the core says about a path while it is typed. */
export function useDetected(path: string) {
  const rested = useRested(path.trim(), 250)
  return useQuery({
    ...useAsk().resources.detect.queryOptions({ input: { path: rested } }),
    enabled: rested.length > 0,
    staleTime: 0,
    retry: false,
  })
}
