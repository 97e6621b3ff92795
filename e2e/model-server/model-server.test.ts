import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer } from './index'
import type { ModelServer, Scenario } from './index'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(scenario: Scenario) {
  server = await startModelServer({ scenario })
  return {
    server,
    openai: new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'key', maxRetries: 0 }),
    anthropic: new Anthropic({ baseURL: server.url, apiKey: 'key', maxRetries: 0 }),
  }
}

const openaiTool = (name: string) => ({ type: 'function' as const, function: { name, parameters: { type: 'object' } } })
const anthropicTool = (name: string) => ({ name, input_schema: { type: 'object' as const } })
const strategize = [openaiTool('read_file'), openaiTool('finish_strategy')]
const user = { role: 'user' as const, content: 'Fix it' }
const base = { model: 'm', messages: [user], tools: strategize }
const anthropicBase = {
  model: 'claude',
  max_tokens: 100,
  messages: [user],
  tools: ['read_file', 'finish_strategy'].map(anthropicTool),
}

const twoSteps: Scenario = {
  strategize: [
    {
      text: 'Let me look.',
      calls: [
        { call: 'read_file', args: { path: 'a.ts' } },
        { call: 'read_file', args: { path: 'b.ts' } },
      ],
    },
    {
      call: 'record_decision',
      args: { confidence: 0.9 },
      usage: { input: 10, output: 5, cacheRead: 7, cacheWrite: 3 },
    },
  ],
  execute: [{ call: 'write_file', args: { path: 'a.ts' } }],
}

describe('OpenAI chat completions', () => {
  it('answers with several calls a turn and finds its place from the conversation', async () => {
    const { openai } = await start(twoSteps)
    const first = await openai.chat.completions.create(base)
    const calls = first.choices[0]?.message.tool_calls ?? []
    expect(calls.map((call) => call.type === 'function' && JSON.parse(call.function.arguments))).toEqual([
      { path: 'a.ts' },
      { path: 'b.ts' },
    ])
    expect(first.choices[0]?.finish_reason).toBe('tool_calls')
    const results = calls.map((call) => ({ role: 'tool' as const, tool_call_id: call.id, content: 'text' }))
    const messages = [user, first.choices[0]!.message, ...results]
    const second = await openai.chat.completions.create({ ...base, messages })
    expect(second.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'record_decision' } })
    expect(second.usage).toMatchObject({
      prompt_tokens: 20,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 7, cache_write_tokens: 3 },
    })
  })

  it('streams pieces that add up, with usage at the end where it was asked for', async () => {
    const { openai } = await start(twoSteps)
    const stream = await openai.chat.completions.create({
      ...base,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let json = ''
    let usage = 0
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      for (const call of chunk.choices[0]?.delta.tool_calls ?? [])
        if (call.index === 1) json += call.function?.arguments ?? ''
      usage += chunk.usage?.completion_tokens ?? 0
    }
    expect(text).toBe('Let me look.')
    expect(JSON.parse(json)).toEqual({ path: 'b.ts' })
    expect(usage).toBeGreaterThan(0)
  })

  it('starts over in the next phase and finishes it past the end of the script', async () => {
    const { openai } = await start(twoSteps)
    const tools = [openaiTool('write_file'), openaiTool('finish_execution')]
    const called = (name: string, id: string) => ({
      role: 'assistant' as const,
      tool_calls: [{ id, type: 'function' as const, function: { name, arguments: '{}' } }],
    })
    const result = (id: string) => ({ role: 'tool' as const, tool_call_id: id, content: '' })
    const history = [user, called('read_file', '1'), result('1'), called('finish_strategy', '2'), result('2'), user]
    const first = await openai.chat.completions.create({ model: 'm', tools, messages: history })
    expect(first.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'write_file' } })
    const messages = [...history, called('write_file', '3'), result('3')]
    const last = await openai.chat.completions.create({ model: 'm', tools, messages })
    expect(last.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'finish_execution' } })
  })
})

