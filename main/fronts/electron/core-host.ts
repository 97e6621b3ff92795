import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { failed } from '@shared/model/refusal'
import { appearing, endMs, liveCore, requestEnd } from './core-choice'
import type { CoreAddress } from './core-discovery'

/** The core's process as the desktop sees it. */
export type CoreChild = {
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onExit: (listener: (code: number) => void) => void
  readonly kill: () => void
}

export type CoreHostDeps = {
  readonly dataDir: string
  readonly startChild: () => CoreChild
  /** Runs before the address of a newly found or started core is given out. */
  readonly onConnected: (address: CoreAddress) => Promise<void>
}

export type CoreHost = {
  /** The core to talk to: a live one of this data folder, else our own. Rejects with a refusal where none can be had. */
  readonly address: () => Promise<CoreAddress>
  /** Says that the core at this address no longer answers, so that the next `address` looks again. */
  readonly lost: (address: CoreAddress) => void
  /** Where our own core answers; null where we have none, or only attached to another's. */
  readonly own: () => CoreAddress | null
  /** Ends our own core, asking first; one that we only attached to goes on. */
  readonly stop: () => Promise<void>
}

/** The code with which a core refuses to start because another has its data folder. */
const lockedCode = 'core.locked'
const readyMessage = z.object({ type: z.literal('ready'), endpoint: z.string(), token: z.string() })
const refusedMessage = z.object({
  type: z.literal('refused'),
  code: z.string().default(lockedCode),
  message: z.string().default(''),
  hint: z.string().default(''),
})
type Outcome =
  | { readonly ready: CoreAddress }
  | { readonly code: string; readonly refused: string; readonly hint: string }
type Own = { readonly child: CoreChild; readonly address: CoreAddress; readonly exited: Promise<unknown> }

const crashWindowMs = 60_000
const crashLimit = 5

export function createCoreHost(deps: CoreHostDeps): CoreHost {
  let current: Promise<CoreAddress> | null = null
  let own: Own | null = null
  let stopped = false
  const limitStarts = createStartLimit(deps.dataDir)

  async function connect(): Promise<CoreAddress> {
    const address = own?.address ?? (await attachOrStart())
    await deps.onConnected(address)
    return address
  }

  async function attachOrStart(): Promise<CoreAddress> {
    const live = await liveCore(deps.dataDir)
    if (live !== null) return live
    if (stopped) throw failed('core.stopped', 'The application is closing.')
    limitStarts()
    const outcome = await startOwn()
    if ('ready' in outcome) return outcome.ready
    // Another core took the lock between our look and our start; it may still be starting.
    const other = outcome.code === lockedCode ? await appearing(deps.dataDir) : null
    if (other !== null) return other
    throw failed(outcome.code, outcome.refused, { hint: outcome.hint })
  }

  async function startOwn(): Promise<Outcome> {
    const child = deps.startChild()
    const exited = new Promise<number>((settle) => child.onExit(settle))
    const outcome = await Promise.race([firstOutcome(child), exited.then(endedEarly)])
    if (!('ready' in outcome)) {
      child.kill()
      return outcome
    }
    const started: Own = { child, address: outcome.ready, exited }
    own = started
    child.onExit(() => {
      own = null
      current = null
    })
    return outcome
  }

  return {
    address: () => {
      if (current === null) {
        const attempt = connect()
        current = attempt
        attempt.catch(() => {
          // The caller gets the reason; the next one tries afresh.
          if (current === attempt) current = null
        })
      }
      return current
    },
    lost: (address) => {
      // A window's line may break while our own core lives; then it is the line that is made anew.
      if (own?.address.endpoint !== address.endpoint) current = null
    },
    own: () => own?.address ?? null,
    stop: async () => {
      stopped = true
      if (own === null) return
      const { child, address, exited } = own
      await requestEnd(address)
      await Promise.race([exited, delay(endMs, undefined, { ref: false }).then(child.kill)])
    },
  }
}

/** Refuses a start where the core has ended too often of late: something is wrong that a restart does not cure. */
function createStartLimit(dataDir: string): () => void {
  let starts: readonly number[] = []
  return () => {
    const now = Date.now()
    starts = [...starts.filter((at) => now - at < crashWindowMs), now]
    if (starts.length <= crashLimit) return
    throw failed('core.crashing', `The core ended ${crashLimit} times within a minute; what it had stored is kept.`, {
      hint: `Read the log in ${dataDir}, then start the application again.`,
    })
  }
}

function firstOutcome(child: CoreChild): Promise<Outcome> {
  return new Promise((settle) => {
    child.onMessage((message) => {
      const ready = readyMessage.safeParse(message)
      if (ready.success) settle({ ready: { endpoint: ready.data.endpoint, token: ready.data.token } })
      const refused = refusedMessage.safeParse(message)
      if (refused.success) {
        const { code, message, hint } = refused.data
        settle({ code, refused: message, hint })
      }
    })
  })
}

const endedEarly = (code: number): Outcome => ({
  code: 'core.ended',
  refused: `The core ended with status ${code} before it was ready; nothing was changed.`,
  hint: 'Its log in the data folder says why.',
})
