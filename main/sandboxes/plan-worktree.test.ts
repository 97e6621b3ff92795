import { existsSync, rmSync, symlinkSync } from 'node:fs'
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

describe('apply to a checkout with uncommitted work', () => {
  it.each(['merge', 'squash', 'working-tree'] as const)(
    '%s keeps edits in other files and in other lines of the same file',
    async (mode) => {
      const repo = world.repository('app', { 'a.txt': lines(), 'b.txt': lines(), 'c.txt': lines() })
      const sandbox = await world.open('P1', world.source(repo))
      write(sandbox.path, { 'a.txt': lines([8, 'plan']) })
      write(repo, {
        'a.txt': lines([2, 'user']),
        'b.txt': lines([1, 'user']),
        'untracked.txt': 'u\n',
        'c.txt': lines([3, 'staged']),
      })
      git(repo, 'add', 'c.txt')
      expect(await world.sandboxes.apply('P1', all(mode))).toMatchObject({ applied: true })
      expect(read(repo, 'a.txt')).toBe(lines([2, 'user'], [8, 'plan']))
      expect(read(repo, 'b.txt')).toBe(lines([1, 'user']))
      expect(git(repo, 'diff', '--cached', '--name-only')).toBe('c.txt')
      expect(git(repo, 'status', '--porcelain').split('\n')).toEqual([
        ' M a.txt',
        ' M b.txt',
        'M  c.txt',
        '?? untracked.txt',
      ])
      if (mode !== 'working-tree') expect(git(repo, 'show', 'HEAD:a.txt')).toBe(lines([8, 'plan']).trimEnd())
      nothingLeft(repo)
    },
  )

  it('keeps staged and unstaged edits of one file apart', async () => {
    const repo = world.repository('app', { 'a.txt': lines() })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'a.txt': lines([10, 'plan']) })
    write(repo, { 'a.txt': lines([1, 'staged']) })
    git(repo, 'add', 'a.txt')
    write(repo, { 'a.txt': lines([1, 'staged'], [5, 'unstaged']) })
    await world.sandboxes.apply('P1', all('merge'))
    expect(read(repo, 'a.txt')).toBe(lines([1, 'staged'], [5, 'unstaged'], [10, 'plan']))
    expect(git(repo, 'show', ':a.txt')).toBe(lines([1, 'staged'], [10, 'plan']).trimEnd())
  })

  const overlaps: readonly [string, (repo: string, sandbox: string) => void][] = [
    [
      'the same line',
      (repo, sandbox) => (
        write(sandbox, { 'a.txt': lines([5, 'plan']) }),
        write(repo, { 'a.txt': lines([5, 'user']) })
      ),
    ],
    [
      'a staged edit of the same line',
      (repo, sandbox) => (
        write(sandbox, { 'a.txt': lines([5, 'plan']) }),
        write(repo, { 'a.txt': lines([5, 'user']) }),
        git(repo, 'add', '.')
      ),
    ],
    [
      'an untracked file in the way',
      (repo, sandbox) => (write(sandbox, { 'n.txt': 'plan\n' }), write(repo, { 'n.txt': 'user\n' })),
    ],
    [
      'an ignored file in the way',
      (repo, sandbox) => (write(sandbox, { '.gitignore': '', 'n.log': 'plan\n' }), write(repo, { 'n.log': 'user\n' })),
    ],
    [
      'an untracked file where a folder must be',
      (repo, sandbox) => (write(sandbox, { 'd/n.txt': 'plan\n' }), write(repo, { d: 'user\n' })),
    ],
    [
      'an untracked folder where a file must be',
      (repo, sandbox) => (write(sandbox, { d: 'plan\n' }), write(repo, { 'd/n.txt': 'user\n' })),
    ],
    [
      'a link out of the tree where a folder must be',
      (repo, sandbox) => (write(sandbox, { 'd/n.txt': 'plan\n' }), symlinkSync(world.root, join(repo, 'd'))),
    ],
    [
      'a file deleted by the user',
      (repo, sandbox) => (write(sandbox, { 'a.txt': lines([5, 'plan']) }), rmSync(join(repo, 'a.txt'))),
    ],
    [
      'a file deleted by the plan',
      (repo, sandbox) => (rmSync(join(sandbox, 'a.txt')), write(repo, { 'a.txt': lines([5, 'user']) })),
    ],
    [
      'a change that git was told not to look at',
      (repo, sandbox) => (
        write(sandbox, { 'a.txt': lines([5, 'plan']) }),
        git(repo, 'update-index', '--assume-unchanged', 'a.txt'),
        write(repo, { 'a.txt': lines([1, 'user']) })
      ),
    ],
  ]
  describe.each(overlaps)('%s', (_, arrange) => {
    it.each(['merge', 'working-tree'] as const)('is a conflict in mode %s that changes nothing', async (mode) => {
      const repo = world.repository('app', { 'a.txt': lines(), 'b.txt': 'b\n', '.gitignore': '*.log\n' })
      const sandbox = await world.open('P1', world.source(repo))
      write(sandbox.path, { 'b.txt': 'also changed\n' })
      arrange(repo, sandbox.path)
      const before = snapshotOf(repo)
      const preview = await world.sandboxes.previewApply('P1', mode)
      expect(preview.resources[0]?.conflicts).toHaveLength(1)
      const outcome = await world.sandboxes.apply('P1', all(mode))
      expect(outcome).toMatchObject({ applied: false, conflicts: preview.resources[0]?.conflicts })
      expect(snapshotOf(repo)).toEqual(before)
      expect(existsSync(join(sandbox.path, 'b.txt'))).toBe(true)
      expect(git(repo, 'stash', 'list')).toBe('')
    })
  })

  it('applies what the plan did on top of the uncommitted work that it started with', async () => {
    const repo = world.repository('app', { 'a.txt': lines() })
    write(repo, { 'a.txt': lines([2, 'user']), 'draft.txt': 'draft\n' })
    const index = snapshotOf(repo)['.git/index']
    const sandbox = await world.open('P1', world.source(repo), { includeUncommitted: true })
    expect(snapshotOf(repo)['.git/index']).toBe(index)
    expect(read(sandbox.path, 'draft.txt')).toBe('draft\n')
    write(sandbox.path, { 'a.txt': lines([2, 'user'], [8, 'plan']), 'draft.txt': 'draft\nmore\n' })
    expect((await world.sandboxes.changes('P1')).map((change) => [change.path, change.insertions])).toEqual([
      ['a.txt', 1],
      ['draft.txt', 1],
    ])
    const before = snapshotOf(repo)
    expect(await world.sandboxes.apply('P1', all('merge'))).toMatchObject({
      applied: false,
      conflicts: [{ path: 'draft.txt' }],
    })
    expect(snapshotOf(repo)).toEqual(before)
    expect(await world.sandboxes.apply('P1', all('working-tree'))).toMatchObject({ applied: true })
    expect(read(repo, 'a.txt')).toBe(lines([2, 'user'], [8, 'plan']))
    expect(read(repo, 'draft.txt')).toBe('draft\nmore\n')
    nothingLeft(repo)
  })

  it('commits only what the plan did, never the uncommitted work it started with', async () => {
    const repo = world.repository('app', { 'a.txt': lines() })
    write(repo, { 'a.txt': lines([2, 'user']) })
    const sandbox = await world.open('P1', world.source(repo), { includeUncommitted: true })
    write(sandbox.path, { 'a.txt': lines([2, 'user'], [8, 'plan']) })
    expect(await world.sandboxes.apply('P1', all('merge'))).toMatchObject({ applied: true })
    expect(git(repo, 'show', 'HEAD:a.txt')).toBe(lines([8, 'plan']).trimEnd())
    expect(read(repo, 'a.txt')).toBe(lines([2, 'user'], [8, 'plan']))
    expect(git(repo, 'log', '--format=%s')).not.toContain('Uncommitted')
  })
})
