import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretsWith } from '../testing/request'
import { kindOfStatus } from './call-failure'
import { costOf } from './cost'
import { parseModelRef } from './model-ref'
import { builtinProviders, endpointOf, providerNameProblem, readBaseUrl } from './provider'
import type { Provider } from './provider'
import { readRetryAfter, retryDelay } from './retry-delay'
import { followSuccessor } from './successor'
import { readToolCall } from './tool-arguments'

describe('parseModelRef', () => {
  it.each([
    ['openai/gpt-5', { provider: 'openai', model: 'gpt-5' }],
    ['router/meta/llama-3:free', { provider: 'router', model: 'meta/llama-3:free' }],
    ['gpt-5', undefined],
    ['/gpt-5', undefined],
    ['openai/', undefined],
    ['openai/gpt 5', undefined],
  ])('%s', (text, expected) => {
    expect(parseModelRef(text)).toEqual(expected)
  })
})

describe('costOf', () => {
  const price = { version: 'v1', input: 3_000_000, output: 15_000_000, cacheWrite: 3_750_000, cacheRead: 300_000 }
  const none = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 }
  it.each([
    [none, 0],
    [{ ...none, input: 1_000_000 }, 3_000_000],
    [{ input: 10, output: 20, cacheWrite: 30, cacheRead: 40 }, 455],
    [{ ...none, cacheRead: 1 }, 1],
  ])('%j', (usage, microDollars) => {
    expect(costOf(usage, price)).toEqual({ kind: 'known', microDollars, version: 'v1' })
  })
  it('is unknown without a price', () => {
    expect(costOf(none, undefined)).toEqual({ kind: 'unknown' })
  })
  it('charges the whole request at the long rate where its prompt is long, cached tokens counted', () => {
    const tiered = {
      ...price,
      longPrompt: { over: 100, input: 6_000_000, output: 30_000_000, cacheWrite: 0, cacheRead: 0 },
    }
    expect(costOf({ ...none, input: 50, cacheRead: 50, output: 10 }, tiered)).toMatchObject({ microDollars: 315 })
    expect(costOf({ ...none, input: 50, cacheRead: 51, output: 10 }, tiered)).toMatchObject({ microDollars: 600 })
  })
  it('never rounds down and stays whole', () => {
    const tokens = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (input, output, cacheWrite, cacheRead) => {
        const cost = costOf({ input, output, cacheWrite, cacheRead }, price)
        const exact =
          (input * price.input + output * price.output + cacheWrite * price.cacheWrite + cacheRead * price.cacheRead) /
          1e6
        expect(
          cost.kind === 'known' &&
            Number.isInteger(cost.microDollars) &&
            cost.microDollars >= exact &&
            cost.microDollars < exact + 1.001,
        ).toBe(true)
      }),
    )
  })
})

describe('followSuccessor', () => {
  const list = [
    { from: 'a/old', to: 'b/new' },
    { from: 'a/soon', to: 'a/next', retired: '2026-12-01' },
  ]
  it('points to the successor and says so', () => {
    const { ref, replaced } = followSuccessor({ provider: 'a', model: 'OLD' }, list, '2026-01-01')
    expect(ref).toEqual({ provider: 'b', model: 'new' })
    expect(replaced).toEqual({ from: 'a/OLD', to: 'b/new', note: 'a/OLD is no longer served; b/new is used instead.' })
  })
  it.each([
    ['2026-11-30', 'soon'],
    ['2026-12-01', 'next'],
  ])('on %s uses %s', (today, model) => {
    expect(followSuccessor({ provider: 'a', model: 'soon' }, list, today).ref.model).toBe(model)
  })
})

describe('readRetryAfter', () => {
  const now = Date.UTC(2026, 0, 1)
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '120.2', 'retry-after': '9' }, 121],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{}, undefined],
  ] as [Record<string, string>, number | undefined][])('%j', (headers, expected) => {
    const read = readRetryAfter((name) => headers[name], now)
    if (expected === undefined) expect(read === undefined || read === 0).toBe(true)
    else expect(read).toBe(expected)
  })
})

describe('retryDelay', () => {
  const limits = { firstMs: 500, ceilingMs: 4000, retryAfterCeilingMs: 60_000 }
  it.each([
    [1, undefined, 0, 250],
    [1, undefined, 1, 500],
    [3, undefined, 0.5, 1500],
    [9, undefined, 1, 4000],
    [1, 7000, 0, 7000],
    [1, 7000, 1, 7700],
    [1, 600_000, 0, 60_000],
  ])('attempt %s, asked %s, random %s: %s', (attempt, asked, random, expected) => {
    expect(retryDelay(attempt, asked, random, limits)).toBe(expected)
  })
})

