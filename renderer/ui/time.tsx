import { useSyncExternalStore } from 'react'
import { formatDuration, formatExact, formatRelative } from '../format/format'
import { Tooltip } from './tooltip'

function clock(period: number) {
  return {
    subscribe: (listener: () => void) => {
      const timer = setInterval(listener, period)
      return () => clearInterval(timer)
    },
    get: () => Math.floor(Date.now() / period) * period,
  }
}
const everyHalfMinute = clock(30_000)
const everySecond = clock(1000)

/** How long ago, with the exact moment on hover. */
export function Time({ at }: { readonly at: number }) {
  const now = useSyncExternalStore(everyHalfMinute.subscribe, everyHalfMinute.get)
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap tabular">
        {formatRelative(at, Math.max(at, now))}
      </time>
    </Tooltip>
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
