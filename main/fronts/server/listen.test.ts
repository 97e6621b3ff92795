import { os, type AnyRouter } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { contentPolicy } from '../content-policy'
import { ask, openStream, startTestServer, testToken, type TestServer, upgradeAt } from './testing'

const router = {
  echo: {
    text: os
      .route({ method: 'POST', path: '/echo/text' })
      .input(z.object({ text: z.string() }))
      .handler(({ input }) => ({ length: input.text.length })),
    forever: os.handler(async function* ({ signal }) {
      yield 1
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    }),
  },
} as unknown as AnyRouter

const bearer = { authorization: `Bearer ${testToken}` }
let server: TestServer
beforeEach(async () => {
  server = await startTestServer(router)
})
afterEach(() => server.close())

const hostOf = () => new URL(server.endpoint).host

async function cookieFrom(from = server): Promise<string> {
  const code = new URL(from.newUrl()).hash.slice('#code='.length)
  const answer = await ask(from.endpoint, '/session', { method: 'POST', body: JSON.stringify({ code }) })
  return String(answer.headers['set-cookie']).split(';')[0]!
}

const upgrade = (path: string, headers?: Record<string, string>) => upgradeAt(server.endpoint, path, headers)

describe('who may ask', () => {
  it.each(['GET /health', 'POST /url', 'POST /shutdown', 'POST /keys', 'POST /rpc/echo/text', 'GET /api/openapi.json'])(
    '%s wants the token',
    async (route) => {
      const [method = '', path = ''] = route.split(' ')
      expect((await ask(server.endpoint, path, { method })).status).toBe(401)
      expect((await ask(server.endpoint, `${path}?token=${testToken}`, { method })).status).toBe(401)
      expect((await ask(server.endpoint, path, { method, headers: { authorization: 'Bearer no' } })).status).toBe(401)
      expect((await ask(server.endpoint, path, { method, headers: bearer })).status).not.toBe(401)
    },
  )

  it('lets a browser call with its session, and not do what only programs may', async () => {
    const headers = { cookie: await cookieFrom(), 'content-type': 'application/json' }
    const body = JSON.stringify({ json: { text: 'four' } })
    const answer = await ask(server.endpoint, '/rpc/echo/text', { method: 'POST', headers, body })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { json: { length: 4 } }])
    for (const path of ['/url', '/shutdown', '/keys'])
      expect((await ask(server.endpoint, path, { method: 'POST', headers })).status).toBe(401)
  })

  it('hands the session over as a cookie that scripts and other sites never see, once for a code', async () => {
    const code = new URL(server.newUrl()).hash.slice('#code='.length)
    const exchange = () => ask(server.endpoint, '/session', { method: 'POST', body: JSON.stringify({ code }) })
    const first = await exchange()
    expect(String(first.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/)
    const second = await exchange()
    expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
    expect((await ask(server.endpoint, '/session', { method: 'POST', body: 'not json' })).status).toBe(401)
  })

  it('keeps its session in a browser that opens another server of the same host', async () => {
    const other = await startTestServer(router)
    // As a browser keeps them: by host and name, whatever the port, the later in place of the earlier.
    const jar = new Map([await cookieFrom(), await cookieFrom(other)].map((one) => one.split('=') as [string, string]))
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ json: { text: 'four' } })
    for (const { endpoint } of [server, other])
      expect((await ask(endpoint, '/rpc/echo/text', { method: 'POST', headers, body })).status).toBe(200)
    await other.close()
  })

  it.each([
    ['a rebound name', { host: 'evil.example' }],
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('refuses %s whatever it carries', async (_what, headers) => {
    const answer = await ask(server.endpoint, '/health', { headers: { ...bearer, ...headers } })
    expect(answer.status).toBe(403)
    expect(answer.text).not.toContain('pid')
    expect(await upgrade('/rpc', { ...bearer, ...headers })).toBe(403)
  })

  it('upgrades for those who may call, at one address', async () => {
    expect(await upgrade('/rpc', bearer)).toBe('open')
    expect(await upgrade('/rpc', { cookie: await cookieFrom(), origin: server.endpoint })).toBe('open')
    expect(await upgrade('/rpc')).toBe(401)
    expect(await upgrade('/rpc', { cookie: `${(await cookieFrom()).split('=')[0]}=guess` })).toBe(401)
    expect(await upgrade(`/rpc?token=${testToken}`)).toBe(404)
    expect(await upgrade('/other', bearer)).toBe(404)
  })
})

