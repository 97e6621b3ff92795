import { EventEmitter } from 'node:events'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as HttpLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { contract, type Client } from '@shared/contract'
import type { ActivityEvent } from '@shared/contract/activity'
import { failed, Refusal } from '@shared/model/refusal'
import { createClient } from '../fronts/cli/wire'
import { createBridge } from '../fronts/electron/bridge'
import { startTestServer, testToken, type TestServer } from '../fronts/server/testing'
import { newRepository, startTestApp, type TestApp } from './testing-app'

let app: TestApp
let server: TestServer
/** How many follow changes at present, through whatever transport. */
let followers = 0
const cleanups: (() => unknown)[] = []

const bug = 'SELECT token FROM secrets failed at /srv/secret.ts:1'

beforeAll(async () => {
  app = await startTestApp({
    change: (handlers) => ({
      ...handlers,
      system: {
        ...handlers.system,
        info: () => Promise.reject(new Error(bug)),
        diagnostics: () => Promise.reject(failed('test.failed', 'It failed.', { hint: 'Again.', details: { why: 7 } })),
      },
      events: {
        ...handlers.events,
        subscribe: async (input, context) => {
          const changes = await handlers.events.subscribe(input, context)
          return (async function* () {
            followers += 1
            try {
              yield* changes
            } finally {
              followers -= 1
            }
          })()
        },
      },
    }),
  })
  server = await startTestServer(app.router)
  await app.project(newRepository({ 'a.js': 'console.log(1)\n' }))
})
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
  await server.close()
  await app.close()
})

const headers = { authorization: `Bearer ${testToken}` }

async function overSocket(): Promise<Client> {
  const socket = new WebSocket(`${server.endpoint.replace('http', 'ws')}/rpc`, { headers })
  cleanups.push(() => socket.terminate())
  await new Promise((resolve) => socket.once('open', resolve))
  return createORPCClient(new SocketLink({ websocket: socket }))
}

/** As the desktop's page does: frames through the preload's port, over the main process, to the core's socket. */
async function overBridge(): Promise<Client> {
  const page = new EventEmitter()
  const bridge = createBridge({
    core: { address: async () => ({ endpoint: server.endpoint, token: testToken }), lost: () => undefined },
    send: (channel, _connection, data) => page.emit(channel === 'core:frame' ? 'message' : 'close', { data }),
    onNoCore: (error) => {
      throw error
    },
  })
  cleanups.push(() => bridge.close())
  bridge.open('page')
  const port = {
    on: (event: string, listener: (event: unknown) => void) => void page.on(event, listener),
    postMessage: (frame: unknown) => bridge.frame('page', frame),
  }
  return createORPCClient(new PortLink({ port: port as never }))
}

const transports: Readonly<Record<string, () => Promise<Client>>> = {
  'in this process': async () => app.client,
  'RPC over HTTP': async () => createORPCClient(new HttpLink({ url: `${server.endpoint}/rpc`, headers })),
  'OpenAPI over HTTP': async () => {
    const client: JsonifiedClient<Client> = createORPCClient(
      new OpenAPILink(contract, { url: `${server.endpoint}/api`, headers }),
    )
    return client
  },
  'a WebSocket': overSocket,
  'the desktop’s bridge': overBridge,
  'the command line’s client': async () => createClient((run) => run({ endpoint: server.endpoint, token: testToken })),
}

