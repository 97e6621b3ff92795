import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Connection } from '../connection'
import type { Writable } from '../observable'
import type { Appearance } from '../theme/appearance'

/** What every screen works with. */
export function createCore(connection: Connection, queries: QueryClient, appearance: Writable<Appearance>) {
  return {
    connection,
    client: connection.client,
    queries,
    appearance,
    ask: createTanstackQueryUtils(connection.client),
  }
}
export type Core = ReturnType<typeof createCore>
export type Ask = Core['ask']

const Context = createContext<Core | null>(null)
export const CoreProvider = Context.Provider

export function useCore(): Core {
  const core = useContext(Context)
  if (!core) throw new Error('useCore outside of CoreProvider')
  return core
}

/** Query options for every question the contract knows. */
export function useAsk(): Ask {
  return useCore().ask
}
