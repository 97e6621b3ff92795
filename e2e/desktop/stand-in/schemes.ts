import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { nowhere } from './chromium.ts'

// Chromium cannot learn a scheme from outside. app://bundle/x is therefore served as http://bundle.app.localhost/x:
// *.localhost is a secure context, and --host-resolver-rules lead it to this server. The main process sees app:// only.

type Handler = (request: Request) => Response | Promise<Response>
const schemes = new Map<string, Handler | null>()

export const protocol = {
  registerSchemesAsPrivileged: (list) => {
    for (const { scheme, privileges } of list) {
      if (!privileges?.standard || !privileges.secure)
        throw new Error('The Electron stand-in serves standard, secure schemes only')
      schemes.set(scheme, null)
    }
  },
  handle: (scheme, handler) => {
    if (!schemes.has(scheme))
      throw new Error(`The Electron stand-in serves privileged schemes only, and ${scheme} is none`)
    if (schemes.get(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    schemes.set(scheme, handler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>

export const toHttp = (url: string): string =>
  url.replace(/^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i, (all, scheme: string, host: string) =>
    schemes.has(scheme) ? `http://${host}.${scheme}.localhost` : all,
  )

export const fromHttp = (url: string): string =>
  url.replace(/^http:\/\/([^/?#]*)\.([a-z0-9+-]+)\.localhost/i, (all, host: string, scheme: string) =>
    schemes.has(scheme) ? `${scheme}://${host}` : all,
  )

/** Starts the server behind the schemes and answers its port. */
export async function serveSchemes(): Promise<number> {
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error('stand-in: the protocol handler failed', error)
      response.destroy()
    })
  })
  await new Promise<void>((settle) => {
    server.listen(0, '127.0.0.1', settle)
  })
  server.unref()
  return (server.address() as AddressInfo).port
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { host = '', ...headers } = request.headers
  // Chromium asks for the icon by itself; Electron does not.
  if (host === nowhere || request.url === '/favicon.ico') return void response.writeHead(204).end()
  // The raw path, not a normalised one: refusing a path is the application's work, and tests look at it.
  const url = fromHttp(`http://${host}${request.url}`)
  const handler = schemes.get(url.slice(0, url.indexOf(':')))
  if (!handler) return void request.socket.destroy()
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const answered = await handler(
    new Request(url, {
      method: request.method,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        name === 'connection' ? [] : [[name, String(value)] as [string, string]],
      ),
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
    }),
  )
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}
