import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectCore, type Manifest } from './connect'
import { CoreLost } from './wire'

let dataDir: string
let servers: Server[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cli-connect-'))
  servers = []
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(dataDir, { recursive: true, force: true })
})

async function serve(answer: RequestListener): Promise<Manifest> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { pid: process.pid, endpoint: `http://127.0.0.1:${port}`, token: 'secret' }
}

const json =
  (status: number, value: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ json: value }))

const events =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)

function write(manifest: unknown): void {
  writeFileSync(join(dataDir, 'core.json'), JSON.stringify(manifest))
}

const noStart = () => Promise.reject(new Error('started a core'))
const line = (start: Parameters<typeof connectCore>[0]['start'] = noStart) => connectCore({ dataDir, start }).client

describe('the line to the core', () => {
  it('sends the input with the token to the core of the manifest', async () => {
    let seen: unknown
    write(
      await serve((request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          seen = { url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) as unknown }
          json(200, { plans: [{ title: 'ä' }], total: 1 })(request, response)
        })
      }),
    )
    expect(await line().plans.list({ state: 'failed' })).toEqual({ plans: [{ title: 'ä' }], total: 1 })
    expect(seen).toEqual({
      url: '/rpc/plans/list',
      authorization: 'Bearer secret',
      body: { json: { state: 'failed' } },
    })
  })

  it('raises a refusal as it was', async () => {
    const data = { kind: 'missing', code: 'plan.unknown', message: 'There is none.', hint: '', details: {} }
    write(await serve(json(404, { defined: true, code: 'NOT_FOUND', message: 'There is none.', data })))
    await expect(line().plans.status({ plan_id: 'ABCDEF' })).rejects.toMatchObject({ data })
  })

  it('names the fault of the core and what the contract does not take', async () => {
    write(await serve(json(500, { code: 'INTERNAL_SERVER_ERROR', message: 'fault 1', data: { fault_id: '1' } })))
    await expect(line().projects.list()).rejects.toMatchObject({
      data: { code: 'core.fault', details: { fault_id: '1' } },
    })
    const issues = [{ code: 'too_small', origin: 'string', minimum: 6, path: ['plan_id'], message: 'Too small' }]
    write(await serve(json(400, { code: 'BAD_REQUEST', message: 'Input validation failed', data: { issues } })))
    await expect(line().projects.list()).rejects.toMatchObject({
      data: { kind: 'invalid', message: expect.stringContaining('"plan id" is too short') as unknown },
    })
  })

  it.each<[string, () => void | Promise<void>]>([
    ['no manifest is there', () => undefined],
    ['it is no JSON', () => writeFileSync(join(dataDir, 'core.json'), '{"pid":')],
    ['it leads to another machine', () => write({ pid: process.pid, endpoint: 'http://10.0.0.1:80', token: 'x' })],
    ['its process is gone', () => write({ pid: 2 ** 30, endpoint: 'http://127.0.0.1:9', token: 'x' })],
    ['nothing listens there', () => write({ pid: process.pid, endpoint: 'http://127.0.0.1:9', token: 'x' })],
    ['another program answers', async () => write(await serve((_request, response) => void response.end('hello')))],
    ['it does not take the token', async () => write(await serve(json(401, {})))],
  ])('starts a core where %s', async (_title, prepare) => {
    await prepare()
    const fresh = await serve(json(200, { projects: [] }))
    expect(await line(() => Promise.resolve(fresh)).projects.list()).toEqual({ projects: [] })
  })

  it('starts one core for calls that are made at once', async () => {
    const fresh = await serve(json(200, { projects: [] }))
    let starts = 0
    const start = () => ((starts += 1), Promise.resolve(fresh))
    write({ pid: process.pid, endpoint: 'http://127.0.0.1:9', token: 'x' })
    const client = line(start)
    await Promise.all([client.projects.list(), client.projects.list()])
    rmSync(join(dataDir, 'core.json'))
    const other = line(start)
    await Promise.all([other.projects.list(), other.projects.list()])
    expect(starts).toBe(2)
  })

  it('does not ask again what may have been done already', async () => {
    let asked = 0
    write(
      await serve((request) => {
        asked += 1
        request.socket.destroy()
      }),
    )
    await expect(line().projects.list()).rejects.toMatchObject({ data: { code: 'core.lost' } })
    expect(asked).toBe(1)
  })
})

describe('a stream', () => {
  const read = async () => {
    const found: unknown[] = []
    for await (const event of await line().plans.activity({ plan_id: 'ABCDEF' })) found.push(event)
    return found
  }

  it('gives its events until it is done, and skips what keeps it alive', async () => {
    write(await serve(events(': \n\nevent: message\ndata: {"json":{"n":1}}\n\nevent: done\ndata: {}\n\n')))
    expect(await read()).toEqual([{ n: 1 }])
  })

  it('raises its error', async () => {
    const data = { kind: 'missing', code: 'plan.unknown', message: 'none', hint: '', details: {} }
    const wire = JSON.stringify({ json: { code: 'NOT_FOUND', message: 'none', data } })
    write(await serve(events(`event: error\ndata: ${wire}\n\n`)))
    await expect(read()).rejects.toMatchObject({ data })
  })

  it('tells that it broke off', async () => {
    write(await serve(events('event: message\ndata: {"json":{"n":1}}\n\n')))
    await expect(read()).rejects.toBeInstanceOf(CoreLost)
  })
})
