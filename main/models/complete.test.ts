import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { startModelServer } from '../../e2e/model-server/index'
import type { ModelServer, Scenario } from '../../e2e/model-server/index'
import { createProviderAdapters } from '../infrastructure/providers/create-adapters'
import { builtinProviders, createModels } from './index'
import type { Delta, KeySource, ModelAnswer, ModelLimits, ModelRequest, Provider, Turn, Wait } from './index'
import { requestWith, secretsWith } from './testing'

const kinds = ['openai', 'anthropic'] as const
type Kind = (typeof kinds)[number]
const key = 'sk-test-0123456789abcdefghij'

let server: ModelServer | undefined
async function stop() {
  await server?.close()
  server = undefined
}
afterEach(async () => {
  vi.useRealTimers()
  await stop()
})

async function start(scenario: Scenario, options: { limits?: Partial<ModelLimits>; wait?: Wait } = {}) {
  server = await startModelServer({ scenario })
  const waits: number[] = []
  const added: Provider[] = [
    { name: 'local-llm', kind: 'openai-compatible', baseUrl: `${server.url}/v1`, builtin: false },
  ]
  const all = [...builtinProviders, ...added]
  const models = createModels({
    providers: { find: (name) => all.find((provider) => provider.name === name), list: () => all },
    settings: { baseUrl: () => undefined },
    adapters: createProviderAdapters({ clock: Date.now }),
    clock: Date.now,
    random: () => 0,
    wait: options.wait ?? (async (milliseconds, signal) => (signal.throwIfAborted(), void waits.push(milliseconds))),
    log: () => undefined,
    limits: options.limits,
  })
  const secrets = secretsWith({
    OPENAI_BASE_URL: `${server.url}/v1`,
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
  })
  const ask = (kind: Kind | 'local-llm', changes: Partial<ModelRequest> = {}) =>
    models.complete(requestWith({ model: { provider: kind, model: 'scripted' }, secrets, ...changes }))
  return { server, models, waits, ask, secrets }
}

/** The refusal that a promise is rejected with. */
async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (error instanceof Refusal) return error
  throw new Error(`no refusal but ${String(error)}`)
}