describe('what programs may do', () => {
  it('asks for health, a new URL, and the end; hands keys over and takes them back', async () => {
    const health = await ask(server.endpoint, '/health', { headers: bearer })
    expect(JSON.parse(health.text)).toEqual({ busy: false, kind: 'server', version: 'test', pid: process.pid })
    const { url } = JSON.parse((await ask(server.endpoint, '/url', { method: 'POST', headers: bearer })).text) as {
      url: string
    }
    expect(url).toMatch(new RegExp(`^${server.endpoint}/#code=[\\w-]{32}$`))
    const keys = JSON.stringify({ openai: 'sk-1', anthropic: null })
    await ask(server.endpoint, '/keys', { method: 'POST', headers: bearer, body: keys })
    await ask(server.endpoint, '/keys', { method: 'POST', headers: bearer, body: 'not json' })
    expect(server.keys).toEqual([{ openai: 'sk-1', anthropic: '' }, {}])
    await ask(server.endpoint, '/shutdown', { method: 'POST', headers: bearer })
    await server.asked
  })
})

describe('a call that does not exist', () => {
  it.each([
    ['/rpc/echo/nothing', (body: { json?: unknown }) => body.json],
    ['/api/echo/nothing', (body: unknown) => body],
  ] as const)('is refused like any other: %s', async (path, refusalIn) => {
    const answer = await ask(server.endpoint, path, { method: 'POST', headers: bearer })
    expect(answer.status).toBe(404)
    expect(refusalIn(JSON.parse(answer.text) as object)).toMatchObject({
      defined: true,
      code: 'NOT_FOUND',
      data: {
        kind: 'missing',
        code: 'server.no_such_call',
        hint: expect.stringContaining('/api/openapi.json') as unknown,
      },
    })
  })
})

describe('every answer', () => {
  it.each([
    ['a page', 'GET', '/', {}, 200],
    ['an asset', 'GET', '/assets/index-1.js', {}, 200],
    ['no page', 'GET', '/nowhere.html', {}, 404],
    ['a stranger', 'GET', '/', { host: 'evil.example' }, 403],
    ['a call without a token', 'POST', '/rpc/echo/text', {}, 401],
    ['a call', 'POST', '/rpc/echo/text', { ...bearer, 'content-type': 'application/json' }, 400],
    ['an unknown call', 'POST', '/rpc/echo/nothing', bearer, 404],
    ['the description', 'GET', '/api/openapi.json', bearer, 200],
  ] as const)('carries the security headers: %s', async (_what, method, path, headers, status) => {
    const answer = await ask(server.endpoint, path, { method, headers: { ...headers } })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('is not kept, but for assets whose names change with their content', async () => {
    expect((await ask(server.endpoint, '/')).headers['cache-control']).toBe('no-store')
    expect((await ask(server.endpoint, '/assets/index-1.js')).headers['cache-control']).toContain('immutable')
  })

  it.each([
    '/../secret.json',
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/..%2frenderer-other/secret.json',
    '/assets/%2e%2e%5c..%5csecret.json',
    '/..%252fsecret.json',
    '/%00.html',
    '/%',
    '/assets',
  ])('holds no file from outside: %s', async (path) => {
    const answer = await ask(server.endpoint, path)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain('secret')
  })
})

describe('too much', () => {
  const large = JSON.stringify({ json: { text: 'x'.repeat(5 * 1024 * 1024) } })

  it('is refused by its size, said or not', async () => {
    const headers = { ...bearer, 'content-type': 'application/json' }
    expect((await ask(server.endpoint, '/rpc/echo/text', { method: 'POST', headers, body: large })).status).toBe(413)
    const chunked = { ...headers, 'transfer-encoding': 'chunked' }
    expect(
      (await ask(server.endpoint, '/rpc/echo/text', { method: 'POST', headers: chunked, body: large })).status,
    ).toBe(413)
  })

  it('ends its own connection and no other', async () => {
    const [one, other] = [0, 1].map(
      () => new WebSocket(`${server.endpoint.replace('http', 'ws')}/rpc`, { headers: bearer }),
    )
    await Promise.all([one!, other!].map((socket) => new Promise((resolve) => socket.on('open', resolve))))
    const closed = new Promise((resolve) => one!.on('close', resolve))
    one!.on('error', () => undefined)
    one!.send(large)
    await closed
    expect(other!.readyState).toBe(WebSocket.OPEN)
    expect((await ask(server.endpoint, '/health', { headers: bearer })).status).toBe(200)
    other!.terminate()
  })

  it('is no reason to end for a peer that leaves in the middle of a refused upgrade', async () => {
    const { connect } = await import('node:net')
    const socket = connect({ port: Number(new URL(server.endpoint).port), host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.write(`GET /rpc HTTP/1.1\r\nHost: ${hostOf()}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`)
    socket.resetAndDestroy()
    expect((await ask(server.endpoint, '/health', { headers: bearer })).status).toBe(200)
  })
})

describe('clients', () => {
  it('are counted as long as they are answered or connected', async () => {
    const last = () => server.counts.at(-1)
    const socket = new WebSocket(`${server.endpoint.replace('http', 'ws')}/rpc`, { headers: bearer })
    await new Promise((resolve) => socket.on('open', resolve))
    expect(last()).toBe(1)
    const stream = await openStream(server.endpoint, '/rpc/echo/forever', bearer)
    expect(last()).toBe(2)
    stream.leave()
    socket.close()
    await vi.waitFor(() => expect(last()).toBe(0))
  })
})
