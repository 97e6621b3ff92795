import type { CallTimeouts } from '../../models'
import { CallFailure } from '../../models'

/** Watches one attempt: its signal ends when the caller aborts or a time is over. */
export type Deadlines = {
  readonly signal: AbortSignal
  /** A `fetch` that notes every byte of the answer. */
  readonly fetch: typeof fetch
  /** The reason why the signal ended, as the attempt is to fail with it; undefined while it has not. */
  failure(): unknown
  dispose(): void
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`

/** Starts the clocks of an attempt: to the first byte, between two bytes (pings of the server count), and in all. */
export function startDeadlines(outer: AbortSignal, timeouts: CallTimeouts, inner: typeof fetch): Deadlines {
  const controller = new AbortController()
  const expire = (message: string) => () => controller.abort(new CallFailure('timeout', message))
  const follow = () => controller.abort(outer.reason)
  if (outer.aborted) follow()
  else outer.addEventListener('abort', follow, { once: true })
  const total = setTimeout(expire(`no complete answer within ${seconds(timeouts.totalMs)}`), timeouts.totalMs)
  let silence = setTimeout(expire(`nothing came within ${seconds(timeouts.firstByteMs)}`), timeouts.firstByteMs)
  const touch = () => {
    clearTimeout(silence)
    silence = setTimeout(expire(`nothing more came for ${seconds(timeouts.idleMs)}`), timeouts.idleMs)
  }

  async function watched(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    // A redirect would carry the key to an address that nobody chose.
    const response = await inner(input, { ...init, redirect: 'error' })
    if (!response.body) return response
    const noted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, sink) {
        touch()
        sink.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(noted), response)
  }

  return {
    signal: controller.signal,
    fetch: watched,
    failure: () => (controller.signal.aborted ? controller.signal.reason : undefined),
    dispose() {
      clearTimeout(total)
      clearTimeout(silence)
      outer.removeEventListener('abort', follow)
    },
  }
}
