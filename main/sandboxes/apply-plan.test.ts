import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
    expect(git(repo, 'log', '-1', '--format=%an %s')).toBe('Grace Apply plan P1')
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
})

describe('several resources', () => {
  it('applies none where one conflicts', async () => {
    const [one, two] = [world.repository('one'), world.repository('two')]
    const first = await world.open('P1', world.source(one))
    const second = await world.open('P1', world.source(two, { resourceId: 'R2', name: 'local/two' }))
    write(first.path, { 'f.txt': 'plan\n' })
    write(second.path, { 'f.txt': 'plan\n' })
    write(two, { 'f.txt': 'user\n' })
    const before = [snapshotOf(one), snapshotOf(two)]
    const outcome = await world.sandboxes.apply('P1', all('merge'))
    expect(outcome).toMatchObject({ applied: false, conflicts: [{ resourceId: 'R2', path: 'f.txt' }] })
    expect([snapshotOf(one), snapshotOf(two)]).toEqual(before)
    write(two, { 'f.txt': 'base\n' })
    expect(await world.sandboxes.apply('P1', all('merge'))).toMatchObject({
      applied: true,
      receipts: [{ resource: 'local/app' }, { resource: 'local/two' }],
    })
    expect([read(one, 'f.txt'), read(two, 'f.txt')]).toEqual(['plan\n', 'plan\n'])
  })

  it('puts the first back where the second fails in the middle', async () => {
    const [one, two] = [world.repository('one'), world.repository('two')]
    const first = await world.open('P1', world.source(one))
    const second = await world.open('P1', world.source(two, { resourceId: 'R2', name: 'local/two' }))
    write(first.path, { 'f.txt': 'plan\n', 'd/n.txt': 'n\n' })
    write(second.path, { 'f.txt': 'plan\n' })
    // A lock that a killed git left makes the move of the second branch fail, after both trees have been written.
    writeFileSync(join(two, '.git/refs/heads/main.lock'), '')
    const before = [snapshotOf(one), snapshotOf(two)]
    await expect(world.sandboxes.apply('P1', all('merge'))).rejects.toMatchObject({ data: { code: 'apply.failed' } })
    expect([snapshotOf(one), snapshotOf(two)]).toEqual(before)
    expect(git(one, 'status', '--porcelain')).toBe('')
  })

  it('applies two folders of one repository onto one branch', async () => {
    const repo = world.repository('mono', { 'a/f.txt': 'a\n', 'b/f.txt': 'b\n' })
    const first = await world.open('P1', world.source(join(repo, 'a')))
    const second = await world.open('P1', world.source(join(repo, 'b'), { resourceId: 'R2', name: 'local/b' }))
    write(first.path, { 'a/f.txt': 'plan\n', 'b/f.txt': 'outside\n' })
    write(second.path, { 'b/f.txt': 'plan\n' })
    expect((await world.sandboxes.changes('P1')).map((change) => [change.resource, change.path])).toEqual([
      ['local/app', 'f.txt'],
      ['local/b', 'f.txt'],
    ])
    const outcome = await world.sandboxes.apply('P1', all('squash'))
    expect(outcome).toMatchObject({
      applied: true,
      receipts: [{ notices: [expect.stringContaining('b/f.txt')] }, { notices: [] }],
    })
    expect([read(repo, 'a/f.txt'), read(repo, 'b/f.txt')]).toEqual(['plan\n', 'plan\n'])
    expect(git(repo, 'rev-list', '--count', 'HEAD')).toBe('3')
    expect(git(repo, 'status', '--porcelain')).toBe('')
    nothingLeft(repo)
  })

  it('applies plans on one branch one after another', async () => {
    const repo = world.repository('app', { 'a.txt': lines() })
    const first = await world.open('P1', world.source(repo))
    const second = await world.open('P2', world.source(repo))
    write(first.path, { 'a.txt': lines([1, 'first']) })
    write(second.path, { 'a.txt': lines([9, 'second']) })
    await Promise.all([world.sandboxes.apply('P1', all('merge')), world.sandboxes.apply('P2', all('merge'))])
    expect(read(repo, 'a.txt')).toBe(lines([1, 'first'], [9, 'second']))
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })
})
