import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'

export type Env = { Bindings: HttpBindings }

export type ProgramRoutes = {
  readonly version: string
  readonly kind: string
  readonly busy: () => boolean
  readonly setKeys: (keys: Readonly<Record<string, string>>) => void
  readonly shutdown: () => void
  readonly newUrl: () => string
  readonly isProgram: (c: Context<Env>) => boolean
}

/** Provider keys by name; null, as JSON has it, forgets one. */
function keysFrom(body: unknown): Readonly<Record<string, string>> {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(entries.map(([provider, key]) => [provider, typeof key === 'string' ? key : '']))
}

/** What only programs with the token may ask: the core's health, its end, a URL for a browser, keys kept in memory. */
export function addProgramRoutes(app: Hono<Env>, options: ProgramRoutes): void {
  const only = async (c: Context<Env>, next: () => Promise<void>) =>
    options.isProgram(c) ? next() : c.json({ error: 'The token of core.json is needed.' }, 401)
  app.get('/health', only, (c) =>
    c.json({ busy: options.busy(), kind: options.kind, version: options.version, pid: process.pid }),
  )
  app.post('/url', only, (c) => c.json({ url: options.newUrl() }))
  app.post('/shutdown', only, (c) => {
    setImmediate(options.shutdown)
    return c.json({ ok: true })
  })
  app.post('/keys', only, async (c) => {
    options.setKeys(keysFrom(await c.req.json().catch(() => null)))
    return c.json({ ok: true })
  })
}