describe.each(kinds)('%s', (kind) => {
  it('streams text, reasoning and several calls a turn, and counts four buckets', async () => {
    const { ask, server } = await start({
      strategize: [
        {
          reasoning: 'Think first.',
          text: 'Let me look.',
          calls: [
            { call: 'read_file', args: { path: 'a.ts' } },
            { call: 'read_file', args: { path: 'b.ts', start_line: 2 } },
          ],
          usage: { input: 100, output: 20, cacheWrite: 30, cacheRead: 40 },
        },
      ],
    })
    const deltas: Delta[] = []
    const answer = await ask(kind, { onDelta: (delta) => deltas.push(delta) })
    expect(answer).toMatchObject({
      text: 'Let me look.',
      reasoning: 'Think first.',
      stop: 'tool_use',
      model: 'scripted',
    })
    expect(answer.calls.map(({ name, arguments: args, invalid }) => ({ name, args, invalid }))).toEqual([
      { name: 'read_file', args: { path: 'a.ts' }, invalid: undefined },
      { name: 'read_file', args: { path: 'b.ts', start_line: 2 }, invalid: undefined },
    ])
    expect(new Set(answer.calls.map(({ id }) => id)).size).toBe(2)
    expect(answer.usage).toEqual({ input: 100, output: 20, cacheWrite: 30, cacheRead: 40 })
    const joined = (wanted: Delta['kind']) =>
      deltas
        .filter(({ kind }) => kind === wanted)
        .map(({ text }) => text)
        .join('')
    expect(joined('text')).toBe('Let me look.')
    expect(joined('reasoning')).toBe('Think first.')
    expect(joined('tool_arguments')).toBe('{"path":"a.ts"}{"path":"b.ts","start_line":2}')
    expect(deltas.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1)
    expect(answer.raw).toContain('Let me look.')
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(key)
  })

  it('goes on with the results of its calls', async () => {
    const { ask, server } = await start({
      strategize: [{ reasoning: 'Hm.', text: 'Look.', call: 'read_file', args: { path: 'a' } }, { text: 'Done.' }],
    })
    const first = await ask(kind)
    const turns: Turn[] = [
      { role: 'user', text: 'Fix the login.' },
      {
        role: 'assistant',
        text: first.text,
        calls: first.calls,
        providerState: JSON.parse(JSON.stringify(first.providerState ?? null)),
      },
      { role: 'results', results: [{ callId: first.calls[0]!.id, content: 'not there', isError: true }] },
    ]
    expect((await ask(kind, { turns })).text).toBe('Done.')
    const sent = JSON.stringify(server.requests[1]?.body)
    expect(sent).toContain('not there')
    if (kind === 'anthropic') expect(sent).toContain('"signature":"signature-1"')
  })

  it('waits as long as 429 asks and then succeeds', async () => {
    const { ask, waits } = await start({
      strategize: [{ fault: '429', retryAfter: 7 }, { fault: '429', retryAfterMs: 1500 }, { text: 'Now.' }],
    })
    const retries: unknown[] = []
    const answer = await ask(kind, { onRetry: (info) => retries.push(info) })
    expect(answer.text).toBe('Now.')
    expect(waits).toEqual([7000, 1500])
    expect(retries).toEqual([
      expect.objectContaining({ attempt: 1, waitMs: 7000 }),
      expect.objectContaining({ attempt: 2, waitMs: 1500 }),
    ])
  })

  it('honours a date, and no wait beyond the ceiling', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const { ask, waits } = await start({ strategize: [{ fault: '429', retryAfterDate: date }, { text: 'Now.' }] })
    await ask(kind)
    expect(waits).toEqual([60_000])
  })

  it('doubles its own waits for 529, 500 and a refused connection', async () => {
    const { ask, waits } = await start({
      strategize: [{ fault: '529' }, { fault: '500' }, { fault: 'drop', at: 'start' }, { text: 'Now.' }],
    })
    expect((await ask(kind)).text).toBe('Now.')
    expect(waits).toEqual([250, 500, 1000])
  })

  it.each(['drop', 'truncate'] as const)(
    'discards the partial answer of a stream that ends early (%s)',
    async (fault) => {
      const { ask } = await start({
        strategize: [{ fault, text: 'half of an answer', call: 'read_file', args: {} }, { text: 'Whole.' }],
      })
      const seen: string[] = []
      const answer = await ask(kind, { onDelta: ({ text }) => seen.push(text), onRetry: () => seen.push('|') })
      expect(answer.text).toBe('Whole.')
      expect(answer.calls).toEqual([])
      expect(seen.join('')).toMatch(/^half[^|]*\|Whole\.$/)
    },
  )

  it.each([
    ['529', 'model.overloaded'],
    ['429', 'model.rate_limited'],
    ['drop', 'model.unreachable'],
  ] as const)('gives up on %s after the retries with %s', async (fault, code) => {
    const { ask, server } = await start({ strategize: [{ fault }, { fault }, { fault }, { text: 'Too late.' }] })
    expect((await refusalOf(ask(kind, { retries: 2 }))).data.code).toBe(code)
    expect(server.requests).toHaveLength(3)
  })

  it.each([
    [401, 'authentication_error', `Incorrect API key provided: ${key}`, 'model.unauthorized'],
    [404, 'not_found_error', 'no such model', 'model.not_found'],
    [400, 'invalid_request_error', 'bad schema', 'model.bad_request'],
    [400, 'invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum', 'model.context_exceeded'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'model.context_exceeded'],
  ])('does not repeat %s %s %s, and keeps the key to itself', async (status, type, message, code) => {
    const { ask, server } = await start({ strategize: [{ fault: 'status', status, type, message }] })
    const { data } = await refusalOf(ask(kind))
    expect(data.code).toBe(code)
    expect(data.hint).not.toBe('')
    expect(JSON.stringify(data)).not.toContain(key)
    expect(server.requests).toHaveLength(1)
  })

  it('keeps malformed arguments with the reason', async () => {
    const { ask } = await start({ strategize: [{ fault: 'malformed', call: 'read_file' }] })
    const [call] = (await ask(kind)).calls
    expect(call).toMatchObject({ name: 'read_file', arguments: {}, rawArguments: '{"path": "unterminated' })
    expect(call?.invalid).toMatch(/not valid JSON/)
  })

  it('sends a turn with malformed arguments back as valid JSON', async () => {
    const { ask } = await start({ strategize: [{ fault: 'malformed', call: 'read_file' }, { text: 'Sorry.' }] })
    const first = await ask(kind)
    const turns: Turn[] = [
      { role: 'user', text: 'Fix.' },
      { role: 'assistant', text: '', calls: first.calls, providerState: first.providerState },
      { role: 'results', results: [{ callId: first.calls[0]!.id, content: first.calls[0]!.invalid!, isError: true }] },
    ]
    expect((await ask(kind, { turns })).text).toBe('Sorry.')
    expect(JSON.stringify(server?.requests[1]?.body)).not.toContain('{\\"path\\": \\"unterminated')
  })

  it('says that an answer was cut at its limit', async () => {
    const { ask } = await start({
      strategize: [{ calls: [{ call: 'read_file', raw: '{"path": "a' }], stop: 'length' }],
    })
    const answer = await ask(kind)
    expect(answer.stop).toBe('length')
    expect(answer.calls[0]?.invalid).toMatch(/cut off/)
  })

  it('reports a refusal and an answer without a call', async () => {
    const { ask } = await start({ strategize: [{ text: 'I will not.', stop: 'refusal' }] })
    expect(await ask(kind)).toMatchObject({ stop: 'refusal', calls: [] })
  })

  it.each([false, true])('leaves a hanging server at once when aborted (head sent: %s)', async (headers) => {
    const { ask, server } = await start({ strategize: [{ fault: 'hang', headers }] })
    const controller = new AbortController()
    const asked = ask(kind, { signal: controller.signal })
    await server.received(1)
    const reason = new Error('stopped by the user')
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true))
  })

  it('leaves a slow stream in the middle when aborted', async () => {
    const { ask, server } = await start({ strategize: [{ fault: 'slow', text: 'one two three' }] })
    const controller = new AbortController()
    const asked = ask(kind, { signal: controller.signal, onDelta: () => controller.abort(new Error('enough')) })
    const advanced = server.pace.advance(5)
    await expect(asked).rejects.toThrow('enough')
    await advanced
  })

  it('leaves a wait between attempts at once when aborted', async () => {
    const controller = new AbortController()
    const { ask } = await start(
      { strategize: [{ fault: '429', retryAfter: 50 }] },
      {
        wait: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    )
    const asked = ask(kind, {
      signal: controller.signal,
      onRetry: () => queueMicrotask(() => controller.abort(new Error('stop'))),
    })
    await expect(asked).rejects.toThrow('stop')
  })

  it.each([
    [{ firstByteMs: 60 }, { fault: 'hang' as const }, /nothing came/],
    [{ firstByteMs: 60 }, { fault: 'hang' as const, headers: true }, /nothing came/],
    [{ totalMs: 60 }, { fault: 'hang' as const }, /no complete answer/],
  ])('gives up after %j', async (limits, step, message) => {
    const { ask } = await start({ strategize: [step] }, { limits })
    const { data } = await refusalOf(ask(kind, { retries: 0 }))
    expect(data.code).toBe('model.timeout')
    expect(data.message).toMatch(message)
  })

  it('gives up where a stream falls silent', async () => {
    const { ask, server } = await start(
      { strategize: [{ fault: 'slow', text: 'one two three' }] },
      { limits: { idleMs: 60 } },
    )
    const asked = refusalOf(ask(kind, { retries: 0 }))
    await server.pace.advance(2)
    expect((await asked).data.message).toMatch(/nothing more came/)
  })

  it('asks nothing where the breaker is open, and tries once after a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const fault = { fault: '500' } as const
    const { ask, server } = await start(
      { strategize: [fault, fault, { text: 'Back.' }] },
      { limits: { failures: 2, openMs: 30_000 } },
    )
    await refusalOf(ask(kind, { retries: 0 }))
    await refusalOf(ask(kind, { retries: 0 }))
    expect((await refusalOf(ask(kind, { retries: 0 }))).data.code).toBe('model.breaker_open')
    expect(server.requests).toHaveLength(2)
    vi.setSystemTime(Date.now() + 31_000)
    expect((await ask(kind, { retries: 0 })).text).toBe('Back.')
    expect((await ask(kind, { retries: 0 })).stop).not.toBe('other')
  })

  it('wants a key for the provider itself and sends nothing without', async () => {
    const { ask, server } = await start({})
    const { data } = await refusalOf(ask(kind, { secrets: secretsWith() }))
    expect(data.code).toBe('model.no_key')
    expect(data.hint).toContain(kind === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY')
    expect(server.requests).toHaveLength(0)
  })

  it('prefers the key in memory over the environment', async () => {
    const { ask, server, secrets } = await start({ strategize: [{ text: 'Hi.' }] })
    const both: KeySource = { env: secrets.env, key: () => 'sk-from-memory-0123456789' }
    await ask(kind, { secrets: both })
    const sent = JSON.stringify(server.requests[0]?.headers)
    expect(sent).toContain('sk-from-memory-0123456789')
    expect(sent).not.toContain(key)
  })

  it('takes no key and no address from the environment of this process', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-process-0000000')
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-process-0000000')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'sk-of-the-process-0000000')
    vi.stubEnv('OPENAI_ORG_ID', 'org-of-the-process')
    try {
      const { ask, server } = await start({ strategize: [{ text: 'Hi.' }] })
      await ask(kind)
      expect(JSON.stringify(server.requests[0]?.headers)).not.toContain('of-the-process')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('learns that a model takes no temperature', async () => {
    const refusing: Scenario = ({ body }) =>
      'temperature' in body
        ? { fault: 'status', status: 400, type: 'invalid_request_error', message: 'temperature is not supported' }
        : { text: 'Fine.' }
    const { ask, server } = await start(refusing)
    expect((await ask(kind, { temperature: 0.2 })).text).toBe('Fine.')
    expect((await ask(kind, { temperature: 0.2 })).text).toBe('Fine.')
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0.2, undefined, undefined])
  })

  it('lists models and says how a test went', async () => {
    const { models, secrets, server } = await start({ models: ['one', 'two'] })
    const { signal } = new AbortController()
    expect(await models.test(kind, secrets, signal)).toMatchObject({ ok: true, models: ['one', 'two'] })
    await stop()
    const gone = await models.test(kind, secrets, signal)
    expect(gone).toMatchObject({ ok: false, models: [] })
    expect(gone.error).toContain(server.url)
  })
})

