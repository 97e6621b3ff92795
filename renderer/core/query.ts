import { QueryClient } from '@tanstack/react-query'
import { ConnectionLost } from '../connection/line'

/**
 * Answers stay good until an event says otherwise, so nothing is asked again by time or focus. A question that a lost
 * connection cut off is asked again: the next call waits until the line is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (count, error) => error instanceof ConnectionLost && count < 50,
        retryDelay: 0,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
