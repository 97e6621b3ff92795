import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { Client } from '@shared/contract'
import type { CoreAddress } from './core-discovery'

/** Speaks to a core as any program with its token does. */
export function coreClient({ endpoint, token }: CoreAddress): Client {
  const headers = { authorization: `Bearer ${token}` }
  return createORPCClient<Client>(new RPCLink({ url: `${endpoint}/rpc`, headers }))
}
