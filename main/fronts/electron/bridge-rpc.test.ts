import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { os, type RouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import * as z from 'zod'
import { createBridge } from './bridge'

const router = {
  greet: os.input(z.object({ name: z.string() })).handler(({ input }) => `hello ${input.name}`),
  upload: os.input(z.object({ file: z.instanceof(Blob) })).handler(({ input }) => input.file.text()),
  wait: os.handler(() => new Promise<string>(() => {})),
  count: os.input(z.object({ to: z.number() })).handler(async function* ({ input }) {
    for (let n = 1; n <= input.to; n++) yield n
  }),
}

/** A core that speaks the contract's protocol, and a page's port on a bridge to it. */
async function connect() {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const handler = new RPCHandler(router)
  sockets.on('connection', (socket) => void handler.upgrade(socket))
  await new Promise<void>((settle) => {
    server.listen(0, '127.0.0.1', settle)
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = new EventEmitter()
  const bridge = createBridge({
    core: { address: async () => ({ endpoint, token: 't' }), lost: () => {} },
    send: (channel, _connection, frame) => page.emit(channel === 'core:frame' ? 'message' : 'close', { data: frame }),
    onNoCore: () => {},
  })
  bridge.open('one')
  const port = {
    on: (event: string, listener: (event: { data: unknown }) => void) => void page.on(event, listener),
    postMessage: (frame: unknown) => bridge.frame('one', frame),
  }
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ port: port }))
  const hangUp = () => sockets.clients.forEach((socket) => socket.terminate())
  return {
    client,
    hangUp,
    dispose: () => {
      bridge.close()
      hangUp()
      server.close()
    },
  }
}

let peer: Awaited<ReturnType<typeof connect>>
beforeEach(async () => {
  peer = await connect()
})
afterEach(() => peer.dispose())

test('a call is answered', async () => {
  expect(await peer.client.greet({ name: 'Ada' })).toBe('hello Ada')
})

test('a file goes as bytes', async () => {
  expect(await peer.client.upload({ file: new Blob(['contents']) })).toBe('contents')
})

test('a stream comes in order', async () => {
  const seen: number[] = []
  for await (const n of await peer.client.count({ to: 5 })) seen.push(n)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

test('a call in flight fails when the core goes', async () => {
  const lost = peer.client.wait()
  await peer.client.greet({ name: 'Ada' })
  peer.hangUp()
  await expect(lost).rejects.toThrow()
})
