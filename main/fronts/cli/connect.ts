import { join } from 'node:path'
import type { Client } from '@shared/contract'
import { failed } from '@shared/model/refusal'
import { fs } from './builtin'
import { callRoute, CoreAbsent, CoreLost, createClient, type CoreAddress } from './wire'

export type Manifest = CoreAddress & { readonly pid: number }

export type CoreLine = {
  readonly client: Client
  /** The live core, or undefined; starts none. */
  readonly live: () => Promise<Manifest | undefined>
}

// A planted manifest must not make us send keys to another machine.
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost):\d{1,5}$/

/** `core.json` of a data folder; undefined where it is absent, half written or not understood. */
export function readManifest(dataDir: string): Manifest | undefined {
  let value: unknown
  try {
    value = JSON.parse(fs.readFileSync(join(dataDir, 'core.json'), 'utf8'))
  } catch {
    // Absent or being written: in both cases no core can be reached through it now.
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { pid, endpoint, token } = value as Partial<Record<string, unknown>>
  const known = typeof pid === 'number' && typeof endpoint === 'string' && typeof token === 'string'
  return known && loopback.test(endpoint) ? { pid, endpoint, token } : undefined
}

/** Whether a process with this id exists; one that belongs to somebody else counts. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM says that it exists but is not ours; ESRCH that it does not exist.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

type LineOptions = {
  readonly dataDir: string
  /** Starts a core, or waits for one that somebody else starts; `known` is the manifest that leads nowhere. */
  readonly start: (known: Manifest | undefined) => Promise<Manifest>
}

/** The line to the core of a data folder: attaches to a live one, else starts one at the first call. */
export function connectCore({ dataDir, start }: LineOptions): CoreLine {
  let current: Manifest | undefined
  let starting: Promise<Manifest> | undefined

  const find = () => {
    const manifest = readManifest(dataDir)
    return manifest && isAlive(manifest.pid) ? manifest : undefined
  }

  /** A core other than the one that is gone; calls that are made at once wait for the same start. */
  async function another(gone: Manifest | undefined): Promise<Manifest> {
    if (current && current !== gone) return current
    starting ??= start(gone).finally(() => (starting = undefined))
    return (current = await starting)
  }

  async function withCore<T>(run: (core: CoreAddress) => Promise<T>): Promise<T> {
    current ??= find()
    const used = current ?? (await another(undefined))
    try {
      return await run(used)
    } catch (error) {
      if (error instanceof CoreLost) {
        if (current === used) current = undefined
        throw lost(error)
      }
      if (!(error instanceof CoreAbsent)) throw error
    }
    // The manifest was left behind by a core that is gone, or its process id now belongs to another program.
    const next = await another(used)
    try {
      return await run(next)
    } catch (error) {
      throw error instanceof CoreAbsent || error instanceof CoreLost ? lost(error) : error
    }
  }

  return {
    client: createClient(withCore),
    live: async () => {
      const manifest = find()
      if (!manifest) return undefined
      return callRoute(manifest, '/rpc/events/pulse').then(
        () => manifest,
        () => undefined,
      )
    },
  }
}

function lost(error: Error) {
  return failed('core.lost', `The connection to the core was lost (${error.message}); what it had stored is kept.`, {
    hint: 'Run the command again: it starts a new core. `agents diagnostics` tells more.',
  })
}
