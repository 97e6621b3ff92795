import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Where a core answers, and the secret that opens it. */
export type CoreAddress = { readonly endpoint: string; readonly token: string }

const manifestSchema = z.object({
  pid: z.int().positive(),
  // A planted manifest must not make us send keys to another machine.
  endpoint: z.string().regex(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d{1,5}$/),
  token: z.string().min(1),
  kind: z.enum(['desktop', 'server', 'background']),
})
/** What the core of a data folder says about itself in `core.json`. */
export type CoreManifest = z.infer<typeof manifestSchema>

const healthSchema = z.object({ busy: z.boolean(), kind: z.string() })
export type CoreHealth = z.infer<typeof healthSchema>

// Long, because a machine that runs builds is slow to answer; a core that is gone refuses at once.
const healthTimeoutMs = 5000

/** The live core of a data folder: its process lives and it answers with its own token; null where there is none. */
export async function findCore(dataDir: string): Promise<{ manifest: CoreManifest; health: CoreHealth } | null> {
  const manifest = await readManifest(dataDir)
  if (manifest === null || !isAlive(manifest.pid)) return null
  const health = await askHealth(manifest)
  return health === null ? null : { manifest, health }
}

/** `core.json`, or null where it is absent or not understood: both mean that no core can be reached through it. */
export async function readManifest(dataDir: string): Promise<CoreManifest | null> {
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(await readFile(join(dataDir, 'core.json'), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    // Absent, or being written at this moment.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
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

/** What the core says of itself, or null where nothing (or something else) answers within five seconds. */
export async function askHealth(address: CoreAddress): Promise<CoreHealth | null> {
  try {
    const response = await callCore(address, 'GET', '/health', undefined, healthTimeoutMs)
    if (!response.ok) return null
    const parsed = healthSchema.safeParse(await response.json())
    return parsed.success ? parsed.data : null
  } catch {
    // Refused, timed out, or not JSON: whatever listens there is no core that we could use.
    return null
  }
}

/** One request to the core's private endpoint. Rejects where it cannot be reached within the time given. */
export function callCore(
  { endpoint, token }: CoreAddress,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  timeoutMs = 5000,
): Promise<Response> {
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }
  return fetch(`${endpoint}${path}`, init)
}
