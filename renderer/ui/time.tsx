import { useSyncExternalStore } from 'react'
import { formatDuration, formatExact, formatRelative } from '../format/format'

/** A clock that many views share: one timer, and none while nobody looks. */
function clock(period: number) {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      timer ??= setInterval(tick, period)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    get: () => Math.floor(Date.now() / period) * period,
  }
}
const everyHalfMinute = clock(30_000)
const everySecond = clock(1000)

/** The present moment to half a minute, for what depends on it. */
export function useNow(): number {
  return useSyncExternalStore(everyHalfMinute.subscribe, everyHalfMinute.get)
}

/** How long ago, with the exact moment on hover. */
export function Time({ at }: { readonly at: number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)} className="whitespace-nowrap tabular">
      {formatRelative(at, Math.max(at, now))}
    </time>
  )
}

/** A duration; while `running`, it goes on from the moment it was told. */
export function Elapsed(props: { readonly ms: number; readonly running: boolean; readonly toldAt: number }) {
  return props.running ? <Ticking ms={props.ms} toldAt={props.toldAt} /> : <Duration ms={props.ms} />
}

function Ticking({ ms, toldAt }: { readonly ms: number; readonly toldAt: number }) {
  const now = useSyncExternalStore(everySecond.subscribe, everySecond.get)
  return <Duration ms={ms + Math.max(0, now - toldAt)} />
}

export function Duration({ ms }: { readonly ms: number }) {
  return <span className="whitespace-nowrap tabular">{formatDuration(ms)}</span>
}
