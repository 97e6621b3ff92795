import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { KeyState } from '@shared/desktop'

/** Keys by the name of their provider, in the clear. */
export type Keys = Readonly<Record<string, string>>

/** How keys are encrypted here. */
export type Cipher = {
  /** `os`: by the system's key store. `plain`: with a password that everybody knows. `none`: not at all. */
  readonly protection: 'os' | 'plain' | 'none'
  readonly encrypt: (text: string) => Buffer
  /** Throws where the bytes were encrypted by another key store. */
  readonly decrypt: (bytes: Buffer) => string
}

export type KeyStoreDeps = {
  readonly file: string
  readonly cipher: Cipher
  /** Asks the person whether keys may be written down as good as unprotected. Asked once a run at most. */
  readonly mayStorePlain: () => Promise<boolean>
}

export type KeyStore = {
  readonly set: (provider: string, key: string) => Promise<KeyState>
  readonly remove: (provider: string) => Promise<void>
  /** Where each key is kept; never the keys. */
  readonly state: () => Readonly<Record<string, KeyState>>
  /** For the core alone. */
  readonly all: () => Keys
  /** Providers whose stored key this machine cannot read: it came from another one, or its key store was reset. */
  readonly unreadable: readonly string[]
}

const fileSchema = z.object({
  version: z.literal(1),
  plain_agreed: z.boolean().default(false),
  keys: z.record(z.string(), z.base64()),
})
type Stored = z.infer<typeof fileSchema>

/** Opens the keys of one data folder. A file that cannot be understood is set aside as `keys.json.damaged`. */
export async function openKeyStore({ file, cipher, mayStorePlain }: KeyStoreDeps): Promise<KeyStore> {
  let stored = await readStored(file)
  const clear = new Map<string, { readonly key: string; readonly state: KeyState }>()
  const unreadable: string[] = []
  for (const [provider, ciphertext] of Object.entries(stored.keys)) {
    const key = decrypted(cipher, ciphertext)
    if (key === null) unreadable.push(provider)
    else clear.set(provider, { key, state: 'stored' })
  }

  let asked: Promise<boolean> | null = null
  async function mayStore(): Promise<boolean> {
    if (cipher.protection !== 'plain') return cipher.protection === 'os'
    if (stored.plain_agreed) return true
    asked ??= mayStorePlain()
    return asked
  }

  // One writer at a time, so that two keys set at once are both kept.
  let writing: Promise<unknown> = Promise.resolve()
  function write(change: (keys: Stored['keys']) => Stored['keys'], agreed: boolean): Promise<void> {
    const turn = writing.then(async (): Promise<void> => {
      const next = { ...stored, plain_agreed: stored.plain_agreed || agreed, keys: change(stored.keys) }
      await writeStored(file, next)
      stored = next
      return undefined
    })
    writing = turn.catch(() => undefined)
    return turn
  }

  return {
    unreadable,
    set: async (provider, key) => {
      if (!(await mayStore())) {
        clear.set(provider, { key, state: 'memory' })
        // An older key left in the file would come back at the next start.
        if (provider in stored.keys) await write((keys) => without(keys, provider), false)
        return 'memory'
      }
      const ciphertext = cipher.encrypt(key).toString('base64')
      await write((keys) => ({ ...keys, [provider]: ciphertext }), cipher.protection === 'plain')
      clear.set(provider, { key, state: 'stored' })
      return 'stored'
    },
    remove: async (provider) => {
      clear.delete(provider)
      if (provider in stored.keys) await write((keys) => without(keys, provider), false)
    },
    state: () => Object.fromEntries([...clear].map(([provider, { state }]) => [provider, state])),
    all: () => Object.fromEntries([...clear].map(([provider, { key }]) => [provider, key])),
  }
}

const without = (keys: Stored['keys'], provider: string) =>
  Object.fromEntries(Object.entries(keys).filter(([name]) => name !== provider))

function decrypted(cipher: Cipher, ciphertext: string): string | null {
  if (cipher.protection === 'none') return null
  try {
    return cipher.decrypt(Buffer.from(ciphertext, 'base64'))
  } catch {
    // Another machine's or another login's key store wrote it; the person has to enter the key again.
    return null
  }
}

async function readStored(file: string): Promise<Stored> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) await rename(file, `${file}.damaged`)
    else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { version: 1, plain_agreed: false, keys: {} }
  }
}

async function writeStored(file: string, stored: Stored): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.new`
  await writeFile(fresh, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  // A file left over from an interrupted write keeps its own mode.
  await chmod(fresh, 0o600)
  await rename(fresh, file)
}
