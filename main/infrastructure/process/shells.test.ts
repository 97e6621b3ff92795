import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createShells, type ShellJob, type Shells } from './shells'
import { isAlive } from './testing'

let folder: string
let shells: Shells
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'shells-')))
  shells = createShells({ PATH: process.env['PATH'], KEPT: 'kept' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = async (commands: readonly (readonly string[])[], more: Partial<ShellJob> = {}) => {
  const result = await shells.run({ cwd: folder, env: {}, commands, timeoutMs: 20_000, ...more })
  return result!
}
const script = (text: string) => ['/bin/sh', '-c', text]
const numberIn = (name: string) => Number(readFileSync(join(folder, name), 'utf8'))

describe.skipIf(process.platform === 'win32')('programs that a kept shell starts', () => {
  it('get their words, folder, environment and input as they stand', async () => {
    const odd = join(folder, `it's a "folder" $HOME\n-x`)
    mkdirSync(odd)
    const words = ["'", '"', '$(touch made)', '`id`', '\\', '', ' a  b ', '-n', 'ü\n', '%s']
    const input = Buffer.from([0, 255, 10, 0, 13])
    const shown = 'pwd; printf "%s|" "$KEPT" "$GIVEN" "$@"; cat'
    const result = await run([[...script(shown), 'sh', ...words]], { cwd: odd, env: { GIVEN: `o'ne $x` }, input })
    const told = [`${odd}\nkept`, `o'ne $x`, ...words].join('|')
    expect(result.stdout).toEqual(Buffer.concat([Buffer.from(`${told}|`), input]))
    expect(result).toMatchObject({ code: 0, signal: null, timedOut: false, aborted: false })
    expect(existsSync(join(odd, 'made'))).toBe(false)
  })

  it('leave nothing to the next job: no folder, no variable, no output', async () => {
    await run([script('printf one; printf two >&2')], { env: { GIVEN: 'x' } })
    const result = await run([script('printf "$GIVEN"; pwd; printf three >&2')], { cwd: '/' })
    expect([result.stdout.toString(), result.stderr.toString()]).toEqual(['/\n', 'three'])
  })

  it('answer their status, and the second runs only after success of the first', async () => {
    expect(await run([script('exit 7'), script('echo late')])).toMatchObject({ code: 7, stdout: Buffer.from('') })
    const both = await run([script('echo early; cat'), script('echo late; cat')], { input: 'in\n' })
    expect(both.stdout.toString()).toBe('early\nin\nlate\n')
    expect(await run([script('kill -9 $$')])).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(await run([['/no/such/program']])).toMatchObject({ code: null, startError: 'ENOENT' })
    expect(await run([['true']], { cwd: join(folder, 'gone') })).toMatchObject({ code: null, startError: 'ENOENT' })
  })

  it('give large output whole, or its head and tail', async () => {
    const big = Buffer.alloc(3_000_000, 'y\0')
    writeFileSync(join(folder, 'big'), big)
    expect((await run([['cat', 'big']])).stdout.equals(big)).toBe(true)
    const cut = (await run([['cat', 'big']], { keep: { head: 10, tail: 10 } })).stdout.toString()
    expect(cut).toMatch(/^(y\0){5}\n… 2999980 bytes left out …\n(y\0){5}$/)
  })

  it('end with all that they started at the timeout and on abort, and the next job is served', async () => {
    const slow = script('sleep 60 & echo $! > child; sleep 60')
    expect(await run([slow], { timeoutMs: 200 })).toMatchObject({ code: null, timedOut: true })
    await expect.poll(() => isAlive(numberIn('child'))).toBe(false)
    expect(await run([slow], { signal: AbortSignal.timeout(200) })).toMatchObject({ code: null, aborted: true })
    await expect.poll(() => isAlive(numberIn('child'))).toBe(false)
    expect((await run([['echo', 'next']])).stdout.toString()).toBe('next\n')
  })

  it('run side by side, each with its own output', async () => {
    const results = await Promise.all([1, 2, 3].map((at) => run([script(`sleep 0.1; echo ${at}`)])))
    expect(results.map((result) => result.stdout.toString())).toEqual(['1\n', '2\n', '3\n'])
  })

  it('are left to the caller where all shells work, or where a shell might misread a word', async () => {
    const gate = join(folder, 'gate')
    const wait = script(`while [ ! -e ${gate} ]; do sleep 0.05; done`)
    const busy = [1, 2, 3, 4].map(() => run([wait]))
    expect(await run([['true']])).toBeNull()
    writeFileSync(gate, '')
    await Promise.all(busy)
    expect(await run([['echo', '\u0001']])).toBeNull()
  })
})
