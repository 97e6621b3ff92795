import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from './run'
import { isAlive } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'run-'))
const env = { PATH: process.env['PATH'], PLANTED: 'x' }
const shell = (script: string, more: object = {}) => run('/bin/sh', ['-c', script], { cwd: folder, env, ...more })

describe('run', () => {
  it('gives status, output and the environment that was passed, and nothing else of ours', async () => {
    const result = await shell('echo out; echo err >&2; env; exit 3')
    expect(result).toMatchObject({ code: 3, signal: null, timedOut: false, aborted: false })
    expect(result.stdout.toString()).toContain('out\n')
    expect(result.stderr.toString()).toBe('err\n')
    expect(result.stdout.toString()).toContain('PLANTED=x')
    expect(result.stdout.toString()).not.toContain('HOME=')
  })

  it('passes input, and keeps head and tail of long output', async () => {
    const long = Buffer.from(`first${'x'.repeat(10_000)}last`)
    const result = await run('cat', [], { cwd: folder, env, input: long, keep: { head: 5, tail: 4 } })
    expect(result.stdout.toString()).toBe('first\n… 10000 bytes left out …\nlast')
  })

  it('says that a program could not be started', async () => {
    expect((await run('no-such-program', [], { cwd: folder, env })).startError).toBe('ENOENT')
  })

  it('ends the group at the timeout and on abort', async () => {
    const timed = await shell('echo $$ > timed; sleep 60; echo late', { timeoutMs: 200 })
    expect(timed.timedOut).toBe(true)
    expect(isAlive(Number(readFileSync(join(folder, 'timed'), 'utf8')))).toBe(false)
    const controller = new AbortController()
    const aborted = await shell('echo started; sleep 60', {
      signal: controller.signal,
      onOutput: () => controller.abort(),
    })
    expect(aborted.aborted).toBe(true)
  })
})

describe('run with leftovers ended', () => {
  const ending = (script: string, more: object = {}) => shell(script, { leftovers: 'end', ...more })
  const pidIn = (name: string) => Number(readFileSync(join(folder, name), 'utf8'))

  it('returns although a grandchild holds the pipe, with what was written before, and ends the grandchild', async () => {
    const result = await ending('sleep 60 & echo $! > held; echo said')
    expect(result.code).toBe(0)
    expect(result.stdout.toString()).toBe('said\n')
    expect(isAlive(pidIn('held'))).toBe(false)
  })

  it('ends a child without our pipes that ignores SIGTERM', async () => {
    await ending(
      `sh -c 'trap "" TERM; echo $$ > stubborn; while :; do sleep 1; done' >/dev/null 2>&1 & while [ ! -s stubborn ]; do :; done`,
    )
    expect(isAlive(pidIn('stubborn'))).toBe(false)
  })

  it.runIf(process.platform === 'linux')('ends a daemon in a session of its own', async () => {
    await ending(
      `setsid sh -c 'echo $$ > daemon; exec sleep 60' </dev/null >/dev/null 2>&1 & while [ ! -s daemon ]; do :; done`,
    )
    expect(isAlive(pidIn('daemon'))).toBe(false)
  })

  it.runIf(process.platform === 'linux')('ends a daemon at the timeout too', async () => {
    const result = await ending(`setsid sh -c 'echo $$ > late; exec sleep 60' & sleep 60`, { timeoutMs: 300 })
    expect(result.timedOut).toBe(true)
    expect(isAlive(pidIn('late'))).toBe(false)
  })

  it('gives all output of a program that leaves nothing behind', async () => {
    writeFileSync(join(folder, 'big'), 'y'.repeat(3_000_000))
    expect((await ending('cat big')).stdout.length).toBe(3_000_000)
  })

  it('has a parent of its own to kill, which ends it and not us', async () => {
    const result = await ending('echo $$ > orphan; kill -9 $PPID; sleep 60')
    expect(result).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: false })
    expect(isAlive(pidIn('orphan'))).toBe(false)
  })

  it('passes arguments as they are, input and status, and says that a program could not be started', async () => {
    const options = { cwd: folder, env, leftovers: 'end' } as const
    const said = await run('printf', ['%s|', '$HOME', 'a b', '"\'', '', '*'], options)
    expect(said.stdout.toString()).toBe('$HOME|a b|"\'||*|')
    expect((await run('cat', [], { ...options, input: 'given' })).stdout.toString()).toBe('given')
    expect((await ending('exit 42')).code).toBe(42)
    for (const name of ['no-such-program', './no-such-program', '.'])
      expect((await run(name, [], options)).startError).toMatch(/^(ENOENT|EACCES)$/)
  })
})
