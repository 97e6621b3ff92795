import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Scenario } from '../../e2e/model-server/index'
import type { Delta, KeySource, ModelAnswer, Turn } from './index'
import { key, kinds, refusalOf, start, stop } from './testing/over-http'
import { secretsWith } from './testing/request'

afterEach(async () => {
  vi.useRealTimers()
  await stop()
})

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

  it('keeps malformed arguments with the reason', async () => {
    const { ask } = await start({ strategize: [{ fault: 'malformed', call: 'read_file' }] })
    const [call] = (await ask(kind)).calls
    expect(call).toMatchObject({ name: 'read_file', arguments: {}, rawArguments: '{"path": "unterminated' })
    expect(call?.invalid).toMatch(/not valid JSON/)
  })

  it('sends a turn with malformed arguments back as valid JSON', async () => {
    const { ask, server } = await start({ strategize: [{ fault: 'malformed', call: 'read_file' }, { text: 'Sorry.' }] })
    const first = await ask(kind)
    const turns: Turn[] = [
      { role: 'user', text: 'Fix.' },
      { role: 'assistant', text: '', calls: first.calls, providerState: first.providerState },
      { role: 'results', results: [{ callId: first.calls[0]!.id, content: first.calls[0]!.invalid!, isError: true }] },
    ]
    expect((await ask(kind, { turns })).text).toBe('Sorry.')
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('{\\"path\\": \\"unterminated')
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

describe('an OpenAI model that reasons', () => {
  it('is asked without reasoning where it takes tools only so, and from the first time on once that is known', async () => {
    const refusing: Scenario = ({ body }) =>
      body.reasoning_effort === 'none'
        ? { text: 'Fine.' }
        : {
            fault: 'status',
            status: 400,
            message: "Function tools with reasoning_effort are not supported. Set reasoning_effort to 'none'.",
          }
    const { ask, server } = await start(refusing)
    expect((await ask('openai')).text).toBe('Fine.')
    expect((await ask('openai')).text).toBe('Fine.')
    expect(server.requests).toHaveLength(3)
  })

  it('tries each change once and then tells the refusal', async () => {
    const { ask, server } = await start(() => ({
      fault: 'status',
      status: 400,
      message: 'temperature and reasoning_effort and stream_options and max_completion_tokens',
    }))
    expect((await refusalOf(ask('openai', { temperature: 1 }))).data.code).toBe('model.bad_request')
    expect(server.requests).toHaveLength(5)
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
