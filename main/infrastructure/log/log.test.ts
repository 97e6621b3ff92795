import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { conflict } from '@shared/model/refusal'
import { type LogLevel, type LogOptions, openLog } from './log'
import { maskText } from './mask'
import { openRotatingFile } from './rotating-file'

function logged(options: Partial<LogOptions>, work: (log: ReturnType<typeof openLog>) => void) {
  const dir = join(mkdtempSync(join(tmpdir(), 'log-')), 'logs')
  const log = openLog({ dir, ...options })
  work(log)
  log.close()
  const text = readFileSync(join(dir, 'core.log'), 'utf8')
  return {
    dir,
    text,
    lines: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

describe('the log', () => {
  it('writes an event with its data as one line, for the owner alone', () => {
    let level: LogLevel = 'info'
    const { dir, lines } = logged({ base: { kind: 'server' }, level: () => level }, (log) => {
      log.info('plan.started', { plan_id: 'p1' })
      log.debug('too.fine')
      level = 'debug'
      log.debug('fine.now')
    })
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-/),
        pid: process.pid,
        kind: 'server',
        event: 'plan.started',
        plan_id: 'p1',
      },
      expect.objectContaining({ level: 'debug', event: 'fine.now' }),
    ])
    expect(statSync(join(dir, 'core.log')).mode & 0o777).toBe(0o600)
  })

  it('keeps the stack and the cause of a bug, and the data of a refusal', () => {
    const { lines } = logged({}, (log) => {
      log.error('plan.failed', new Error('outer', { cause: new TypeError('inner') }))
      log.error('plan.refused', conflict('plan.busy', 'It is busy.'))
      log.error('plan.odd', 'just text')
    })
    expect(lines[0]?.error).toMatchObject({
      message: 'outer',
      stack: expect.stringContaining('log.test.ts'),
      cause: { name: 'TypeError', message: 'inner' },
    })
    expect(lines[1]?.error).toMatchObject({ code: 'plan.busy', kind: 'conflict' })
    expect(lines[2]?.error).toBe('just text')
  })

  it('lets no secret through, wherever it stands', () => {
    const secret = 'S3cretValue-0123456789'
    const { text } = logged({ secrets: () => ['known-value-42'] }, (log) => {
      log.info('a', {
        token: secret,
        nested: { deep: [{ apiKey: secret, headers: { Authorization: secret, 'x-api-key': secret } }] },
      })
      log.info('b', { OPENAI_API_KEY: secret, password: secret, accessToken: secret, credentials: { user: secret } })
      log.info('c', { line: `curl -H "Authorization: Bearer ${secret}" https://me:${secret}@host/x sk-${secret}` })
      log.error('d', new Error(`request with sk-ant-${secret} and known-value-42 failed`))
    })
    expect(text).not.toContain('0123456789')
    expect(text).not.toContain('known-value-42')
    expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThan(10)
  })

  it('leaves what only looks like a secret', () => {
    const { lines } = logged({}, (log) =>
      log.info('a', { tokens: 12, token_count: 3, max_tokens: '5', author: 'me', key: 'core.format' }),
    )
    expect(lines[0]).toMatchObject({ tokens: 12, token_count: 3, max_tokens: '5', author: 'me', key: 'core.format' })
    expect(maskText('the task-force asked https://host:80/a@b')).toBe('the task-force asked https://host:80/a@b')
  })

  it('takes whatever it is given', () => {
    const cyclic: Record<string, unknown> = {
      a: 1n,
      b: () => 1,
      d: new Date(Number.NaN),
      e: Buffer.from('x'),
      long: 'x'.repeat(100_000),
    }
    cyclic.self = cyclic
    const { lines, text } = logged({}, (log) => log.info('odd', cyclic))
    expect(lines[0]).toMatchObject({ a: '1', d: null, e: '[1 bytes]' })
    expect(text.length).toBeLessThan(40_000)
  })
})

describe('the rotating file', () => {
  it('keeps as many old files as it may, none larger than its cap', () => {
    const dir = mkdtempSync(join(tmpdir(), 'log-'))
    const file = openRotatingFile(dir, 'x', 100, 2)
    for (let line = 0; line < 50; line += 1) file.write(`${String(line).padStart(19, '0')}\n`)
    file.close()
    expect(readdirSync(dir).sort()).toEqual(['x.1.log', 'x.2.log', 'x.log'])
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(100)
    const kept = ['x.2.log', 'x.1.log', 'x.log'].flatMap((name) =>
      readFileSync(join(dir, name), 'utf8').trim().split('\n').map(Number),
    )
    expect(kept).toEqual(Array.from({ length: 15 }, (_, index) => 35 + index))
  })

  it('goes on with the file that is there', () => {
    const dir = mkdtempSync(join(tmpdir(), 'log-'))
    for (const line of ['one\n', 'two\n']) {
      const file = openRotatingFile(dir, 'x', 1000, 2)
      file.write(line)
      file.close()
    }
    expect(readFileSync(join(dir, 'x.log'), 'utf8')).toBe('one\ntwo\n')
  })

  it('drops what it cannot write, goes on once it can, and says how much is missing', () => {
    const dir = mkdtempSync(join(tmpdir(), 'log-'))
    const file = openRotatingFile(dir, 'x', 10, 2)
    file.write('123456789\n')
    rmSync(dir, { recursive: true })
    file.write('lost, since it must rotate into a folder that is gone\n')
    file.write('lost\n')
    mkdirSync(dir)
    file.write('back\n')
    file.close()
    file.write('after the end\n')
    const kept = readdirSync(dir)
      .sort()
      .reverse()
      .map((name) => readFileSync(join(dir, name), 'utf8'))
      .join('')
    expect(kept).toContain('"event":"log.dropped","lines":2')
    expect(kept).toMatch(/back\n/)
    expect(kept).not.toMatch(/lost,|after the end/)
  })
})
