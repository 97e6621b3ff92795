import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { createProviderHandlers, createProviderRegistry, createProviderStore } from './index'
import { start, stop } from './testing/over-http'
import { secretsWith } from './testing/request'

afterEach(stop)

describe('handlers of providers', () => {
  it('adds, lists, tests and removes in the form of the contract', async () => {
    const { models, server } = await start({ models: ['one'] })
    const sqlite = new Sqlite(':memory:')
    sqlite.exec(readFileSync(resolve(import.meta.dirname, '../infrastructure/db/migrations/0040_models.sql'), 'utf8'))
    const store = createProviderStore(drizzle(sqlite), () => 1)
    const registry = createProviderRegistry(store)
    const told: string[] = []
    const handlers = createProviderHandlers({
      store,
      registry,
      models,
      settings: { baseUrl: () => undefined },
      namespaces: () => [],
      users: () => [],
      secrets: () => secretsWith({ ANTHROPIC_API_KEY: 'sk-ant-hidden' }),
      changed: (name) => void told.push(name),
    })
    const added = await handlers.add({ name: 'local-llm', kind: 'openai-compatible', base_url: `${server.url}/v1` }, {})
    expect(added).toEqual({
      name: 'local-llm',
      kind: 'openai-compatible',
      base_url: `${server.url}/v1`,
      api_key_env: null,
      key: 'not needed',
      builtin: false,
    })
    const listed = await handlers.list(undefined, {})
    expect(listed.providers.map(({ name, key }) => [name, key])).toEqual([
      ['openai', 'missing'],
      ['anthropic', 'environment'],
      ['local-llm', 'not needed'],
    ])
    expect(JSON.stringify(listed)).not.toContain('hidden')
    expect(await handlers.test({ name: 'local-llm' }, {})).toMatchObject({ ok: true, models: ['one'], error: null })
    expect(await handlers.test({ name: 'openai' }, {})).toMatchObject({
      ok: false,
      error: expect.stringContaining('no key'),
    })
    expect(await handlers.remove({ name: 'local-llm' }, {})).toEqual({ ok: true })
    expect(told).toEqual(['local-llm', 'local-llm'])
  })
})
