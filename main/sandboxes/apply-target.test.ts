import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
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

describe('where the branch is not in the registered checkout', () => {
  it('moves only the branch where it is checked out nowhere', async () => {
    const repo = world.repository('app')
    git(repo, 'branch', 'topic')
    const sandbox = await world.open('P1', world.source(repo, { branch: 'topic' }))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    const before = snapshotOf(repo)
    const outcome = await world.sandboxes.apply('P1', all('merge'))
    expect(outcome).toMatchObject({ applied: true, receipts: [{ checkedOut: false, branch: 'topic' }] })
    expect(git(repo, 'show', 'topic:f.txt')).toBe('changed')
    const after = snapshotOf(repo)
    expect({ ...after, '.git/refs/heads/topic': '' }).toEqual({ ...before, '.git/refs/heads/topic': '' })
    nothingLeft(repo)
  })

  it('updates the other worktree that has it checked out', async () => {
    const repo = world.repository('app', { 'f.txt': lines() })
    git(repo, 'worktree', 'add', '-q', '-b', 'topic', join(world.root, 'other'))
    const sandbox = await world.open('P1', world.source(repo, { branch: 'topic' }))
    write(sandbox.path, { 'f.txt': lines([9, 'plan']) })
    write(join(world.root, 'other'), { 'f.txt': lines([1, 'user']) })
    await world.sandboxes.apply('P1', all('squash'))
    expect(read(join(world.root, 'other'), 'f.txt')).toBe(lines([1, 'user'], [9, 'plan']))
    expect(read(repo, 'f.txt')).toBe(lines())
    expect(git(join(world.root, 'other'), 'status', '--porcelain')).toBe(' M f.txt')
  })

  it('refuses to leave changes in a working tree that is not there', async () => {
    const repo = world.repository('app')
    git(repo, 'branch', 'topic')
    const sandbox = await world.open('P1', world.source(repo, { branch: 'topic' }))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    await expect(world.sandboxes.apply('P1', all('working-tree'))).rejects.toMatchObject({
      data: { code: 'apply.not_checked_out' },
    })
  })
})

describe('refusals', () => {
  const cases: readonly [string, string, (repo: string) => void][] = [
    ['a lock on the index', 'apply.index_locked', (repo) => writeFileSync(join(repo, '.git/index.lock'), '')],
    [
      'a merge in progress',
      'apply.operation_in_progress',
      (repo) => writeFileSync(join(repo, '.git/MERGE_HEAD'), git(repo, 'rev-parse', 'HEAD') + '\n'),
    ],
    ['a rebase in progress', 'apply.operation_in_progress', (repo) => mkdirSync(join(repo, '.git/rebase-merge'))],
    [
      'a branch that is gone',
      'apply.branch_missing',
      (repo) => (git(repo, 'checkout', '-q', '-b', 'elsewhere'), git(repo, 'branch', '-q', '-D', 'main')),
    ],
  ]
  it.each(cases)('%s', async (_, code, arrange) => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    arrange(repo)
    const before = snapshotOf(repo)
    await expect(world.sandboxes.apply('P1', all('merge'))).rejects.toMatchObject({ data: { code } })
    expect(snapshotOf(repo)).toEqual(before)
    expect(read(sandbox.path, 'f.txt')).toBe('changed\n')
  })

  it('a detached HEAD, until a target is chosen', async () => {
    const repo = world.repository('app')
    git(repo, 'checkout', '-q', '--detach')
    const sandbox = await world.open('P1', world.source(repo))
    expect(sandbox.base).toMatchObject({ detached: true, branch: null })
    write(sandbox.path, { 'f.txt': 'changed\n' })
    await expect(world.sandboxes.apply('P1', all('merge'))).rejects.toMatchObject({ data: { code: 'apply.detached' } })
    await world.sandboxes.apply('P1', all('merge', { targets: { R1: 'main' } }))
    expect(git(repo, 'show', 'main:f.txt')).toBe('changed')
    expect(git(repo, 'branch', '--show-current')).toBe('')
    expect(read(repo, 'f.txt')).toBe('base\n')
  })

  it('a detached HEAD, until a branch is checked out there', async () => {
    const repo = world.repository('app')
    git(repo, 'checkout', '-q', '--detach')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n' })
    await expect(world.sandboxes.apply('P1', all('merge'))).rejects.toMatchObject({ data: { code: 'apply.detached' } })
    git(repo, 'switch', '-q', '-c', 'work')
    await world.sandboxes.apply('P1', all('merge'))
    expect(git(repo, 'show', 'work:f.txt')).toBe('changed')
    expect(read(repo, 'f.txt')).toBe('changed\n')
    expect(git(repo, 'show', 'main:f.txt')).toBe('base')
  })
})
