import { chmodSync, existsSync, lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApplyMode } from './index'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

const lines = (...changed: readonly [number, string][]) =>
  Array.from({ length: 10 }, (_, at) => changed.find(([line]) => line === at + 1)?.[1] ?? `line ${at + 1}`).join('\n') +
  '\n'

const all = (mode: ApplyMode, more: object = {}) => ({
  mode,
  message: 'Apply plan P1\n',
  trusted: () => false,
  ...more,
})

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const nothingLeft = (repo: string) => {
  expect(git(repo, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  expect(
    git(repo, 'for-each-ref', 'refs/heads/cleveragents', 'refs/cleveragents/checkpoints', 'refs/cleveragents/base'),
  ).toBe('')
  expect(existsSync(join(world.data, 'sandboxes', 'P1'))).toBe(false)
  expect(existsSync(join(repo, '.git/index.lock'))).toBe(false)
}

describe('apply to a clean checkout', () => {
  it('merges with a merge commit even where a fast-forward would do', async () => {
    const repo = world.repository('app', { 'a.txt': lines(), 'gone.txt': 'x\n' })
    const before = git(repo, 'rev-parse', 'HEAD')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'a.txt': lines([5, 'five']), 'new/n.txt': 'new\n' })
    rmSync(join(sandbox.path, 'gone.txt'))
    const outcome = await world.sandboxes.apply('P1', all('merge'))
    expect(outcome).toMatchObject({
      applied: true,
      receipts: [{ branch: 'main', before, checkedOut: true, files: ['a.txt', 'gone.txt', 'new/n.txt'] }],
    })
    expect(read(repo, 'a.txt')).toBe(lines([5, 'five']))
    expect(existsSync(join(repo, 'gone.txt'))).toBe(false)
    expect(git(repo, 'status', '--porcelain')).toBe('')
    expect(git(repo, 'rev-list', '--parents', '-n1', 'HEAD').split(' ')).toHaveLength(3)
    expect(git(repo, 'rev-parse', 'HEAD^1')).toBe(before)
    expect(git(repo, 'log', '-1', '--format=%an %s')).toBe('Grace Merge plan: Apply plan P1')
    nothingLeft(repo)
  })

  it('applies what the last checkpoint holds where the sandbox was deleted by hand', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'execute' })
    rmSync(join(world.data, 'sandboxes', 'P1'), { recursive: true })
    expect(await world.sandboxes.apply('P1', all('merge'))).toMatchObject({ applied: true })
    expect(read(repo, 'f.txt')).toBe('changed\n')
    nothingLeft(repo)
  })

  it('squashes to one commit', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    await world.sandboxes.apply('P1', all('squash'))
    expect(git(repo, 'rev-list', '--count', 'HEAD')).toBe('2')
    expect(read(repo, 'f.txt')).toBe('changed\n')
    nothingLeft(repo)
  })

  it('leaves the changes in the working tree, the index bytes untouched', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n', 'n.txt': 'n\n' })
    const index = snapshotOf(repo)['.git/index']
    const outcome = await world.sandboxes.apply('P1', all('working-tree'))
    expect(outcome).toMatchObject({ applied: true, receipts: [{ commit: null }] })
    expect(snapshotOf(repo)['.git/index']).toBe(index)
    expect(git(repo, 'status', '--porcelain').split('\n')).toEqual([' M f.txt', '?? n.txt'])
    expect(git(repo, 'rev-list', '--count', 'HEAD')).toBe('1')
    nothingLeft(repo)
  })

  it('ends applied without a commit where nothing was changed', async () => {
    const repo = world.repository('app')
    await world.open('P1', world.source(repo))
    const before = snapshotOf(repo)
    expect(await world.sandboxes.apply('P1', all('merge'))).toMatchObject({
      applied: true,
      receipts: [{ commit: null, files: [] }],
    })
    expect(snapshotOf(repo)).toEqual(before)
    nothingLeft(repo)
  })

  it('carries modes, links, binaries, renames and strange names', async () => {
    const repo = world.repository('app', { 'run.sh': 'echo\n', 'old name.txt': lines(), 'link-to-be': 'x\n' })
    const sandbox = await world.open('P1', world.source(repo))
    chmodSync(join(sandbox.path, 'run.sh'), 0o755)
    git(sandbox.path, 'mv', 'old name.txt', 'ñew näme.txt')
    rmSync(join(sandbox.path, 'link-to-be'))
    symlinkSync('run.sh', join(sandbox.path, 'link-to-be'))
    write(sandbox.path, { 'line\nbreak.txt': 'n\n', 'b.bin': Buffer.from([0, 1, 2, 255]), '"quoted" name': 'q\n' })
    await world.sandboxes.apply('P1', all('merge'))
    expect(lstatSync(join(repo, 'run.sh')).mode & 0o111).not.toBe(0)
    expect(readlinkSync(join(repo, 'link-to-be'))).toBe('run.sh')
    expect(read(repo, 'ñew näme.txt')).toBe(lines())
    expect(existsSync(join(repo, 'old name.txt'))).toBe(false)
    expect(read(repo, 'line\nbreak.txt')).toBe('n\n')
    expect(read(repo, '"quoted" name')).toBe('q\n')
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it('merges onto a branch that has moved on since', async () => {
    const repo = world.repository('app', { 'a.txt': lines() })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'a.txt': lines([9, 'nine']) })
    write(repo, { 'a.txt': lines([2, 'two']), 'other.txt': 'o\n' })
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'moved on')
    await world.sandboxes.apply('P1', all('merge'))
    expect(read(repo, 'a.txt')).toBe(lines([2, 'two'], [9, 'nine']))
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it('does not bring back commits that were dropped from the branch', async () => {
    const repo = world.repository('app', { 'a.txt': lines() })
    write(repo, { 'dropped.txt': 'd\n' })
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'to be dropped')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'a.txt': lines([9, 'nine']) })
    git(repo, 'reset', '-q', '--hard', 'HEAD~1')
    await world.sandboxes.apply('P1', all('merge'))
    expect(existsSync(join(repo, 'dropped.txt'))).toBe(false)
    expect(read(repo, 'a.txt')).toBe(lines([9, 'nine']))
    expect(git(repo, 'log', '--format=%s', '--all', '--not', '--glob=refs/cleveragents')).not.toContain('to be dropped')
  })

  it('says by whom the commit is where git knows no user', async () => {
    world.dispose()
    world = createWorld({ identity: false })
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'x\n' })
    const outcome = await world.sandboxes.apply('P1', all('merge'))
    expect(git(repo, 'log', '-1', '--format=%an <%ae>')).toBe('CleverAgents <noreply@localhost>')
    expect(outcome).toMatchObject({ receipts: [{ notices: [expect.stringContaining('user.name')] }] })
  })

  it.each(['merge', 'working-tree'] as const)(
    'tells commits from edits that are not committed, as %s',
    async (mode) => {
      const repo = world.repository('app', { 'a.txt': lines(), 'b.txt': lines() })
      const sandbox = await world.open('P1', world.source(repo))
      write(sandbox.path, { 'a.txt': lines([5, 'plan']) })
      write(repo, { 'a.txt': lines([5, 'user']) })
      const look = () => world.sandboxes.previewApply('P1', mode)
      expect(await look()).toMatchObject({ resources: [{ conflicts: [{ path: 'a.txt', cause: 'uncommitted' }] }] })
      git(repo, 'commit', '-qam', 'same line')
      write(repo, { 'b.txt': lines([2, 'edited']) })
      expect(await look()).toMatchObject({ resources: [{ conflicts: [{ path: 'a.txt', cause: 'committed' }] }] })
    },
  )

  it('merges file by file with a git that cannot merge in memory', async () => {
    world.dispose()
    world = createWorld({ version: [2, 34] })
    const repo = world.repository('app', { 'a.txt': lines(), 'b.txt': lines() })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'a.txt': lines([9, 'nine']), 'n.txt': 'n\n' })
    write(repo, { 'a.txt': lines([2, 'two']) })
    git(repo, 'commit', '-qam', 'moved on')
    expect(await world.sandboxes.previewApply('P1', 'merge')).toMatchObject({ resources: [{ conflicts: [] }] })
    await world.sandboxes.apply('P1', all('merge'))
    expect(read(repo, 'a.txt')).toBe(lines([2, 'two'], [9, 'nine']))
    const second = await world.open('P2', world.source(repo))
    write(second.path, { 'b.txt': lines([5, 'plan']) })
    write(repo, { 'b.txt': lines([5, 'user']) })
    git(repo, 'commit', '-qam', 'same line')
    expect(await world.sandboxes.apply('P2', all('merge'))).toMatchObject({
      applied: false,
      conflicts: [{ path: 'b.txt' }],
    })
  })
})