describe('Anthropic messages', () => {
  it('streams thinking, text, calls and cache buckets', async () => {
    const { anthropic } = await start({
      strategize: [
        {
          reasoning: 'Hm.',
          text: 'Look.',
          call: 'read_file',
          args: { path: 'a' },
          usage: { input: 1, output: 2, cacheWrite: 3, cacheRead: 4 },
        },
      ],
    })
    const message = await anthropic.messages.stream(anthropicBase).finalMessage()
    expect(message.content).toEqual([
      expect.objectContaining({ type: 'thinking', thinking: 'Hm.', signature: 'signature-1' }),
      expect.objectContaining({ type: 'text', text: 'Look.' }),
      expect.objectContaining({ type: 'tool_use', name: 'read_file', input: { path: 'a' } }),
    ])
    expect(message.stop_reason).toBe('tool_use')
    expect(message.usage).toMatchObject({
      input_tokens: 1,
      output_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
    })
  })

  it('answers whole and lists models', async () => {
    const { anthropic, openai } = await start({ other: [{ text: 'Hello.' }], models: ['a', 'b'] })
    const message = await anthropic.messages.create({ model: 'claude', max_tokens: 10, messages: [user] })
    expect(message.content[0]).toMatchObject({ text: 'Hello.' })
    expect((await anthropic.models.list()).data.map(({ id }) => id)).toEqual(['a', 'b'])
    expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('faults', () => {
  it('refuses once with 429 and retry-after, then goes on', async () => {
    const { openai } = await start({ strategize: [{ fault: '429', retryAfter: 7 }, { text: 'Now.' }] })
    const error = await openai.chat.completions.create(base).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(OpenAI.RateLimitError)
    expect((error as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toBe('7')
    expect((await openai.chat.completions.create(base)).choices[0]?.message.content).toBe('Now.')
  })

  it('says overloaded in the shape of the protocol', async () => {
    const { anthropic } = await start({ strategize: [{ fault: '529' }] })
    await expect(anthropic.messages.create(anthropicBase)).rejects.toMatchObject({
      status: 529,
      error: { error: { type: 'overloaded_error' } },
    })
  })

  it('cuts a stream in the middle', async () => {
    const { openai } = await start({ strategize: [{ fault: 'drop', text: 'one two three four' }] })
    const stream = await openai.chat.completions.create({ ...base, stream: true })
    let text = ''
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    })()
    await expect(reading).rejects.toThrow()
    expect(text).toMatch(/^one/)
    expect(text).not.toContain('four')
  })

  it('hangs until the client goes', async () => {
    const { openai, server } = await start({ strategize: [{ fault: 'hang' }] })
    const controller = new AbortController()
    const asked = openai.chat.completions.create(base, { signal: controller.signal })
    await server.received(1)
    controller.abort()
    await expect(asked).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
  })

  it('sends a slow answer at the pace of the test', async () => {
    const { openai, server } = await start({ strategize: [{ fault: 'slow', text: 'one two' }] })
    const stream = await openai.chat.completions.create({ ...base, stream: true })
    const seen: string[] = []
    const reading = (async () => {
      for await (const chunk of stream) seen.push(chunk.choices[0]?.delta.content ?? '')
    })()
    await server.pace.advance(2)
    expect(seen.join('')).not.toContain('two')
    server.pace.finish()
    await reading
    expect(seen.join('')).toBe('one two')
  })

  it('sends arguments that are no JSON, once', async () => {
    const { openai } = await start({ strategize: [{ fault: 'malformed', call: 'read_file' }, { text: 'Sorry.' }] })
    const first = await openai.chat.completions.create(base)
    const call = first.choices[0]?.message.tool_calls?.[0]
    expect(() => JSON.parse(call?.type === 'function' ? call.function.arguments : '{}')).toThrow()
    const messages = [
      user,
      first.choices[0]!.message,
      { role: 'tool' as const, tool_call_id: call!.id, content: 'no JSON' },
    ]
    expect((await openai.chat.completions.create({ ...base, messages })).choices[0]?.message.content).toBe('Sorry.')
  })
})

it('asks a function where the scenario is one', async () => {
  const { openai, server } = await start(({ events, phase }) => ({ text: `${phase} ${events.length}` }))
  expect((await openai.chat.completions.create(base)).choices[0]?.message.content).toBe('strategize 1')
  server.setScenario({ strategize: [{ text: 'Changed.' }] })
  expect((await openai.chat.completions.create(base)).choices[0]?.message.content).toBe('Changed.')
})

it('runs as a program from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-server-'))
  const file = join(folder, 'scenario.json')
  await writeFile(file, JSON.stringify({ other: [{ text: 'From a file.' }] }))
  const program = spawn(process.execPath, [resolve(import.meta.dirname, 'main.ts'), '--port', '0', '--scenario', file])
  try {
    const line = await new Promise<string>((found) =>
      program.stdout.once('data', (chunk: Buffer) => found(chunk.toString())),
    )
    const openai = new OpenAI({ baseURL: `${/http\S+/.exec(line)?.[0]}/v1`, apiKey: 'key', maxRetries: 0 })
    const answer = await openai.chat.completions.create({ model: 'm', messages: [user] })
    expect(answer.choices[0]?.message.content).toBe('From a file.')
  } finally {
    program.kill()
    await rm(folder, { recursive: true })
  }
})
