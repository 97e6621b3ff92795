import { appendFileSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { awaitStart, watchRecovery } from './await-start'

const limit = 60_000

describe('waiting for a core', () => {
  it('ends at the limit where nothing is heard of it', async () => {
    let looks = 0
    const within = async () => void looks++
    expect(await awaitStart(limit, within, { goesOn: () => false })).toBeUndefined()
    expect(looks).toBe(60)
  })

  it('goes on while the core recovers, and ends once it falls silent', async () => {
    let looks = 0
    const within = async () => (++looks === 500 ? 'up' : undefined)
    expect(await awaitStart(limit, within, { goesOn: () => true })).toBe('up')
    looks = 0
    expect(await awaitStart(limit, within, { goesOn: () => looks < 200 })).toBeUndefined()
    expect(looks).toBe(200)
  })
})

describe('a core that recovers', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'await-start-'))
    file = join(folder, 'core-start.log')
    writeFileSync(file, `${JSON.stringify({ type: 'recovering', what: ['of an earlier start'] })}\n`)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is told once, with what it puts right, and is alive only while it says so', () => {
    const told: string[] = []
    const recovery = watchRecovery(file, statSync(file).size, (line) => told.push(line))
    expect([recovery.goesOn(), recovery.what()]).toEqual([false, null])
    appendFileSync(file, `${JSON.stringify({ type: 'recovering', what: ['the apply of plan P (2 files)'] })}\n`)
    expect([recovery.goesOn(), recovery.goesOn()]).toEqual([true, true])
    expect(told).toEqual([expect.stringContaining('the apply of plan P (2 files)')])
    const longAgo = Date.now() / 1000 - 3600
    utimesSync(file, longAgo, longAgo)
    expect([recovery.goesOn(), recovery.what()]).toEqual([false, ['the apply of plan P (2 files)']])
  })
})
