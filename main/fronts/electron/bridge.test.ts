import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createBridge } from './bridge'
import type { CoreAddress } from './core-discovery'
import { eventually } from './testing'

/** A real WebSocket server that echoes, and notes what it was asked. */
async function startServer() {
  const requests: { readonly url?: string; readonly authorization?: string }[] = []
  const frames: (string | Buffer)[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, { url, headers }) => {
    requests.push({ url, authorization: headers.authorization })
    socket.on('message', (data: Buffer, isBinary) => {
      frames.push(isBinary ? data : data.toString())
      socket.send(data, { binary: isBinary })
    })
  })
  await new Promise<void>((settle) => {
    server.listen(0, '127.0.0.1', settle)
  })
  return {
    requests,
    frames,
    clients: (): WebSocket[] => [...sockets.clients],
    address: { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret' },
    close: () =>
      new Promise<void>((settle) => {
        for (const client of sockets.clients) client.terminate()
        sockets.close()
        server.close(() => settle())
      }),
  }
}

let server: Awaited<ReturnType<typeof startServer>>
let sent: unknown[][]
let lost: CoreAddress[]
beforeEach(async () => {
  server = await startServer()
  sent = []
  lost = []
})
afterEach(() => server.close())

function bridgeTo(
  address: () => Promise<CoreAddress>,
  maxBytes?: number,
  onNoCore: (error: unknown) => void = () => {},
) {
  return createBridge({
    core: { address, lost: (gone) => void lost.push(gone) },
    send: (...message) => void sent.push(message),
    onNoCore,
    maxBytes,
  })
}
const bridge = (maxBytes?: number) => bridgeTo(async () => server.address, maxBytes)
const received = () => eventually(() => expect(sent).not.toEqual([]))

describe('frames', () => {
  test('text and bytes go out and come back on the connection that is open', async () => {
    const { open, frame, close } = bridge()
    open('one')
    frame('one', 'hello')
    frame('one', new Uint8Array([0, 255]))
    frame('one', new Uint8Array([1, 2]).buffer)
    await eventually(() => expect(sent).toHaveLength(3))
    expect(sent).toEqual([
      ['core:frame', 'one', 'hello'],
      ['core:frame', 'one', new Uint8Array([0, 255])],
      ['core:frame', 'one', new Uint8Array([1, 2])],
    ])
    expect(server.requests).toEqual([{ url: '/rpc', authorization: 'Bearer secret' }])
    close()
  })

  test('those sent before the core is there wait, in order', async () => {
    let give: (address: CoreAddress) => void = () => {}
    const later = new Promise<CoreAddress>((settle) => {
      give = settle
    })
    const { open, frame, close } = bridgeTo(() => later)
    open('one')
    for (const text of ['a', 'b', 'c']) frame('one', text)
    give(server.address)
    await eventually(() => expect(server.frames).toEqual(['a', 'b', 'c']))
    close()
  })

  test('those of a connection that is not open are dropped', async () => {
    const { open, frame, close } = bridge()
    frame('none', 'before')
    open('one')
    frame('other', 'stray')
    frame('one', 'mine')
    await received()
    expect(server.frames).toEqual(['mine'])
    close()
  })

  test.each([
    ['too large', 'x'.repeat(11)],
    ['no frame', { an: 'object' }],
    ['nothing', undefined],
  ])('one that is %s ends the connection', async (_name, data) => {
    const { open, frame } = bridge(10)
    open('one')
    frame('one', data)
    expect(sent).toEqual([['core:closed', 'one']])
    frame('one', 'later')
    expect(server.frames).toEqual([])
  })

  test('more than may wait ends the connection', () => {
    const { open, frame } = bridgeTo(() => new Promise(() => {}), 10)
    open('one')
    frame('one', '12345')
    frame('one', '12345')
    expect(sent).toEqual([])
    frame('one', '1')
    expect(sent).toEqual([['core:closed', 'one']])
  })

  test('one from the core that is too large ends the connection', async () => {
    const { open, frame } = bridge(10)
    open('one')
    frame('one', 'hi')
    await received()
    for (const client of server.clients()) client.send('x'.repeat(11))
    await eventually(() => expect(sent.at(-1)).toEqual(['core:closed', 'one']))
  })
})

describe('connections', () => {
  test('the page is told when the core hangs up, and the host looks again', async () => {
    const { open, frame } = bridge()
    open('one')
    frame('one', 'hi')
    await received()
    for (const client of server.clients()) client.close()
    await eventually(() => expect(sent.at(-1)).toEqual(['core:closed', 'one']))
    expect(lost).toEqual([server.address])
  })

  test('a page that asks anew gets a new one, unasked about the old', async () => {
    const { open, frame, close } = bridge()
    open('one')
    frame('one', 'first')
    await received()
    open('two')
    frame('two', 'second')
    await eventually(() => expect(server.frames).toEqual(['first', 'second']))
    await eventually(() => expect(server.clients()).toHaveLength(1))
    expect(sent.filter(([channel]) => channel === 'core:closed')).toEqual([])
    close()
  })

  test('closing ends the socket and says nothing', async () => {
    const { open, frame, close } = bridge()
    open('one')
    frame('one', 'hi')
    await received()
    close()
    await eventually(() => expect(server.clients()).toHaveLength(0))
    expect(sent).toEqual([['core:frame', 'one', 'hi']])
  })

  test('it goes on trying until a core is there', async () => {
    const reasons: unknown[] = []
    let asked = 0
    const address = async () => {
      asked += 1
      if (asked === 1) throw new Error('not yet')
      // Nothing listens there.
      return asked === 2 ? { endpoint: 'http://127.0.0.1:9', token: 'x' } : server.address
    }
    const { open, frame, close } = bridgeTo(address, undefined, (error) => void reasons.push(error))
    open('one')
    frame('one', 'patient')
    await eventually(() => expect(sent).toEqual([['core:frame', 'one', 'patient']]))
    expect(reasons).toEqual([new Error('not yet')])
    expect(lost).toEqual([{ endpoint: 'http://127.0.0.1:9', token: 'x' }])
    close()
  })

  test.each([7, undefined, 'x'.repeat(65)])('a connection named %s is not opened', (name) => {
    const { open, frame } = bridge()
    open(name)
    frame(name, 'hi')
    expect([server.requests, sent]).toEqual([[], []])
  })
})