describe('anthropic prompt caching', () => {
  it('marks system, tools and the last turns, at most four in all', async () => {
    const { ask, server } = await start({ strategize: [{ text: 'Hi.' }] })
    const turns: Turn[] = [
      { role: 'user', text: 'one' },
      { role: 'assistant', text: 'two', calls: [] },
      { role: 'user', text: 'three' },
      { role: 'user', text: 'four' },
    ]
    await ask('anthropic', { turns })
    const body = JSON.stringify(server.requests[0]?.body)
    expect(body.match(/"cache_control"/g)).toHaveLength(4)
    expect(body).toContain('{"type":"text","text":"four","cache_control":{"type":"ephemeral"}}')
  })
})

describe('an OpenAI-compatible server', () => {
  it('works without a key', async () => {
    const { ask, server } = await start({ strategize: [{ text: 'Hi.' }] })
    expect((await ask('local-llm', { secrets: secretsWith(), maxOutputTokens: 50 })).text).toBe('Hi.')
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 50 })
  })

  it('guesses the usage where the server reports none', async () => {
    const http = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = {
        id: '1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta: { content: 'Twelve chars' }, finish_reason: 'stop' }],
      }
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const { ask } = await start({})
    const secrets = secretsWith({ OPENAI_BASE_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
    const answer: ModelAnswer = await ask('openai', { secrets })
    expect(answer.usage).toMatchObject({ output: 3, estimated: true })
    http.close()
  })

  it('does not follow a redirect with the key', async () => {
    const { ask, server } = await start({ strategize: [{ text: 'Hi.' }] })
    const http = createServer((_, response) =>
      response.writeHead(307, { location: `${server.url}/v1/chat/completions` }).end(),
    )
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const secrets = secretsWith({
      OPENAI_BASE_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      OPENAI_API_KEY: key,
    })
    expect((await refusalOf(ask('openai', { secrets, retries: 0 }))).data.code).toBe('model.unreachable')
    expect(server.requests).toHaveLength(0)
    http.close()
  })

  it('is told apart from a provider that is not there', async () => {
    const { ask } = await start({})
    const { data } = await refusalOf(ask('local-llm', { model: { provider: 'nowhere', model: 'm' } }))
    expect(data).toMatchObject({ kind: 'missing', code: 'provider.not_found' })
  })
})
