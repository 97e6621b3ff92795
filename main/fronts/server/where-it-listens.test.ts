import { connect, createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, startTestServer, testToken, upgradeAt } from './testing'

const bearer = { authorization: `Bearer ${testToken}` }

describe('where it listens', () => {
  it.each(['0.0.0.0', '::', '192.168.0.1', 'example.org', ''])('refuses %s, which others could reach', async (host) => {
    await expect(startTestServer({}, { host })).rejects.toMatchObject({ data: { code: 'server.not_loopback' } })
  })

  it('answers on IPv6 by that address', async () => {
    const six = await startTestServer({}, { host: '::1' })
    try {
      expect(six.endpoint).toMatch(/^http:\/\/\[::1\]:\d+$/)
      expect((await ask(six.endpoint, '/health', { headers: bearer })).status).toBe(200)
      expect(await upgradeAt(six.endpoint, '/rpc', bearer)).toBe('open')
    } finally {
      await six.close()
    }
  })

  it('says that a port is taken, and by which option another is chosen', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    await expect(startTestServer({}, { port })).rejects.toMatchObject({
      data: {
        code: 'server.cannot_listen',
        details: { reason: 'EADDRINUSE' },
        hint: expect.stringContaining('--port'),
      },
    })
    taken.close()
  })

  it('ends although a client never says goodbye', async () => {
    const own = await startTestServer({})
    const socket = connect({ port: Number(new URL(own.endpoint).port), host: '127.0.0.1' })
    const head = [
      'GET /rpc HTTP/1.1',
      `Host: ${new URL(own.endpoint).host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
      `Authorization: Bearer ${testToken}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    await own.close()
    socket.destroy()
  })
})
