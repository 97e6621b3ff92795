import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

describe('discard', () => {
  it('keeps everything, leaves no worktree, branch or folder, and brings it back', async () => {
    const repo = world.repository('app', { 'f.txt': 'x\n', '.gitignore': '.env\ncache/\n' })
    write(repo, { '.env': 'user\n', 'u.txt': 'u\n' })
    const source = snapshotOf(repo)
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'y\n', 'n/n.bin': Buffer.from([0, 9]), '.env': 'plan\n', 'cache/c.txt': 'c\n' })
    chmodSync(join(sandbox.path, '.env'), 0o600)
    symlinkSync(repo, join(sandbox.path, 'cache/out'))
    git(sandbox.path, 'add', 'f.txt')
    git(sandbox.path, 'commit', '-qm', 'a commit of the plan itself')
    const made = git(sandbox.path, 'rev-parse', 'HEAD')
    await world.sandboxes.checkpoint(sandbox, { label: 'after' })
    mkdirSync(join(sandbox.path, 'read-only'))
    write(sandbox.path, { 'read-only/f.txt': 'r\n' })
    chmodSync(join(sandbox.path, 'read-only'), 0o555)
    const before = snapshotOf(sandbox.path)
    await world.sandboxes.discard('P1')
    expect(existsSync(join(world.data, 'sandboxes/P1'))).toBe(false)
    expect(git(repo, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
    expect(git(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/cleveragents/trash/P1\nrefs/heads/main')
    expect(git(repo, 'merge-base', '--is-ancestor', made, 'refs/cleveragents/trash/P1')).toBe('')
    expect(snapshotOf(repo)).toEqual(source)
    expect(world.sandboxes.get('P1')).toMatchObject([{ state: 'discarded' }])
    const [restored] = await world.restart().restore('P1')
    expect(restored?.state).toBe('ready')
    const after = snapshotOf(sandbox.path)
    delete before['.git']
    delete after['.git']
    expect({ ...after, 'read-only': 'folder 555' }).toEqual(before)
    expect(lstatSync(join(sandbox.path, '.env')).mode & 0o777).toBe(0o600)
    expect(readlinkSync(join(sandbox.path, 'cache/out'))).toBe(repo)
  })

  it('never follows a link out of the sandbox', async () => {
    const repo = world.repository('app')
    write(world.root, { 'outside/precious.txt': 'p\n' })
    const sandbox = await world.open('P1', world.source(repo))
    symlinkSync(join(world.root, 'outside'), join(sandbox.path, 'out'))
    await world.sandboxes.discard('P1')
    expect(read(world.root, 'outside/precious.txt')).toBe('p\n')
  })

  it('keeps a folder aside that git no longer knows', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'n.txt': 'only here\n' })
    rmSync(join(repo, '.git/worktrees'), { recursive: true })
    await world.sandboxes.discard('P1')
    expect(existsSync(sandbox.path)).toBe(false)
    expect(read(world.data, 'trash/P1/R1-folder/n.txt')).toBe('only here\n')
    expect(git(repo, 'branch', '--list', 'cleveragents/*')).toBe('')
  })

  it('expires what was kept after the days that are configured', async () => {
    const repo = world.repository('app', { 'f.txt': 'x\n' })
    await world.open('P1', world.source(repo))
    await world.sandboxes.discard('P1')
    world.at(1_700_000_000_000 + 3 * 24 * 3600 * 1000)
    expect((await world.restart({ trashDays: () => 4 }).recover()).expired).toEqual([])
    expect((await world.restart({ trashDays: () => 2 }).recover()).expired).toEqual(['P1'])
    expect(git(repo, 'for-each-ref', 'refs/cleveragents')).toBe('')
  })

  it('expires what was kept after 30 days', async () => {
    const repo = world.repository('app', { 'f.txt': 'x\n', '.gitignore': '.env\n' })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { '.env': 'x\n' })
    await world.sandboxes.discard('P1')
    expect((await world.restart().recover()).expired).toEqual([])
    world.at(1_700_000_000_000 + 31 * 24 * 3600 * 1000)
    expect((await world.restart().recover()).expired).toEqual(['P1'])
    expect(git(repo, 'for-each-ref', 'refs/cleveragents')).toBe('')
    expect(existsSync(join(world.data, 'trash/P1/R1'))).toBe(false)
  })
})
