import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen, type Listening } from './listen'

const token = 'the-token-of-core-json'
let pagesDir = ''
let server: Listening
const shutdown = vi.fn()
const setKeys = vi.fn()

beforeEach(async () => {
  pagesDir = mkdtempSync(join(tmpdir(), 'pages-'))
  writeFileSync(join(pagesDir, 'index.html'), '<title>Pages</title>')
  shutdown.mockReset()
  setKeys.mockReset()
  server = await listen({
    router: {},
    host: '127.0.0.1',
    port: 0,
    token,
    pagesDir,
    version: '1',
    kind: 'server',
    now: Date.now,
    busy: () => false,
    setKeys,
    shutdown,
    onClients: () => undefined,
  })
})
afterEach(async () => {
  await server.close()
  rmSync(pagesDir, { recursive: true })
})

const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
  fetch(`${server.endpoint}${path}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: JSON.stringify({ openai: 'sk-other' }) } : {}),
  })

describe('what only programs may ask', () => {
  const routes = [
    ['GET', '/health'],
    ['POST', '/url'],
    ['POST', '/keys'],
    ['POST', '/shutdown'],
  ] as const

  it.each(routes)('%s %s is refused without the token, and with another one', async (method, path) => {
    expect((await ask(path, method)).status).toBe(401)
    expect((await ask(path, method, { authorization: 'Bearer guessed' })).status).toBe(401)
    await new Promise(setImmediate)
    expect(shutdown).not.toHaveBeenCalled()
    expect(setKeys).not.toHaveBeenCalled()
  })

  it.each(routes)('%s %s is answered with the token', async (method, path) => {
    expect((await ask(path, method, { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it('a browser with a session may not ask it either', async () => {
    const code = new URL(server.newUrl()).hash.slice('#code='.length)
    const session = await fetch(`${server.endpoint}/session`, { method: 'POST', body: JSON.stringify({ code }) })
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).not.toBe('')
    expect((await ask('/shutdown', 'POST', { cookie })).status).toBe(401)
  })
})
