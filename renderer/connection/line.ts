import type { ClientContext, ClientLink } from '@orpc/client'
import type { Observable } from '../observable'

/** `connecting` until the first success; `ended` where several tries in a row found nothing that answers; `signed_out` where the front wants a session that this page does not have. */
export type LineStatus = 'connecting' | 'open' | 'reconnecting' | 'ended' | 'signed_out'

/** A way to the core that breaks and comes back. */
export type Line = {
  readonly status: Observable<LineStatus>
  /** The link of the connection that is open, waiting for one where none is. */
  readonly link: () => Promise<ClientLink<ClientContext>>
  /** Ends the wait for the next try. */
  readonly retryNow: () => void
}

/** The connection ended before the answer came: whether the core did what was asked is not known. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the core was lost before it answered.', { cause })
    this.name = 'ConnectionLost'
  }
}
