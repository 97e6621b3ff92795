import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askHealth, type CoreAddress, findCore, isAlive } from './core-discovery'
import { type CoreChild, createCoreHost } from './core-host'
import { createTestFolder, eventually, ready, type TestFolder } from './testing'

let folder: TestFolder
let connected: CoreAddress[]
beforeEach(() => {
  folder = createTestFolder()
  connected = []
})
afterEach(() => folder.dispose())

const hostWith = (startChild: () => CoreChild = () => folder.startCore()) =>
  createCoreHost({
    dataDir: folder.dataDir,
    startChild,
    onConnected: async (address) => {
      connected.push(address)
    },
  })
const never = () => {
  throw new Error('must not start a core')
}

describe('finding a core', () => {
  test('none where the folder is empty', async () => {
    expect(await findCore(folder.dataDir)).toBeNull()
  })

  test('one that lives and answers', async () => {
    const core = folder.startCore()
    const { endpoint } = await ready(core)
    expect(await findCore(folder.dataDir)).toMatchObject({
      manifest: { pid: core.pid, endpoint },
      health: { busy: false, kind: 'desktop' },
    })
  })

  test.each([
    ['damaged', '{"pid":'],
    [
      'of a process that has ended',
      JSON.stringify({ pid: 2 ** 22 + 1, endpoint: 'http://127.0.0.1:9', token: 't', kind: 'desktop' }),
    ],
    [
      'of a core that does not answer',
      JSON.stringify({ pid: process.pid, endpoint: 'http://127.0.0.1:9', token: 't', kind: 'desktop' }),
    ],
    [
      'that leads to another machine',
      JSON.stringify({ pid: process.pid, endpoint: 'http://192.0.2.1:80', token: 't', kind: 'desktop' }),
    ],
  ])('none where the manifest is one %s', async (_name, text) => {
    writeFileSync(join(folder.dataDir, 'core.json'), text)
    expect(await findCore(folder.dataDir)).toBeNull()
  })

  test('a core refuses another token', async () => {
    const { endpoint } = await ready(folder.startCore())
    expect(await askHealth({ endpoint, token: 'wrong' })).toBeNull()
  })
})

describe('choosing the core', () => {
  test('our own is started once, however many ask', async () => {
    const host = hostWith()
    const [first, second] = await Promise.all([host.address(), host.address()])
    expect(second).toEqual(first)
    expect(folder.pids()).toHaveLength(1)
    expect(connected).toEqual([first])
  })

  test('a live core of another front is used', async () => {
    const address = await ready(folder.startCore({ TINY_CORE_KIND: 'server' }))
    const host = hostWith(never)
    expect(await host.address()).toEqual({ endpoint: address.endpoint, token: address.token })
    await host.stop()
    expect(await askHealth(address)).not.toBeNull()
  })

  test('a background core that works is used', async () => {
    const address = await ready(folder.startCore({ TINY_CORE_KIND: 'background', TINY_CORE_BUSY: '1' }))
    expect((await hostWith(never).address()).endpoint).toBe(address.endpoint)
  })

  test('an idle background core is replaced', async () => {
    const background = folder.startCore({ TINY_CORE_KIND: 'background' })
    const { endpoint } = await ready(background)
    const address = await hostWith().address()
    expect(address.endpoint).not.toBe(endpoint)
    expect(isAlive(background.pid)).toBe(false)
    expect(await askHealth(address)).toEqual({ busy: false, kind: 'desktop' })
  })

  test('a core that took the lock first is used', async () => {
    const refused =
      "process.send({ type: 'refused', code: 'core.locked', message: 'Another core has this data folder.' })"
    const host = hostWith(() => {
      folder.startCore({ TINY_CORE_KIND: 'server' })
      return folder.startScript(refused)
    })
    const address = await host.address()
    expect(await askHealth(address)).toEqual({ busy: false, kind: 'server' })
  })
})

describe('when a core cannot be had', () => {
  test('its own words are passed on', async () => {
    const text =
      "process.send({ type: 'refused', code: 'database.newer', message: 'The database is from a newer version.', hint: 'Update.' })"
    const attempt = hostWith(() => folder.startScript(text)).address()
    await expect(attempt).rejects.toMatchObject({
      data: { code: 'database.newer', message: 'The database is from a newer version.', hint: 'Update.' },
    })
  })

  test('an end before it is ready says so', async () => {
    const attempt = hostWith(() => folder.startScript('process.exit(3)')).address()
    await expect(attempt).rejects.toMatchObject({ data: { message: expect.stringContaining('status 3') } })
  })
})

describe('when a core ends', () => {
  test('the next question starts another, until that happens too often', async () => {
    const host = hostWith()
    for (let round = 1; round <= 5; round++) {
      const { endpoint } = await host.address()
      process.kill(folder.pids().at(-1) ?? 0, 'SIGKILL')
      await eventually(async () => expect(await askHealth({ endpoint, token: '' })).toBeNull())
      if (round < 5) await eventually(async () => expect((await host.address()).endpoint).not.toBe(endpoint))
    }
    await eventually(() => expect(host.address()).rejects.toMatchObject({ data: { code: 'core.crashing' } }))
    expect(folder.pids()).toHaveLength(5)
  })

  test('a lost core of another front is replaced by our own', async () => {
    const other = folder.startCore({ TINY_CORE_KIND: 'server' })
    await ready(other)
    const host = hostWith()
    const first = await host.address()
    const exited = new Promise((settle) => other.onExit(settle))
    other.kill()
    await exited
    host.lost(first)
    expect((await host.address()).endpoint).not.toBe(first.endpoint)
  })

  test('a broken line does not make our living core a lost one', async () => {
    const host = hostWith()
    const first = await host.address()
    host.lost(first)
    expect(await host.address()).toEqual(first)
    expect(folder.pids()).toHaveLength(1)
  })

  test('stopping ends our own, and no other is started', async () => {
    const host = hostWith()
    await host.address()
    await host.stop()
    expect(isAlive(folder.pids()[0] ?? 0)).toBe(false)
    expect(existsSync(join(folder.dataDir, 'core.json'))).toBe(false)
    await expect(host.address()).rejects.toMatchObject({ data: { code: 'core.stopped' } })
  })
})
