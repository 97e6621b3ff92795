import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Cipher, openKeyStore } from './key-store'

function cipherWith(secret: Buffer, protection: Cipher['protection'] = 'os'): Cipher {
  return {
    protection,
    encrypt: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt: (bytes) => {
      const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12))
      cipher.setAuthTag(bytes.subarray(-16))
      return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
    },
  }
}

const secret = randomBytes(32)
const never = () => Promise.reject(new Error('must not ask'))
let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'))
  file = join(folder, 'data/keys.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('with a key store of the system', () => {
  const open = (cipher = cipherWith(secret)) => openKeyStore({ file, cipher, mayStorePlain: never })

  test('keys are stored encrypted, for this user alone, and are there again', async () => {
    const store = await open()
    expect(await store.set('openai', 'sk-one')).toBe('stored')
    expect(await store.set('anthropic', 'sk-two')).toBe('stored')
    expect(readFileSync(file, 'utf8')).not.toMatch(/sk-one|sk-two/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await open()
    expect(again.all()).toEqual({ openai: 'sk-one', anthropic: 'sk-two' })
    expect(again.state()).toEqual({ openai: 'stored', anthropic: 'stored' })
  })

  test('keys set at the same moment are all kept', async () => {
    const store = await open()
    await Promise.all(['a', 'b', 'c', 'd'].map((provider) => store.set(provider, `key-${provider}`)))
    expect(Object.keys((await open()).all()).toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a key can be replaced and removed', async () => {
    const store = await open()
    await store.set('openai', 'old')
    await store.set('openai', 'new')
    expect((await open()).all()).toEqual({ openai: 'new' })
    await store.remove('openai')
    await store.remove('never-set')
    expect(store.state()).toEqual({})
    expect((await open()).all()).toEqual({})
  })

  test('keys of another machine are named, not lost, and do not stand in the way', async () => {
    await (await open()).set('openai', 'sk-one')
    const moved = await open(cipherWith(randomBytes(32)))
    expect(moved.unreadable).toEqual(['openai'])
    expect(moved.all()).toEqual({})
    await moved.set('anthropic', 'sk-two')
    expect((await open()).all()).toEqual({ openai: 'sk-one' })
  })

  test('a damaged file is set aside', async () => {
    await (await open()).set('openai', 'sk-one')
    writeFileSync(file, '{"version":1,"keys"')
    const store = await open()
    expect(store.all()).toEqual({})
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('{"version":1,"keys"')
    expect(await store.set('openai', 'sk-two')).toBe('stored')
  })
})

describe('where only plain text is offered', () => {
  const plain = cipherWith(secret, 'plain')

  test('without agreement keys stay in memory, and the question comes once', async () => {
    let asked = 0
    const refuse = async () => {
      asked += 1
      return false
    }
    const store = await openKeyStore({ file, cipher: plain, mayStorePlain: refuse })
    expect(await store.set('openai', 'sk-one')).toBe('memory')
    expect(await store.set('anthropic', 'sk-two')).toBe('memory')
    expect(asked).toBe(1)
    expect(store.all()).toEqual({ openai: 'sk-one', anthropic: 'sk-two' })
    expect(store.state()).toEqual({ openai: 'memory', anthropic: 'memory' })
    expect(existsSync(file)).toBe(false)
  })

  test('an agreement is remembered', async () => {
    const store = await openKeyStore({ file, cipher: plain, mayStorePlain: async () => true })
    expect(await store.set('openai', 'sk-one')).toBe('stored')
    const again = await openKeyStore({ file, cipher: plain, mayStorePlain: never })
    expect(again.all()).toEqual({ openai: 'sk-one' })
    expect(await again.set('anthropic', 'sk-two')).toBe('stored')
  })

  test('a key that goes to memory takes its older one off the disk', async () => {
    await (await openKeyStore({ file, cipher: cipherWith(secret), mayStorePlain: never })).set('openai', 'old')
    const store = await openKeyStore({ file, cipher: plain, mayStorePlain: async () => false })
    await store.set('openai', 'new')
    const again = await openKeyStore({ file, cipher: plain, mayStorePlain: never })
    expect(again.all()).toEqual({})
  })
})

test('where nothing is offered keys stay in memory, unasked', async () => {
  const store = await openKeyStore({ file, cipher: cipherWith(secret, 'none'), mayStorePlain: never })
  expect(await store.set('openai', 'sk-one')).toBe('memory')
  expect(existsSync(file)).toBe(false)
})
