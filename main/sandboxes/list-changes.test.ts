import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

describe('changes', () => {
  it('are what git would store, with renames, modes, types, binaries and line counts', async () => {
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('')
    const repo = world.repository('app', {
      'crlf.txt': 'a\nb\nc\n',
      'old.txt': text,
      'run.sh': 'x\n',
      kind: 'k\n',
      'gone.txt': 'g\n',
    })
    git(repo, 'config', 'core.autocrlf', 'true')
    const sandbox = await world.open('P1', world.source(repo))
    expect(read(sandbox.path, 'crlf.txt')).toBe('a\r\nb\r\nc\r\n')
    write(sandbox.path, { 'crlf.txt': 'a\r\nB\r\nc\r\n', 'b.bin': Buffer.from([0, 1]), 'sp ace\nñ.txt': 'n\n' })
    renameSync(join(sandbox.path, 'old.txt'), join(sandbox.path, 'new.txt'))
    chmodSync(join(sandbox.path, 'run.sh'), 0o755)
    rmSync(join(sandbox.path, 'kind'))
    symlinkSync('run.sh', join(sandbox.path, 'kind'))
    rmSync(join(sandbox.path, 'gone.txt'))
    const changes = await world.sandboxes.changes('P1', { patches: true })
    expect(
      changes.map((one) => [one.path, one.oldPath, one.status, one.insertions, one.deletions, one.binary]),
    ).toEqual([
      ['b.bin', null, 'added', 0, 0, true],
      ['crlf.txt', null, 'modified', 1, 1, false],
      ['gone.txt', null, 'deleted', 0, 1, false],
      ['kind', null, 'type', 1, 1, false],
      ['new.txt', 'old.txt', 'renamed', 0, 0, false],
      ['run.sh', null, 'mode', 0, 0, false],
      ['sp ace\nñ.txt', null, 'added', 1, 0, false],
    ])
    for (const change of changes) expect(change.patch).toMatch(/^diff --git /)
    expect(changes[1]?.patch).toContain('-b\n+B\n')
    expect(changes[3]?.patch?.match(/^diff --git /gm)).toHaveLength(2)
    expect(changes[5]).toMatchObject({ oldMode: '100644', newMode: '100755' })
    expect((await world.sandboxes.changes('P1', { paths: ['run.sh'] })).map((one) => one.path)).toEqual(['run.sh'])
  })

  it('leave out a patch with an endless line, and keep its counts', async () => {
    const repo = world.repository('app', { 'min.json': 'x'.repeat(500_000), 'f.txt': 'x\n' })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'min.json': 'y'.repeat(500_000), 'f.txt': 'y\n', 'long.txt': 'l\n'.repeat(600_000) })
    expect(await world.sandboxes.changes('P1', { patches: true })).toMatchObject([
      { path: 'f.txt', tooLarge: false },
      { path: 'long.txt', tooLarge: true, patch: null, insertions: 600_000 },
      { path: 'min.json', tooLarge: true, patch: null, insertions: 1, deletions: 1 },
    ])
  })

  it('see a change of the same length made at once', async () => {
    const repo = world.repository('app', { 'f.txt': 'aaaa\n' })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'bbbb\n' })
    expect(await world.sandboxes.changes('P1')).toHaveLength(1)
    await world.sandboxes.checkpoint(sandbox, { label: 'one' })
    write(sandbox.path, { 'f.txt': 'cccc\n' })
    const { tree } = (await world.sandboxes.checkpoint(sandbox, { label: 'two', paths: ['f.txt'] })).resources['R1']!
    expect(git(repo, 'show', `${tree}:f.txt`)).toBe('cccc')
  })

  it('are still told after cancel', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    const before = await world.sandboxes.changes('P1', { patches: true })
    await world.sandboxes.discard('P1')
    expect(await world.restart().changes('P1', { patches: true })).toEqual(before)
  })
})
