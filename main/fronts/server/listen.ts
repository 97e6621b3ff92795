import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { AnyRouter } from '@orpc/server'
import { RPCHandler as HttpRpcHandler } from '@orpc/server/fetch'
import { RPCHandler as SocketRpcHandler } from '@orpc/server/ws'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { WebSocketServer } from 'ws'
import { failed } from '@shared/model/refusal'
import { cookieName, createAccess, type Caller } from './access'
import { readPage, securityHeaders } from './pages'

/** Bytes of a request's body; the largest thing anyone sends is a YAML source. */
const largestBody = 4 * 1024 * 1024

export type ServerOptions = {
  readonly router: AnyRouter
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly token: string
  readonly pagesDir: string
  readonly version: string
  readonly kind: string
  readonly now: () => number
  readonly busy: () => boolean
  readonly setKeys: (keys: Readonly<Record<string, string>>) => void
  readonly shutdown: () => void
  /** Told at every request, and when a client that stays comes or goes, with how many of those there are. */
  readonly onClients: (count: number) => void
}

export type Listening = { readonly endpoint: string; readonly newUrl: () => string; close(): Promise<void> }

type Env = { Bindings: HttpBindings }

function callerOf(headers: IncomingMessage['headers']): Caller {
  const { host, origin, authorization, cookie } = headers
  return { host, origin, authorization, cookie }
}

/** What only programs with the token may ask: the core's health, its end, and keys handed over in memory. */
function addProgramRoutes(
  app: Hono<Env>,
  options: ServerOptions,
  isProgram: (c: Context<Env>) => boolean,
  newUrl: () => string,
): void {
  // Named at each route, so that none can be reached by a path the guard does not cover.
  const guard: MiddlewareHandler<Env> = async (c, next) =>
    isProgram(c) ? next() : c.json({ error: 'the token of core.json is needed' }, 401)
  app.get('/health', guard, (c) =>
    c.json({ busy: options.busy(), kind: options.kind, version: options.version, pid: process.pid }),
  )
  app.post('/url', guard, (c) => c.json({ url: newUrl() }))
  app.post('/shutdown', guard, (c) => {
    setImmediate(options.shutdown)
    return c.json({ ok: true })
  })
  app.post('/keys', guard, async (c) => {
    const keys: unknown = await c.req.json().catch(() => null)
    const entries = typeof keys === 'object' && keys !== null ? Object.entries(keys) : []
    // Null forgets a key.
    const texts = entries.map(([provider, key]) => [provider, typeof key === 'string' ? key : ''] as const)
    options.setKeys(Object.fromEntries(texts))
    return c.json({ ok: true })
  })
}

function addApi(app: Hono<Env>, router: AnyRouter, isAllowed: (c: Context<Env>) => boolean): void {
  const rpc = new HttpRpcHandler(router)
  const api = new OpenAPIHandler(router)
  const guard = async (c: Context<Env>, next: () => Promise<void>) =>
    isAllowed(c)
      ? next()
      : c.json(
          { code: 'UNAUTHORIZED', message: 'Open the URL that `agents serve` prints, or send the token of core.json.' },
          401,
        )
  app.use('/rpc/*', guard)
  app.use('/api/*', guard)
  app.all(
    '/rpc/*',
    async (c) => (await rpc.handle(c.req.raw, { prefix: '/rpc', context: {} })).response ?? c.notFound(),
  )
  app.get('/api/openapi.json', async (c) => {
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
    return c.json(
      await generator.generate(router, { info: { title: 'CleverAgents', version: '1' }, servers: [{ url: '/api' }] }),
    )
  })
  app.all(
    '/api/*',
    async (c) => (await api.handle(c.req.raw, { prefix: '/api', context: {} })).response ?? c.notFound(),
  )
}

function addPages(app: Hono<Env>, pagesDir: string): void {
  app.get('*', async (c) => {
    const page = await readPage(pagesDir, c.req.path)
    if (!page) return c.text('There is no such page.', 404)
    c.header('content-type', page.type)
    c.header('cache-control', page.immutable ? 'public, max-age=31536000, immutable' : 'no-store')
    return c.body(new Uint8Array(page.body))
  })
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
}

/** Serves the router and the pages on a loopback address; resolves when it listens. */
export async function listen(options: ServerOptions): Promise<Listening> {
  const access = createAccess(options.token, options.now)
  const app = new Hono<Env>()
  let endpoint = ''
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestBody })
  const counted = () => options.onClients(sockets.clients.size)
  const caller = (c: Context<Env>) => callerOf(c.env.incoming.headers)
  const newUrl = () => `${endpoint}/#code=${access.newCode()}`

  app.use('*', async (c, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
    if (!access.fromHere(caller(c))) return c.text('This server answers only to its own address.', 403)
    counted()
    return next()
  })
  app.use('*', bodyLimit({ maxSize: largestBody }))
  addProgramRoutes(app, options, (c) => access.isProgram(caller(c)), newUrl)
  app.post('/session', async (c) => {
    const body: unknown = await c.req.json().catch(() => null)
    const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
    const session = access.exchange(code)
    if (!session)
      return c.json({ error: 'The code was used already, or is too old. Run `agents serve` again for a new one.' }, 401)
    c.header('set-cookie', `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`)
    return c.json({ ok: true })
  })
  addApi(app, options.router, (c) => access.isProgram(caller(c)) || access.isBrowser(caller(c)))
  addPages(app, options.pagesDir)

  const server = createAdaptorServer({ fetch: app.fetch })
  const rpc = new SocketRpcHandler(options.router)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const from = callerOf(request.headers)
    if (!access.fromHere(from)) return refuseUpgrade(socket, '403 Forbidden')
    if (request.url !== '/rpc') return refuseUpgrade(socket, '404 Not Found')
    if (!access.isProgram(from) && !access.isBrowser(from)) return refuseUpgrade(socket, '401 Unauthorized')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('close', () => setImmediate(counted))
      void rpc.upgrade(ws, { context: {} })
      counted()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        failed('server.cannot_listen', `Cannot listen on ${options.host}:${options.port} (${error.code}).`, {
          hint: 'Choose another port with --port.',
        }),
      ),
    )
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const names = options.host.includes(':') ? [`[${options.host}]`] : [options.host]
  access.listenAs([...names, 'localhost', '127.0.0.1'].map((name) => `${name}:${port}`))
  endpoint = `http://${names[0]}:${port}`
  return {
    endpoint,
    newUrl,
    close: () =>
      new Promise((resolve) => {
        for (const ws of sockets.clients) ws.close(1001, 'the core ends')
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
