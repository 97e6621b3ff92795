import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { describe, expect, it } from 'vitest'
import successors from '../../resources/models/successors.json'
import {
  addProvider,
  createProviderRegistry,
  createProviderStore,
  factsOf,
  knownModels,
  listProviders,
  parseModelRef,
  priceOf,
  removeProvider,
  resolveModel,
} from './index'
import { secretsWith } from './testing/request'

const migration = readFileSync(resolve(import.meta.dirname, '../infrastructure/db/migrations/0040_models.sql'), 'utf8')

function setUp(options: { namespaces?: string[]; users?: string[] } = {}) {
  const sqlite = new Sqlite(':memory:')
  sqlite.exec(migration)
  const store = createProviderStore(drizzle(sqlite), () => 1)
  const registry = createProviderRegistry(store)
  const settings = { baseUrl: () => undefined }
  return { store, registry, settings, namespaces: () => options.namespaces ?? [], users: () => options.users ?? [] }
}
const ollama = { name: 'Ollama', kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1/' } as const

describe('providers', () => {
  it('adds, finds without regard to case, lists after the built-in ones, removes', () => {
    const deps = setUp()
    addProvider(deps, { ...ollama, apiKeyEnv: 'OLLAMA_KEY' })
    expect(deps.registry.find('ollama')).toEqual({
      name: 'Ollama',
      kind: 'openai-compatible',
      baseUrl: 'http://localhost:11434/v1',
      apiKeyEnv: 'OLLAMA_KEY',
      builtin: false,
    })
    const listed = listProviders(deps, secretsWith({ OPENAI_API_KEY: 'sk' }))
    expect(listed.map(({ name, keyOrigin }) => [name, keyOrigin])).toEqual([
      ['openai', 'environment'],
      ['anthropic', 'missing'],
      ['Ollama', 'missing'],
    ])
    expect(JSON.stringify(listed)).not.toContain('"sk"')
    removeProvider(deps, 'OLLAMA')
    expect(deps.registry.find('ollama')).toBeUndefined()
  })

  it('refuses a second one of that name, in any case', () => {
    const deps = setUp()
    addProvider(deps, ollama)
    expect(() => addProvider(deps, { ...ollama, name: 'oLLama' })).toThrow(/exists already/)
  })

  it.each([
    [{ ...ollama, name: 'openai' }, /built-in/],
    [{ ...ollama, name: 'system' }, /reserved/],
    [{ ...ollama, name: 'myteam' }, /in use/],
    [{ ...ollama, baseUrl: 'nowhere' }, /base URL/],
    [{ ...ollama, apiKeyEnv: 'sk-ant-not-a-variable' }, /key variable/],
  ])('refuses %j', (input, message) => {
    const deps = setUp({ namespaces: ['MyTeam'] })
    expect(() => addProvider(deps, input)).toThrow(message)
    expect(deps.store.list()).toEqual([])
  })

  it('does not repeat a key that was given as the name of a variable', () => {
    expect(() => addProvider(setUp(), { ...ollama, apiKeyEnv: 'sk-ant-secret' })).not.toThrow(/sk-ant-secret/)
  })

  it('refuses to remove what is built in, used or not there', () => {
    const deps = setUp({ users: ['actor local/reviewer'] })
    addProvider(deps, ollama)
    expect(() => removeProvider(deps, 'openai')).toThrow(/built in/)
    expect(() => removeProvider(deps, 'ollama')).toThrow(/local\/reviewer/)
    expect(() => removeProvider(deps, 'other')).toThrow(/no provider/)
  })
})

describe('the catalogue', () => {
  const ref = (text: string) => parseModelRef(text)!
  const now = Date.UTC(2026, 10, 30)

  it.each([
    ['anthropic/claude-3.5-sonnet', 'anthropic/claude-sonnet-5-5'],
    ['anthropic/claude-3-5-sonnet-20241022', 'anthropic/claude-sonnet-5-5'],
    ['openai/gpt-4-turbo', 'openai/gpt-5.6-sol'],
  ])('points %s to %s', (from, to) => {
    expect(resolveModel(ref(from), now)).toMatchObject({ ref: ref(to), replaced: { from, to } })
  })

  it('leaves models of other providers alone', () => {
    expect(resolveModel(ref('my-server/gpt-4-turbo'), now)).toEqual({ ref: ref('my-server/gpt-4-turbo') })
  })

  it('never points to a model that is itself retired or unknown', () => {
    const farFuture = Date.UTC(2040, 0, 1)
    for (const { to } of successors.successors) {
      expect(resolveModel(ref(to), farFuture).replaced, to).toBeUndefined()
      expect(priceOf(ref(to)), to).toBeDefined()
      expect(factsOf(ref(to)), to).toBeDefined()
    }
  })

  it('has a price for every model it knows, also under a dated name', () => {
    for (const model of knownModels()) expect(priceOf(ref(model)), model).toBeDefined()
    expect(priceOf(ref('anthropic/claude-haiku-4-5-20251001'))).toMatchObject({ input: 1_000_000 })
    expect(priceOf(ref('openai/gpt-5-2025-08-07'))).toMatchObject({ input: 1_250_000 })
  })

  it('knows no price of an unknown model', () => {
    expect(priceOf(ref('my-server/anything'))).toBeUndefined()
    expect(priceOf(ref('openai/constructor'))).toBeUndefined()
  })
})
