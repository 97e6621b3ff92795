import { generateOperationKey } from '@orpc/tanstack-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '../connection'
import { distinct, type Stale, staleAfter } from './stale'

/** Collects what became stale for a moment, so that a burst of events asks each question once. */
function batched(queries: QueryClient) {
  let waiting: Stale[] | 'all' | null = null
  const flush = () => {
    const stale = waiting
    waiting = null
    if (stale === 'all') void queries.invalidateQueries()
    else
      for (const { path, input } of distinct(stale ?? [])) {
        void queries.invalidateQueries({ queryKey: generateOperationKey(path, input ? { input } : {}) })
      }
  }
  return (stale: readonly Stale[] | 'all') => {
    if (waiting === null) setTimeout(flush, 30)
    if (stale === 'all' || waiting === 'all') waiting = 'all'
    else waiting = [...(waiting ?? []), ...stale]
  }
}

/** Follows the core's changes for as long as the window lives, over every break of the connection. */
export async function followEvents(connection: Connection, queries: QueryClient, signal: AbortSignal): Promise<void> {
  const markStale = batched(queries)
  let after: number | undefined
  let first = true
  while (!signal.aborted) {
    await connection.ready()
    try {
      const stream = await connection.client.events.subscribe(after === undefined ? {} : { after }, { signal })
      // Without a place to resume from, whatever happened during the break is unknown.
      if (!first && after === undefined) markStale('all')
      first = false
      for await (const event of stream) {
        if (after !== undefined && event.seq < after) markStale('all')
        after = event.seq
        markStale(staleAfter(event))
      }
    } catch {
      // The line broke or the core ended the stream: both are answered by subscribing again from where it stood.
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
