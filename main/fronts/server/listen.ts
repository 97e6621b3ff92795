import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { AnyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { failed, type RefusalData } from '@shared/model/refusal'
import { callerOf, createAccess, type Access } from './access'
import { describeApi } from './describe-api'
import { loopbackHost } from './loopback'
import { readPage, securityHeaders } from './pages'
import { addProgramRoutes, type Env, type ProgramRoutes } from './program-routes'
import { serveSockets } from './upgrade'

/** Bytes of a request's body; the largest thing anyone sends is a YAML source. */
const largestBody = 4 * 1024 * 1024

export type ServerOptions = Omit<ProgramRoutes, 'newUrl' | 'isProgram'> & {
  readonly router: AnyRouter
  /** One of this machine's own addresses; any other is refused. */
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly token: string
  readonly pagesDir: string
  readonly now: () => number
  /** Told whenever a client comes or goes, with how many are being answered or stay connected. */
  readonly onClients: (count: number) => void
  readonly onFault: (error: unknown) => void
}

export type Listening = { readonly endpoint: string; readonly newUrl: () => string; close(): Promise<void> }

/** What a call that does not exist is answered with, in the form of every other refusal. */
function noSuchCall(path: string) {
  const message = `There is no call ${path}. Nothing was done.`
  const hint = 'GET /api/openapi.json lists every call.'
  const data: RefusalData = { kind: 'missing', code: 'server.no_such_call', message, hint, details: { path } }
  return { defined: true, code: 'NOT_FOUND', status: 404, message, data }
}

function addApi(
  app: Hono<Env>,
  { router, version }: Pick<ServerOptions, 'router' | 'version'>,
  isAllowed: (c: Context<Env>) => boolean,
): void {
  const rpc = new RPCHandler(router)
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
  app.all('/rpc/*', async (c) => {
    const { response } = await rpc.handle(c.req.raw, { prefix: '/rpc', context: {} })
    return response ?? c.json({ json: noSuchCall(c.req.path) }, 404)
  })
  app.get('/api/openapi.json', async (c) => c.json(await describeApi(router, version)))
  app.all('/api/*', async (c) => {
    const { response } = await api.handle(c.req.raw, { prefix: '/api', context: {} })
    return response ?? c.json(noSuchCall(c.req.path), 404)
  })
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

/** Exchanges the one-time code of a URL for a session cookie. */
function addSession(app: Hono<Env>, access: Access): void {
  app.post('/session', async (c) => {
    const body: unknown = await c.req.json().catch(() => null)
    const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
    const session = access.exchange(code)
    if (!session)
      return c.json({ error: 'The code was used already, or is too old. Run `agents serve` again for a new one.' }, 401)
    c.header('set-cookie', `${access.cookieName()}=${session}; HttpOnly; SameSite=Strict; Path=/`)
    return c.json({ ok: true })
  })
}

/** Refuses strangers, gives every answer the security headers, and tells when an answer begins and ends. */
function addGate(app: Hono<Env>, access: Access, counted: (change: number) => void): void {
  app.use('*', async (c, next) => {
    const isFromHere = access.fromHere(callerOf(c.env.incoming.headers))
    if (isFromHere) {
      counted(1)
      c.env.outgoing.once('close', () => counted(-1))
      await next()
    } else c.res = c.text('This server answers only to its own address.', 403)
    // Afterwards, because answers that come whole from a handler take nothing from what was set before.
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
  })
  const tooLarge = { code: 'PAYLOAD_TOO_LARGE', message: `A request may hold ${largestBody} bytes; nothing was done.` }
  app.use('*', bodyLimit({ maxSize: largestBody, onError: (c) => c.json(tooLarge, 413) }))
}

/** Serves the router and the pages on a loopback address; resolves when it listens. */
export async function listen(options: ServerOptions): Promise<Listening> {
  const host = loopbackHost(options.host)
  const access = createAccess(options.token, options.now)
  const app = new Hono<Env>()
  let endpoint = ''
  let answering = 0
  const newUrl = () => `${endpoint}/#code=${access.newCode()}`
  const isProgram = (c: Context<Env>) => access.isProgram(callerOf(c.env.incoming.headers))
  const isBrowser = (c: Context<Env>) => access.isBrowser(callerOf(c.env.incoming.headers))

  const server = createAdaptorServer({ fetch: app.fetch })
  const sockets = serveSockets(server as Parameters<typeof serveSockets>[0], {
    router: options.router,
    access,
    maxBytes: largestBody,
    changed: () => tell(),
  })
  const tell = () => options.onClients(answering + sockets.count())
  addGate(app, access, (change) => {
    answering += change
    tell()
  })
  addProgramRoutes(app, { ...options, newUrl, isProgram })
  addSession(app, access)
  addApi(app, options, (c) => isProgram(c) || isBrowser(c))
  addPages(app, options.pagesDir)
  app.onError((error, c) => {
    options.onFault(error)
    return c.json({ code: 'INTERNAL_SERVER_ERROR', message: 'Something unexpected went wrong.' }, 500)
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        failed('server.cannot_listen', `Cannot listen on ${host}:${options.port} (${error.code}).`, {
          hint: 'Choose another port with --port.',
          details: { host, port: options.port, reason: error.code ?? '' },
        }),
      ),
    )
    server.listen(options.port, host, resolve)
  })
  server.on('error', options.onFault)
  const { port } = server.address() as AddressInfo
  const own = host.includes(':') ? `[${host}]` : host
  access.listenAs([own, 'localhost'], port)
  endpoint = `http://${own}:${port}`
  return {
    endpoint,
    newUrl,
    close: () =>
      new Promise((resolve) => {
        sockets.close()
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
