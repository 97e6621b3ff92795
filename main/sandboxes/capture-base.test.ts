import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

describe('the base of a plan', () => {
  it('is refused without a commit, and nothing is made', async () => {
    const repo = join(world.root, 'empty')
    mkdirSync(repo)
    git(repo, 'init', '-q')
    await expect(world.open('P1', world.source(repo))).rejects.toMatchObject({
      data: { code: 'sandbox.no_commits', details: { choices: ['create_first_commit', 'run_on_copy'] } },
    })
    expect(git(repo, 'for-each-ref')).toBe('')
    expect(existsSync(join(world.data, 'sandboxes', 'P1'))).toBe(false)
  })

  it('is refused outside of a repository, and for a branch that is not there', async () => {
    const plain = join(world.root, 'plain')
    mkdirSync(plain)
    await expect(world.open('P1', world.source(plain))).rejects.toMatchObject({
      data: { code: 'sandbox.not_a_repository' },
    })
    const repo = world.repository('app')
    await expect(world.open('P1', world.source(repo, { branch: 'none' }))).rejects.toMatchObject({
      data: { code: 'sandbox.branch_missing' },
    })
  })

  it('tells of uncommitted work, of a detached HEAD and of an operation, and leaves them alone', async () => {
    const repo = world.repository('app', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    write(repo, { 'a.txt': 'changed\n', 'new file.txt': 'n\n' })
    rmSync(join(repo, 'b.txt'))
    git(repo, 'checkout', '-q', '--detach')
    mkdirSync(join(repo, '.git/rebase-merge'))
    const before = snapshotOf(repo)
    const base = await world.sandboxes.captureBase(world.source(repo), { planId: 'P1', includeUncommitted: false })
    expect(base).toMatchObject({
      detached: true,
      branch: null,
      operation: 'rebase',
      uncommittedCount: 3,
      includesUncommitted: false,
      subdir: '',
    })
    expect(base.uncommitted).toEqual([
      { path: 'a.txt', status: 'modified' },
      { path: 'b.txt', status: 'deleted' },
      { path: 'new file.txt', status: 'untracked' },
    ])
    await expect(
      world.sandboxes.captureBase(world.source(repo), { planId: 'P1', includeUncommitted: true }),
    ).rejects.toMatchObject({ data: { code: 'sandbox.operation_in_progress' } })
    await world.sandboxes.open('P1', world.source(repo), base)
    expect(snapshotOf(repo)).toEqual(before)
  })

  it('says how far the branch is behind its upstream', async () => {
    const repo = world.repository('app')
    git(world.root, 'clone', '-q', repo, 'clone')
    write(repo, { 'f.txt': 'two\n' })
    git(repo, 'commit', '-qam', 'two')
    git(join(world.root, 'clone'), 'fetch', '-q')
    const base = await world.sandboxes.captureBase(world.source(join(world.root, 'clone')), {
      planId: 'P1',
      includeUncommitted: false,
    })
    expect(base.behindUpstream).toBe(1)
  })

  it('notices what changes in the source checkout, and only that', async () => {
    const repo = world.repository('app', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    write(repo, { 'a.txt': 'dirty\n' })
    const source = world.source(repo)
    const { fingerprint } = await world.sandboxes.captureBase(source, { planId: 'P1', includeUncommitted: false })
    expect(await world.sandboxes.compareSource(source, fingerprint)).toBeNull()
    write(repo, { 'a.txt': 'dirtier\n', 'n.txt': 'n\n' })
    expect(await world.sandboxes.compareSource(source, fingerprint)).toMatchObject({
      head: null,
      indexChanged: false,
      paths: ['a.txt', 'n.txt'],
    })
    git(repo, 'commit', '-qam', 'x')
    expect(await world.sandboxes.compareSource(source, fingerprint)).toMatchObject({
      head: { to: expect.stringContaining('main') },
      indexChanged: true,
    })
  })
})
