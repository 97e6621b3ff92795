import type { ChangeEvent } from '@shared/contract/events'

type Topic = Exclude<ChangeEvent['topic'], 'reset' | 'heartbeat'>

/** How many changes are held for those who reconnect; older ones mean a `reset`. */
const held = 2000

export type Changes = ReturnType<typeof createChanges>

/**
 * Tells everybody what changed, in one sequence. A subscriber who reconnects with the last sequence it saw gets what it
 * missed, or `reset` where that is no longer held.
 */
export function createChanges() {
  const ring: ChangeEvent[] = []
  const listeners = new Set<(event: ChangeEvent) => void>()
  let seq = 0

  const publish = (topic: Topic, id: string | null, state: string | null = null): void => {
    const event: ChangeEvent = { seq: ++seq, topic, id, state }
    ring.push(event)
    if (ring.length > held) ring.shift()
    for (const listener of listeners) listener(event)
  }

  const missedSince = (after: number | undefined): ChangeEvent[] => {
    const reset: ChangeEvent[] = [{ seq, topic: 'reset', id: null, state: null }]
    if (after === undefined || after > seq) return reset
    const oldest = ring[0]?.seq ?? seq + 1
    return after + 1 < oldest ? reset : ring.filter((event) => event.seq > after)
  }

  return {
    publish,
    subscribe: (after: number | undefined, signal?: AbortSignal) =>
      followed(listeners, () => missedSince(after), signal),
    /** How many follow at the moment. */
    followers: () => listeners.size,
  }
}

/** An async iterator over what a set of listeners is told, begun with a snapshot taken at the moment of subscription. */
export async function* followed<T>(
  listeners: Set<(event: T) => void>,
  snapshot: () => readonly T[],
  signal?: AbortSignal,
): AsyncGenerator<T, void> {
  const waiting: T[] = [...snapshot()]
  let wake: (() => void) | undefined
  const listener = (event: T) => {
    waiting.push(event)
    wake?.()
  }
  const end = () => wake?.()
  listeners.add(listener)
  signal?.addEventListener('abort', end, { once: true })
  try {
    while (!signal?.aborted) {
      const next = waiting.shift()
      if (next !== undefined) {
        yield next
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        // Something may have arrived between the check and this promise.
        if (waiting.length > 0 || signal?.aborted) resolve()
      })
      wake = undefined
    }
  } finally {
    listeners.delete(listener)
    signal?.removeEventListener('abort', end)
  }
}