describe('kindOfStatus', () => {
  it.each([
    [400, { message: 'x', code: 'context_length_exceeded' }, 'context_exceeded'],
    [400, { message: 'x' }, 'bad_request'],
    [401, { message: 'x' }, 'unauthorized'],
    [403, { message: 'x' }, 'unauthorized'],
    [404, { message: 'x' }, 'not_found'],
    [408, { message: 'x' }, 'timeout'],
    [409, { message: 'x' }, 'overloaded'],
    [429, { message: 'x' }, 'rate_limited'],
    [429, { message: 'x', code: 'insufficient_quota' }, 'quota'],
    [500, { message: 'x' }, 'overloaded'],
    [529, { message: 'x' }, 'overloaded'],
  ] as const)('%s %j is %s', (status, body, kind) => {
    expect(kindOfStatus(status, body)).toBe(kind)
  })
})

describe('endpointOf', () => {
  const openai = builtinProviders.find(({ name }) => name === 'openai')!
  const configured = { baseUrl: () => 'http://configured/v1' }
  const nothing = { baseUrl: () => undefined }
  const own: Provider = { name: 'mine', kind: 'openai-compatible', baseUrl: 'http://mine/v1/', builtin: false }
  it.each([
    ['default', openai, nothing, {}, 'https://api.openai.com/v1', 'missing'],
    ['environment', openai, nothing, { OPENAI_BASE_URL: 'http://env/v1' }, 'http://env/v1', 'not needed'],
    [
      'configuration before environment',
      openai,
      configured,
      { OPENAI_BASE_URL: 'http://env/v1' },
      'http://configured/v1',
      'not needed',
    ],
    ['key from environment', openai, nothing, { OPENAI_API_KEY: 'sk' }, 'https://api.openai.com/v1', 'environment'],
    [
      'blank is unset',
      openai,
      nothing,
      { OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '' },
      'https://api.openai.com/v1',
      'missing',
    ],
    [
      'own address',
      own,
      configured,
      { OPENAI_BASE_URL: 'http://env/v1', OPENAI_API_KEY: 'sk' },
      'http://mine/v1',
      'not needed',
    ],
    ['named variable unset', { ...own, apiKeyEnv: 'MINE' }, nothing, {}, 'http://mine/v1', 'missing'],
    ['named variable', { ...own, apiKeyEnv: 'MINE' }, nothing, { MINE: 'k' }, 'http://mine/v1', 'environment'],
    [
      'no key of another provider',
      { ...own, kind: 'openai' },
      nothing,
      { OPENAI_API_KEY: 'sk' },
      'http://mine/v1',
      'missing',
    ],
  ] as const)('%s', (_what, provider, settings, env, baseUrl, keyOrigin) => {
    expect(endpointOf(provider, settings, secretsWith(env))).toMatchObject({ baseUrl, keyOrigin })
  })
})

describe('providerNameProblem', () => {
  const taken = { providers: [], namespaces: ['myteam'] }
  it.each(['system', 'Internal', 'local', 'builtin', 'OpenAI', 'anthropic', 'MyTeam', 'a/b', 'a:b/c', 'a b', ''])(
    'refuses %j',
    (name) => {
      expect(providerNameProblem(name, taken)?.problem).toBeTruthy()
    },
  )
  it.each(['ollama', 'my-server', 'openrouter'])('allows %s', (name) => {
    expect(providerNameProblem(name, taken)).toBeUndefined()
  })
})

describe('readBaseUrl', () => {
  it('takes trailing slashes off', () => {
    expect(readBaseUrl('http://localhost:11434/v1/')).toEqual({ url: 'http://localhost:11434/v1' })
  })
  it.each(['localhost:11434', 'ftp://x/', 'http://u:p@x/v1', 'http://x/v1?key=1', 'http://x/#a', ''])(
    'refuses %s',
    (text) => {
      expect(readBaseUrl(text)).toHaveProperty('problem')
    },
  )
})

describe('readToolCall', () => {
  it.each([
    ['{"a":1}', { a: 1 }, false],
    ['', {}, false],
    ['[1]', {}, true],
    ['"a"', {}, true],
    ['null', {}, true],
    ['{"a":', {}, true],
  ])('%s', (raw, expected, isInvalid) => {
    const call = readToolCall('1', 'tool', raw)
    expect(call.arguments).toEqual(expected)
    expect(call.invalid !== undefined).toBe(isInvalid)
    expect(call.rawArguments).toBe(raw)
  })
})
