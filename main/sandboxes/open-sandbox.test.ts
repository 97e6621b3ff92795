import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

describe('opening a sandbox', () => {
  it('makes a locked worktree outside of the source, and finds it again after a restart', async () => {
    const repo = world.repository('My Repo – ñ')
    symlinkSync(repo, join(world.root, 'lnk'))
    const before = snapshotOf(repo)
    const sandbox = await world.open('P1', world.source(join(world.root, 'lnk')))
    expect(sandbox).toMatchObject({
      path: join(world.data, 'sandboxes/P1/R1'),
      branch: 'cleveragents/plan-P1',
      repoRoot: repo,
      state: 'ready',
      notices: [],
    })
    expect(git(repo, 'worktree', 'list', '--porcelain')).toContain('locked cleveragents:P1')
    expect(git(sandbox.path, 'branch', '--show-current')).toBe('cleveragents/plan-P1')
    expect(snapshotOf(repo)).toEqual(before)
    const again = world.restart()
    expect(again.get('P1')).toEqual([sandbox])
    expect(await again.open('P1', world.source(repo), sandbox.base)).toEqual(sandbox)
    await again.verify(sandbox)
  })

  it('does not run a post-checkout hook, and a failing one does not matter', async () => {
    const repo = world.repository('app')
    writeFileSync(join(repo, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${world.root}/ran\nexit 3\n`)
    chmodSync(join(repo, '.git/hooks/post-checkout'), 0o755)
    const sandbox = await world.open('P1', world.source(repo))
    expect(read(sandbox.path, 'f.txt')).toBe('base\n')
    expect(existsSync(join(world.root, 'ran'))).toBe(false)
  })

  it('takes back what a cancelled start made, so that the next one works', async () => {
    const repo = world.repository('app')
    const base = await world.sandboxes.captureBase(world.source(repo), { planId: 'P1', includeUncommitted: false })
    await expect(world.sandboxes.open('P1', world.source(repo), base, AbortSignal.abort())).rejects.toMatchObject({
      data: { code: 'sandbox.not_made' },
    })
    expect(git(repo, 'branch', '--list', 'cleveragents/*')).toBe('')
    expect((await world.sandboxes.open('P1', world.source(repo), base)).state).toBe('ready')
  })

  it('keeps what an earlier try left on the branch, and goes on', async () => {
    const repo = world.repository('app')
    const left = git(repo, 'commit-tree', '-m', 'left over', 'HEAD^{tree}')
    git(repo, 'branch', 'cleveragents/plan-P1', left)
    await world.open('P1', world.source(repo))
    expect(git(repo, 'for-each-ref', '--format=%(objectname)', 'refs/cleveragents/trash')).toBe(left)
  })

  it('refuses a data folder inside of the repository', async () => {
    const repo = world.repository('data', { 'f.txt': 'x\n' })
    await expect(world.open('P1', world.source(repo))).rejects.toMatchObject({
      data: { code: 'sandbox.data_folder_inside' },
    })
  })

  it('continues with pointers where git-lfs is not installed', async () => {
    const pointer =
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n'
    const repo = world.repository('app', {
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      'big.bin': pointer,
      'f.txt': 'x\n',
    })
    for (const [name, value] of [
      ['process', 'git-lfs filter-process'],
      ['smudge', 'git-lfs smudge -- %f'],
      ['clean', 'git-lfs clean -- %f'],
      ['required', 'true'],
    ])
      git(repo, 'config', `filter.lfs.${name}`, value!)
    write(repo, { 'big.bin': 'the real content' })
    const sandbox = await world.open('P1', world.source(repo))
    expect(read(sandbox.path, 'big.bin')).toBe(pointer)
    write(sandbox.path, { 'f.txt': 'y\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'after' })
    expect((await world.sandboxes.changes('P1')).map((change) => change.path)).toEqual(['f.txt'])
    expect(read(repo, 'big.bin')).toBe('the real content')
  })

  it('fills submodules that the source has, and names those it has not', async () => {
    const [one, two] = [
      world.repository('lib one', { 'l.txt': 'lib\n' }),
      world.repository('lib two', { 'l.txt': 'lib\n' }),
    ]
    const repo = world.repository('app')
    git(repo, 'submodule', '--quiet', 'add', one, 'libs/one')
    git(repo, 'submodule', '--quiet', 'add', two, 'libs/two')
    git(repo, 'commit', '-qm', 'libs')
    git(repo, 'submodule', '--quiet', 'deinit', '-f', 'libs/two')
    rmSync(join(repo, '.git/modules/libs/two'), { recursive: true })
    const config = read(repo, '.git/config')
    const sandbox = await world.open('P1', world.source(repo))
    expect(read(sandbox.path, 'libs/one/l.txt')).toBe('lib\n')
    expect(sandbox.notices).toEqual([expect.stringContaining('libs/two')])
    expect((await world.sandboxes.uncovered(sandbox)).submodules).toEqual([
      { path: 'libs/one', fetched: true },
      { path: 'libs/two', fetched: false },
    ])
    expect(read(repo, '.git/config')).toBe(config)
    await world.sandboxes.discard('P1')
    expect(existsSync(sandbox.path)).toBe(false)
    expect(git(join(repo, 'libs/one'), 'for-each-ref', 'refs/cleveragents')).toBe('')
  })

  it('keeps commits of its submodules in the source, since what is applied may name them', async () => {
    const repo = world.repository('app')
    git(repo, 'submodule', '--quiet', 'add', world.repository('lib', { 'l.txt': 'lib\n' }), 'libs/one')
    git(repo, 'commit', '-qm', 'libs')
    const sandbox = await world.open('P1', world.source(repo))
    write(join(sandbox.path, 'libs/one'), { 'l.txt': 'made by the plan\n' })
    git(join(sandbox.path, 'libs/one'), 'commit', '-qam', 'in the submodule')
    expect(
      await world.sandboxes.apply('P1', { mode: 'merge', message: 'Applied', trusted: () => false }),
    ).toMatchObject({
      applied: true,
    })
    await world.sandboxes.discard('P1')
    const named = git(repo, 'rev-parse', 'HEAD:libs/one')
    expect(git(join(repo, 'libs/one'), 'show', `${named}:l.txt`)).toBe('made by the plan')
  })
})

describe('a sandbox that is not what it was', () => {
  it('is refused when it is hollow, on another branch, or a link', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    git(sandbox.path, 'checkout', '-q', '-b', 'elsewhere')
    await expect(world.sandboxes.verify(sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.mismatch' } })
    git(sandbox.path, 'checkout', '-q', sandbox.branch)
    await world.sandboxes.verify(sandbox)
    renameSync(join(sandbox.path, '.git'), join(world.root, 'git-file'))
    await expect(world.sandboxes.verify(sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.mismatch' } })
    renameSync(sandbox.path, join(world.root, 'moved'))
    await expect(world.sandboxes.verify(sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.missing' } })
    symlinkSync(repo, sandbox.path)
    await expect(world.sandboxes.verify(sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.mismatch' } })
  })

  it('tells of a repository that was moved away, and works on once it is back', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    renameSync(repo, `${repo}-moved`)
    await expect(world.sandboxes.verify(sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.source_missing' } })
    renameSync(`${repo}-moved`, repo)
    await world.sandboxes.verify(sandbox)
  })

  it('is made again from its last checkpoint when its folder is gone', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n', 'n.txt': 'n\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'after' })
    rmSync(sandbox.path, { recursive: true })
    const again = world.restart()
    expect((await again.recover()).sandboxes).toEqual([
      { planId: 'P1', resourceId: 'R1', condition: 'missing', movedTo: null },
    ])
    await again.open('P1', world.source(repo), sandbox.base)
    expect([read(sandbox.path, 'f.txt'), read(sandbox.path, 'n.txt')]).toEqual(['changed\n', 'n\n'])
    expect((await again.changes('P1')).map((change) => change.path)).toEqual(['f.txt', 'n.txt'])
  })

  it('is reported as moved, or as locked by another', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    git(repo, 'worktree', 'unlock', sandbox.path)
    git(repo, 'worktree', 'lock', '--reason', 'mine', sandbox.path)
    expect((await world.sandboxes.condition(sandbox)).condition).toBe('locked_by_other')
    git(repo, 'worktree', 'unlock', sandbox.path)
    git(repo, 'worktree', 'lock', '--reason', 'cleveragents:P1', sandbox.path)
    git(repo, 'worktree', 'move', '-f', '-f', sandbox.path, join(world.root, 'moved'))
    expect(await world.sandboxes.condition(sandbox)).toEqual({ condition: 'moved', movedTo: join(world.root, 'moved') })
  })
})
