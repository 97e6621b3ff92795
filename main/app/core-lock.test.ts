import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { acquireCoreLock } from './core-lock'
import { bundleForNode, startTalker, type Talker } from './testing'

let program: string
let dataDir: string
let lockFile: string
let talkers: Talker[]
beforeAll(async () => {
  program = await bundleForNode('main/app/lock-child/testing.ts')
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'))
  lockFile = join(dataDir, 'core.lock')
  talkers = []
})
afterEach(async () => {
  await Promise.all(talkers.map((talker) => talker.end()))
})

function another(): Talker {
  const talker = startTalker(program, [dataDir])
  talkers.push(talker)
  return talker
}

function codeOf(call: () => unknown) {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error.data.code
    throw error
  }
  return 'nothing was refused'
}

describe('the lock of a data folder', () => {
  it('is had by one process, until it is released', async () => {
    const [first, second] = [another(), another()]
    expect(await first.ask('lock')).toBe('done')
    expect(await second.ask('lock')).toBe('core.locked')
    expect(codeOf(() => acquireCoreLock(dataDir, 'server'))).toBe('core.locked')
    expect(await first.ask('release')).toBe('done')
    expect(await second.ask('lock')).toBe('done')
    expect(readdirSync(dataDir)).toEqual(['core.lock'])
  })

  it('says who has it', async () => {
    const other = another()
    await other.ask('lock')
    expect(() => acquireCoreLock(dataDir, 'desktop')).toThrow(
      new RegExp(`in use by the process ${other.child.pid} \\(background\\)`),
    )
  })

  it('is not had twice by one process, and a second release takes nothing away', async () => {
    const lock = acquireCoreLock(dataDir, 'desktop')
    expect(codeOf(() => acquireCoreLock(dataDir, 'desktop'))).toBe('core.locked')
    lock.release()
    const other = another()
    expect(await other.ask('lock')).toBe('done')
    lock.release()
    expect(existsSync(lockFile)).toBe(true)
  })

  it('is taken over from a killed process', async () => {
    const killed = another()
    await killed.ask('lock')
    await killed.end()
    expect(existsSync(lockFile)).toBe(true)
    acquireCoreLock(dataDir, 'desktop').release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is taken over where its process id belongs to another process now', () => {
    const mine = { pid: process.pid, processStart: 'another boot:1', kind: 'desktop', nonce: 'abcd' }
    writeFileSync(lockFile, JSON.stringify(mine))
    acquireCoreLock(dataDir, 'server')
    expect(JSON.parse(readFileSync(lockFile, 'utf8'))).toMatchObject({ pid: process.pid, kind: 'server' })
  })

  it.each(['', '{"pid":', '[]', '{"pid":1,"processStart":null,"kind":"x","nonce":"../../x"}'])(
    'is taken over where the file is damaged: %j',
    (text) => {
      writeFileSync(lockFile, text)
      acquireCoreLock(dataDir, 'server').release()
      expect(readdirSync(dataDir)).toEqual([])
    },
  )

  it('is taken over where another died half way through taking it over', () => {
    const dead = (nonce: string) => JSON.stringify({ pid: 0x7fff_fffe, processStart: null, kind: 'x', nonce })
    writeFileSync(lockFile, dead('aa'))
    writeFileSync(`${lockFile}.claim-aa`, dead('bb'))
    writeFileSync(`${lockFile}.claim-bb`, dead('cc'))
    writeFileSync(`${lockFile}.dd`, dead('dd'))
    acquireCoreLock(dataDir, 'server')
    expect(readdirSync(dataDir)).toEqual(['core.lock'])
  })

  it('leaves what another process is about to write, until that has stood for a while', () => {
    const begun = `${lockFile}.ee`
    writeFileSync(begun, '')
    acquireCoreLock(dataDir, 'server').release()
    expect(readdirSync(dataDir)).toEqual(['core.lock.ee'])
    const before = new Date(Date.now() - 3_600_000)
    utimesSync(begun, before, before)
    acquireCoreLock(dataDir, 'server').release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('is won by exactly one of many that try at the same moment, over a dead lock as over none', async () => {
    for (let round = 0; round < 6; round += 1) {
      while (talkers.length < 4) another()
      await Promise.all(talkers.map((talker) => talker.ask('hello')))
      const answers = await Promise.all(talkers.map((talker) => talker.ask('lock')))
      expect(answers.toSorted()).toEqual(['core.locked', 'core.locked', 'core.locked', 'done'])
      const winner = talkers[answers.indexOf('done')]
      talkers = talkers.filter((talker) => talker !== winner)
      await winner?.end()
    }
  })
})
