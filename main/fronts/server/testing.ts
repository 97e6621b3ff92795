import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyRouter } from '@orpc/server'
import { WebSocket } from 'ws'
import { listen, type Listening, type ServerOptions } from './listen'

export const testToken = 'token-of-this-test'

/** A folder of pages as the build leaves it, inside a folder whose other files must never be served. */
export function pagesFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'renderer/assets'), { recursive: true })
  mkdirSync(join(folder, 'renderer-other'))
  writeFileSync(join(folder, 'renderer/index.html'), '<title>CleverAgents</title>')
  writeFileSync(join(folder, 'renderer/assets/index-1.js'), 'export {}')
  writeFileSync(join(folder, 'secret.json'), '{"secret":true}')
  writeFileSync(join(folder, 'renderer-other/secret.json'), '{"secret":true}')
  return join(folder, 'renderer')
}

export type TestServer = Listening & {
  readonly keys: Record<string, string>[]
  readonly counts: number[]
  readonly faults: unknown[]
  /** Resolves once the server was asked to end. */
  readonly asked: Promise<void>
}

/** The server front on a router, with what it tells its core written down. */
export async function startTestServer(router: AnyRouter, change: Partial<ServerOptions> = {}): Promise<TestServer> {
  const keys: Record<string, string>[] = []
  const counts: number[] = []
  const faults: unknown[] = []
  let shutdown: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (shutdown = resolve))
  const listening = await listen({
    router,
    host: '127.0.0.1',
    port: 0,
    token: testToken,
    version: 'test',
    kind: 'server',
    pagesDir: pagesFolder(),
    now: Date.now,
    busy: () => false,
    setKeys: (given) => keys.push({ ...given }),
    shutdown,
    onClients: (count) => counts.push(count),
    onFault: (error) => faults.push(error),
    ...change,
  })
  return { ...listening, keys, counts, faults, asked }
}

export type Answer = {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

/** One request with exactly these headers and this path: `fetch` would set its own and tidy the path up. */
export function ask(
  endpoint: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(endpoint)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        path,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}

/** Follows a stream over HTTP; resolves once it has begun. Leaving cuts the connection, as a client does that ends. */
export function openStream(
  endpoint: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ readonly leave: () => void }> {
  const { hostname, port } = new URL(endpoint)
  const all = { 'content-type': 'application/json', ...headers }
  return new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, path, method: 'POST', headers: all, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`no stream: ${response.statusCode}`))
      // Cutting it is what the test does.
      response.on('error', () => undefined)
      response.once('data', () => resolve({ leave: () => sent.destroy() }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ json: {} }))
  })
}

/** The status that an upgrade is refused with, or `open`. */
export function upgradeAt(
  endpoint: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number | 'open'> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${endpoint.replace('http', 'ws')}${path}`, { headers })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('open', () => {
      resolve('open')
      socket.close()
    })
    socket.on('error', reject)
  })
}
