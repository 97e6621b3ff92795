import { chmodSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contentKey, parseHunks, type Rejection } from '.'
import { createWorld, git, read, write, type World } from './testing'

const numbers = (count: number, change: Readonly<Record<number, string>> = {}, end = '\n') =>
  Array.from({ length: count }, (_, at) => change[at + 1] ?? `line ${at + 1}`).join(end) + end

let world: World
afterEach(() => world.dispose())

/** A plan that changed a repository, and sandboxes that mind what is in `rejected`. */
async function changed(files: Readonly<Record<string, string | Buffer>>, change: (top: string) => void) {
  world = createWorld()
  const repository = world.repository('app', files)
  const sandbox = await world.open('PLAN1', world.source(repository))
  change(sandbox.path)
  const rejected: Rejection[] = []
  const sandboxes = world.restart({ rejections: () => rejected })
  const reject = async (path: string, ...hunks: number[]) => {
    const file = (await sandboxes.changes('PLAN1', { patches: true })).find((one) => one.path === path)!
    const ranges = hunks.length === 0 ? [null] : hunks.map((number) => parseHunks(file.patch!)[number - 1]!.range)
    for (const range of ranges) rejected.push({ path, content: contentKey(file), range })
  }
  const apply = (mode: 'merge' | 'squash' | 'working-tree' = 'merge') =>
    sandboxes.apply('PLAN1', { mode, message: 'Applied', trusted: () => false })
  return { repository, sandbox, sandboxes, reject, apply }
}

describe('what is applied', () => {
  it.each(['merge', 'squash', 'working-tree'] as const)('is the accepted hunks only (%s)', async (mode) => {
    const { repository, reject, apply } = await changed({ 'f.txt': numbers(60) }, (top) =>
      write(top, { 'f.txt': numbers(60, { 3: 'first', 30: 'second', 58: 'third' }) }),
    )
    await reject('f.txt', 2)
    expect(await apply(mode)).toMatchObject({ applied: true, receipts: [{ files: ['f.txt'] }] })
    expect(read(repository, 'f.txt')).toBe(numbers(60, { 3: 'first', 58: 'third' }))
  })

  it('keeps carriage returns and a missing last line feed as they are', async () => {
    const base = numbers(40, {}, '\r\n').slice(0, -2)
    const next = numbers(40, { 2: 'two', 40: 'end' }, '\r\n').slice(0, -2)
    const { repository, reject, apply } = await changed({ 'f.txt': base }, (top) => write(top, { 'f.txt': next }))
    await reject('f.txt', 2)
    await apply()
    expect(read(repository, 'f.txt')).toBe(numbers(40, { 2: 'two' }, '\r\n').slice(0, -2))
  })

  it('takes back whole files of every kind', async () => {
    const files = {
      'kept.txt': 'kept\n',
      'gone.txt': 'gone\n',
      'old.txt': numbers(20),
      'run.sh': '#!/bin/sh\n',
      'data.bin': Buffer.from([0, 1, 2, 255]),
      'link.txt': 'a file\n',
    }
    const { repository, reject, apply } = await changed(files, (top) => {
      write(top, { 'kept.txt': 'changed\n', 'added/new.txt': 'new\n', 'data.bin': Buffer.from([0, 9]) })
      rmSync(join(top, 'gone.txt'))
      renameSync(join(top, 'old.txt'), join(top, 'moved.txt'))
      chmodSync(join(top, 'run.sh'), 0o755)
      unlinkSync(join(top, 'link.txt'))
      symlinkSync('kept.txt', join(top, 'link.txt'))
    })
    for (const path of ['added/new.txt', 'gone.txt', 'moved.txt', 'run.sh', 'data.bin', 'link.txt']) await reject(path)
    const before = git(repository, 'ls-tree', '-r', 'HEAD').replace(/.*\tkept\.txt\n/, '')
    await apply()
    expect(git(repository, 'ls-tree', '-r', 'HEAD').replace(/.*\tkept\.txt\n/, '')).toBe(before)
    expect(read(repository, 'kept.txt')).toBe('changed\n')
    expect(git(repository, 'status', '--porcelain')).toBe('')
  })

  it('keeps a new name and a new mode where only hunks are rejected', async () => {
    const { repository, reject, apply } = await changed({ 'old.sh': numbers(60) }, (top) => {
      rmSync(join(top, 'old.sh'))
      write(top, { 'new.sh': numbers(60, { 3: 'first', 50: 'second' }) })
      chmodSync(join(top, 'new.sh'), 0o755)
    })
    await reject('new.sh', 1)
    await apply()
    expect(git(repository, 'ls-tree', '-r', '--format=%(objectmode) %(path)', 'HEAD')).toBe('100755 new.sh')
    expect(read(repository, 'new.sh')).toBe(numbers(60, { 50: 'second' }))
  })

  it('is nothing where everything is rejected, and the sandbox keeps all', async () => {
    const { repository, sandbox, sandboxes, reject, apply } = await changed({ 'f.txt': 'base\n' }, (top) =>
      write(top, { 'f.txt': 'changed\n' }),
    )
    await reject('f.txt')
    expect(await sandboxes.acceptedChanges('PLAN1')).toEqual({ files: [], rejectedAll: true })
    await expect(apply()).rejects.toMatchObject({ data: { code: 'apply.nothing_accepted' } })
    expect(read(repository, 'f.txt')).toBe('base\n')
    expect(read(sandbox.path, 'f.txt')).toBe('changed\n')
  })

  it('no longer minds a rejection once the file has changed', async () => {
    const { repository, sandbox, reject, apply } = await changed({ 'f.txt': 'base\n' }, (top) =>
      write(top, { 'f.txt': 'changed\n' }),
    )
    await reject('f.txt')
    write(sandbox.path, { 'f.txt': 'changed again\n' })
    await apply()
    expect(read(repository, 'f.txt')).toBe('changed again\n')
  })

  it('does not bring a file back where an accepted one needs its place', async () => {
    const { reject, sandboxes } = await changed({ place: 'a file\n' }, (top) => {
      rmSync(join(top, 'place'))
      write(top, { 'place/inside.txt': 'new\n' })
    })
    await reject('place')
    await expect(sandboxes.acceptedChanges('PLAN1')).rejects.toMatchObject({ data: { code: 'review.place_taken' } })
    await reject('place/inside.txt')
    expect(await sandboxes.acceptedChanges('PLAN1')).toMatchObject({ rejectedAll: true })
  })
})