/** What a call came to, in a form that does not depend on how it came. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await call }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.data }
    if (error instanceof ORPCError) return { refused: error.data as unknown }
    throw error
  }
}

const gated = () =>
  app.client.plans.use({
    action: 'local/rewrite-pattern',
    projects: ['local/demo'],
    args: { pattern: 'console.log($A)', rewrite: 'log($A)', language: 'javascript' },
    automation_profile: 'manual',
  })

type Case = readonly [what: string, call: (client: Client) => Promise<unknown>, expected: unknown]

const calls: readonly Case[] = [
  ['an answer', (client) => client.profiles.list(), { answer: { profiles: expect.any(Array) } }],
  [
    'an answer to an input',
    (client) => client.projects.show({ project: 'demo' }),
    { answer: { name: 'local/demo', resources: [expect.anything()] } },
  ],
  [
    'a refusal of what is invalid',
    (client) => client.plans.use({ action: 'local/rewrite-pattern', projects: [] }),
    { refused: { kind: 'invalid', code: 'plan.no_project', hint: expect.stringContaining('plan use') } },
  ],
  [
    'a refusal of what is missing',
    (client) => client.plans.status({ plan_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
    { refused: { kind: 'missing', code: 'plan.unknown' } },
  ],
  [
    'a refusal of what conflicts',
    (client) => client.projects.create({ name: 'local/demo', resources: [] }),
    { refused: { kind: 'conflict' } },
  ],
  [
    'a refusal of what failed, with its details',
    (client) => client.system.diagnostics(),
    { refused: { kind: 'failed', code: 'test.failed', message: 'It failed.', hint: 'Again.', details: { why: 7 } } },
  ],
]

describe.each(Object.entries(transports))('over %s', (_name, connect) => {
  let client: Client
  beforeAll(async () => {
    client = await connect()
  })

  it.each(calls)('gives %s', async (_what, call, expected) => {
    const [here, there] = [await outcomeOf(call(app.client)), await outcomeOf(call(client))]
    expect(there).toMatchObject(expected as object)
    expect(there).toEqual(here)
  })

  it('refuses input that the contract does not allow, and says where', async () => {
    const failure: unknown = await client.plans.status({ plan_id: 1 } as never).catch((error: unknown) => error)
    const told = JSON.stringify([(failure as ORPCError<string, unknown>).data, (failure as Error).message])
    expect(told).toMatch(/plan[_ ]id/)
  })

  it('tells of a fault nothing but an id, which the log knows', async () => {
    const before = app.faults.length
    const failure: unknown = await client.system.info().catch((error: unknown) => error)
    const told = JSON.stringify([failure, (failure as Error).message, (failure as { data?: unknown }).data])
    expect(told).toMatch(/fault [0-9A-Z]{26}/)
    expect(told).not.toMatch(/SELECT|secret/)
    expect(String(app.faults[before])).toContain(bug)
  })

  it('takes a large input whole', async () => {
    const before = 'name: local/large\ndefinition_of_done: '
    const source = before + 'ä€'.repeat((1_000_000 - before.length) / 2)
    const made = await client.actions.create({ source, replace: true })
    expect(made.definition_of_done).toBe(source.slice(before.length))
    await expect(client.actions.create({ source: `${source}xx`, replace: true })).rejects.toThrow()
  })

  it('streams a snapshot and then what happens, in order', async () => {
    const { plan_id: planId } = await gated()
    const seen: ActivityEvent[] = []
    for await (const event of await client.plans.activity({ plan_id: planId })) {
      seen.push(event)
      if (event.type === 'snapshot') await app.client.plans.cancel({ plan_id: planId })
      if (event.type === 'plan') break
    }
    const [first, ...later] = seen.map((event) => event.type)
    expect(first).toBe('snapshot')
    expect(later.at(-1)).toBe('plan')
    expect(new Set(later.slice(0, -1))).toEqual(new Set(['append']))
    expect(seen[0]).toMatchObject({ plan: { plan_id: planId, state: 'awaiting_input' } })
    expect(seen.at(-1)).toMatchObject({ plan: { state: 'cancelled' } })
    const sequence = seen.flatMap((event) => ('items' in event ? event.items.map((item) => item.seq) : []))
    expect(sequence).toEqual(sequence.map((_, at) => at + 1))
  })

  it('refuses a stream of what is missing as it refuses a call', async () => {
    const open = async (from: Client) => {
      for await (const event of await from.plans.activity({ plan_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })) return event
      return undefined
    }
    expect(await outcomeOf(open(client))).toMatchObject({ refused: { code: 'plan.unknown' } })
  })

  it('ends a stream on both sides when its reader leaves in the middle', async () => {
    const leave = new AbortController()
    const reading = (async () => {
      for await (const event of await client.events.subscribe({}, { signal: leave.signal })) {
        expect(event.topic).toBe('reset')
        leave.abort()
        // Node's fetch may forget the signal once it has answered; leaving the loop cuts the connection all the same.
        break
      }
    })()
    await Promise.allSettled([reading])
    await vi.waitFor(() => expect(followers).toBe(0))
    expect(await client.plans.list({})).toHaveProperty('plans')
  })
})

describe('a program that asks over plain HTTP', () => {
  it.each([
    ['invalid', 400, 'projects/create', { name: 'local/a b', resources: [] }],
    ['missing', 404, 'plans/status', { plan_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    ['a conflict', 409, 'projects/create', { name: 'local/demo', resources: [] }],
    ['failed', 422, 'system/diagnostics', {}],
    ['a fault', 500, 'system/info', {}],
  ] as const)('learns from the status what is %s', async (_what, status, path, body) => {
    const answer = await fetch(`${server.endpoint}/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(status)
  })
})

describe('a name that readers of JSON leave out', () => {
  const use = '{"action":"local/fix-bug","projects":["local/demo"],"args":{"bug_description":"b","__proto__":"x"}}'
  it.each([
    ['the API', 'api', use, 'There is no arg'],
    ['the calls of our own fronts', 'rpc', `{"json":${use}}`, 'There is no arg'],
    ['any other input', 'api', use.replace('"args"', '"env"'), 'There is no \\"env.__proto__\\"'],
  ])('is refused by %s, as any other that is not known', async (_what, at, body, told) => {
    const { total: before } = await app.client.plans.list({})
    const answer = await fetch(`${server.endpoint}/${at}/plans/use`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(told)
    expect((await app.client.plans.list({})).total).toBe(before)
  })
})

describe('the description of the API', () => {
  it('lists every procedure with what it takes, gives and is for', async () => {
    const answer = await fetch(`${server.endpoint}/api/openapi.json`, { headers })
    const document = (await answer.json()) as {
      paths: Record<string, Record<string, { summary?: string; description?: string; responses: object }>>
    }
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    const expected = Object.entries(contract).flatMap(([slice, procedures]) =>
      Object.keys(procedures).map((one) => `/${slice}/${one}`),
    )
    expect(operations.map(({ path }) => path).sort()).toEqual(expected.sort())
    const undocumented = operations.filter(({ operation }) => !(operation.summary ?? operation.description))
    expect(undocumented.map(({ path }) => path)).toEqual([])
  })
})
