import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { ownStart } from '../infrastructure/process/process-start'
import { folderRefusal, openDataFolder } from './data-folder'
import { type CoreManifest, isAlive, readManifest, removeManifest, writeManifest } from './manifest'
import { bundleForNode, startTalker } from './testing'

const temporary = () => mkdtempSync(join(tmpdir(), 'data-'))

function refusal(call: () => unknown) {
  try {
    call()
  } catch (error) {
    if (error instanceof Refusal) return error.data
    throw error
  }
  throw new Error('nothing was refused')
}

describe('openDataFolder', () => {
  it('makes the folder and what belongs in it, for its owner alone', () => {
    const folder = openDataFolder(join(temporary(), 'a', 'b'))
    expect(readdirSync(folder.dir).sort()).toEqual(['backups', 'cache', 'logs', 'sandboxes'])
    for (const dir of [folder.dir, folder.logs, folder.sandboxes]) expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(folder.database).toBe(join(folder.dir, 'cleveragents.db'))
    expect(openDataFolder(folder.dir)).toEqual(folder)
  })

  it('closes a folder that others could look into', () => {
    const dir = temporary()
    chmodSync(dir, 0o755)
    expect(openDataFolder(dir).warnings).toEqual([])
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  it('says that a file stands in its place, and leaves it', () => {
    const file = join(temporary(), 'home')
    writeFileSync(file, 'mine')
    expect(refusal(() => openDataFolder(file))).toMatchObject({ kind: 'failed', code: 'data_folder.not_a_folder' })
    expect(refusal(() => openDataFolder(join(file, 'below'))).code).toBe('data_folder.not_a_folder')
    expect(readFileSync(file, 'utf8')).toBe('mine')
    const inside = temporary()
    writeFileSync(join(inside, 'logs'), 'mine')
    expect(refusal(() => openDataFolder(inside)).code).toBe('data_folder.not_a_folder')
  })

  it.runIf(process.platform === 'linux')('says at once that it cannot be made', () => {
    expect(refusal(() => openDataFolder('/proc/cleveragents'))).toMatchObject({
      kind: 'failed',
      code: 'data_folder.cannot_be_made',
    })
  })

  it('says that it may not be written, to one who is not root', async () => {
    const dir = temporary()
    const program = await bundleForNode('main/app/lock-child/testing.ts')
    chmodSync(join(program, '..'), 0o755)
    for (const name of ['logs', 'sandboxes', 'cache', 'backups']) mkdirSync(join(dir, name))
    chmodSync(dir, 0o555)
    const other = startTalker(program, [dir], process.getuid?.() === 0 ? { uid: 65_534 } : {})
    expect(await other.ask('open')).toBe('data_folder.no_permission')
    expect(await other.ask('lock')).toBe('data_folder.no_permission')
    await other.end()
    chmodSync(dir, 0o700)
    expect(readdirSync(dir)).toHaveLength(4)
  })

  it.each([
    ['EROFS', 'data_folder.read_only'],
    ['ENOSPC', 'data_folder.no_space'],
    ['EDQUOT', 'data_folder.no_space'],
    ['EIO', 'data_folder.unusable'],
  ])('gives %s a sentence and a way out', (code, expected) => {
    const { data } = folderRefusal('/data', Object.assign(new Error(), { code }))
    expect(data.code).toBe(expected)
    expect(data.hint).toContain('CLEVERAGENTS_HOME')
    expect(data.details).toEqual({ path: '/data', reason: code })
  })
})

describe('the manifest', () => {
  const own: CoreManifest = {
    pid: process.pid,
    startedAt: 1,
    processStart: ownStart(),
    endpoint: 'http://127.0.0.1:4711',
    token: 'secret',
    kind: 'server',
    version: '0.1.0',
  }

  it('comes back as it was written, for its owner alone, and goes with its process', () => {
    const dir = temporary()
    expect(readManifest(dir)).toBeNull()
    writeManifest(dir, own)
    expect(readManifest(dir)).toEqual(own)
    expect(statSync(join(dir, 'core.json')).mode & 0o777).toBe(0o600)
    removeManifest(dir)
    expect(readdirSync(dir)).toEqual([])
  })

  it('of another process is left where it is', () => {
    const dir = temporary()
    writeManifest(dir, { ...own, pid: process.ppid })
    removeManifest(dir)
    expect(readManifest(dir)?.pid).toBe(process.ppid)
  })

  it.each(['', '{"pid":', '{}', JSON.stringify({ ...own, endpoint: 'http://192.0.2.1:80' })])(
    'is none where it says %j',
    (text) => {
      const dir = temporary()
      writeFileSync(join(dir, 'core.json'), text)
      expect(readManifest(dir)).toBeNull()
    },
  )

  it('is alive as long as its very process is', () => {
    expect(isAlive(own)).toBe(true)
    expect(isAlive({ pid: process.pid, processStart: null })).toBe(true)
    expect(isAlive({ pid: process.pid, processStart: 'another:1' })).toBe(false)
    expect(isAlive({ pid: 0x7fff_fffe, processStart: null })).toBe(false)
  })
})
