import { afterEach, describe, expect, it, vi } from 'vitest'
import { key, kinds, refusalOf, start, stop } from './testing/over-http'

afterEach(async () => {
  vi.useRealTimers()
  await stop()
})

describe.each(kinds)('%s', (kind) => {
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
})
