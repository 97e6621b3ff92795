import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

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
    await expect(world.open('P1', world.source(plain))).rejects.toMatchObject({ data: { code: 'sandbox.not_a_repository' } })
    const repo = world.repository('app')
    await expect(world.open('P1', world.source(repo, { branch: 'none' }))).rejects.toMatchObject({ data: { code: 'sandbox.branch_missing' } })
  })

  it('tells of uncommitted work, of a detached HEAD and of an operation, and leaves them alone', async () => {
    const repo = world.repository('app', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    write(repo, { 'a.txt': 'changed\n', 'new file.txt': 'n\n' })
    rmSync(join(repo, 'b.txt'))
    git(repo, 'checkout', '-q', '--detach')
    mkdirSync(join(repo, '.git/rebase-merge'))
    const before = snapshotOf(repo)
    const base = await world.sandboxes.captureBase(world.source(repo), { planId: 'P1', includeUncommitted: false })
    expect(base).toMatchObject({ detached: true, branch: null, operation: 'rebase', uncommittedCount: 3, includesUncommitted: false, subdir: '' })
    expect(base.uncommitted).toEqual([{ path: 'a.txt', status: 'modified' }, { path: 'b.txt', status: 'deleted' }, { path: 'new file.txt', status: 'untracked' }])
    await expect(world.sandboxes.captureBase(world.source(repo), { planId: 'P1', includeUncommitted: true })).rejects.toMatchObject({ data: { code: 'sandbox.operation_in_progress' } })
    await world.sandboxes.open('P1', world.source(repo), base)
    expect(snapshotOf(repo)).toEqual(before)
  })

  it('says how far the branch is behind its upstream', async () => {
    const repo = world.repository('app')
    git(world.root, 'clone', '-q', repo, 'clone')
    write(repo, { 'f.txt': 'two\n' })
    git(repo, 'commit', '-qam', 'two')
    git(join(world.root, 'clone'), 'fetch', '-q')
    const base = await world.sandboxes.captureBase(world.source(join(world.root, 'clone')), { planId: 'P1', includeUncommitted: false })
    expect(base.behindUpstream).toBe(1)
  })

  it('notices what changes in the source checkout, and only that', async () => {
    const repo = world.repository('app', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    write(repo, { 'a.txt': 'dirty\n' })
    const source = world.source(repo)
    const { fingerprint } = await world.sandboxes.captureBase(source, { planId: 'P1', includeUncommitted: false })
    expect(await world.sandboxes.compareSource(source, fingerprint)).toBeNull()
    write(repo, { 'a.txt': 'dirtier\n', 'n.txt': 'n\n' })
    expect(await world.sandboxes.compareSource(source, fingerprint)).toMatchObject({ head: null, indexChanged: false, paths: ['a.txt', 'n.txt'] })
    git(repo, 'commit', '-qam', 'x')
    expect(await world.sandboxes.compareSource(source, fingerprint)).toMatchObject({ head: { to: expect.stringContaining('main') }, indexChanged: true })
  })
})

describe('opening a sandbox', () => {
  it('makes a locked worktree outside of the source, and finds it again after a restart', async () => {
    const repo = world.repository('My Repo – ñ')
    symlinkSync(repo, join(world.root, 'lnk'))
    const before = snapshotOf(repo)
    const sandbox = await world.open('P1', world.source(join(world.root, 'lnk')))
    expect(sandbox).toMatchObject({ path: join(world.data, 'sandboxes/P1/R1'), branch: 'cleveragents/plan-P1', repoRoot: repo, state: 'ready', notices: [] })
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
    await expect(world.sandboxes.open('P1', world.source(repo), base, AbortSignal.abort())).rejects.toMatchObject({ data: { code: 'sandbox.not_made' } })
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
    await expect(world.open('P1', world.source(repo))).rejects.toMatchObject({ data: { code: 'sandbox.data_folder_inside' } })
  })

  it('continues with pointers where git-lfs is not installed', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n'
    const repo = world.repository('app', { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n', 'big.bin': pointer, 'f.txt': 'x\n' })
    for (const [name, value] of [['process', 'git-lfs filter-process'], ['smudge', 'git-lfs smudge -- %f'], ['clean', 'git-lfs clean -- %f'], ['required', 'true']])
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
    const [one, two] = [world.repository('lib one', { 'l.txt': 'lib\n' }), world.repository('lib two', { 'l.txt': 'lib\n' })]
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
    expect((await world.sandboxes.uncovered(sandbox)).submodules).toEqual([{ path: 'libs/one', fetched: true }, { path: 'libs/two', fetched: false }])
    expect(read(repo, '.git/config')).toBe(config)
    await world.sandboxes.discard('P1')
    expect(existsSync(sandbox.path)).toBe(false)
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

  it('is made again from its last checkpoint when its folder is gone', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'changed\n', 'n.txt': 'n\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'after' })
    rmSync(sandbox.path, { recursive: true })
    const again = world.restart()
    expect((await again.recover()).sandboxes).toEqual([{ planId: 'P1', resourceId: 'R1', condition: 'missing', movedTo: null }])
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

describe('checkpoints', () => {
  it('hold files, modes and links on hidden refs, and leave both indexes alone', async () => {
    const repo = world.repository('app', { 'a.sh': 'a\n', 'b.txt': 'b\n', '.gitignore': '.env\n' })
    const sandbox = await world.open('P1', world.source(repo))
    const index = git(sandbox.path, 'rev-parse', '--git-path', 'index')
    const before = [readFileSync(index), readFileSync(join(repo, '.git/index'))]
    chmodSync(join(sandbox.path, 'a.sh'), 0o755)
    symlinkSync('/etc/hostname', join(sandbox.path, 'link'))
    write(sandbox.path, { '.env': 'S=1\n', 'n.txt': 'n\n' })
    const checkpoint = await world.sandboxes.checkpoint(sandbox, { label: 'after write', tool: 'run_command', decisionId: 'D1' })
    const { commit } = checkpoint.resources['R1']!
    expect(git(repo, 'ls-tree', '-r', '--format=%(objectmode) %(path)', commit).split('\n')).toEqual(['100644 .gitignore', '100755 a.sh', '100644 b.txt', '120000 link', '100644 n.txt'])
    expect(git(repo, 'rev-parse', 'refs/cleveragents/checkpoints/P1/1')).toBe(commit)
    expect(git(repo, 'log', '-1', '--format=%an <%ae> %s', commit)).toBe('CleverAgents <noreply@localhost> after write')
    expect([readFileSync(index), readFileSync(join(repo, '.git/index'))]).toEqual(before)
    expect(world.restart().checkpoints('P1')).toEqual([checkpoint])
  })

  it('store equal neighbours once, and with paths look at those alone', async () => {
    const repo = world.repository('app', { 'a.txt': 'a\n', 'b.txt': 'b\n', '.gitignore': '*.log\n' })
    const sandbox = await world.open('P1', world.source(repo))
    const first = await world.sandboxes.checkpoint(sandbox, { label: 'start' })
    expect(await world.sandboxes.checkpoint(sandbox, { label: 'before', paths: ['a.txt'] })).toEqual(first)
    write(sandbox.path, { 'a.txt': 'x\n', 'b.txt': 'y\n' })
    const second = await world.sandboxes.checkpoint(sandbox, { label: 'after', paths: ['a.txt', 'none.txt'] })
    expect(git(repo, 'diff', '--name-only', first.resources['R1']!.tree, second.resources['R1']!.tree)).toBe('a.txt')
    write(sandbox.path, { 'out.log': 'l\n', 'dir/n.txt': 'n\n' })
    rmSync(join(sandbox.path, 'a.txt'))
    write(sandbox.path, { ':(top)odd': 'o\n' })
    const third = await world.sandboxes.checkpoint(sandbox, { label: 'after', paths: ['out.log', 'dir/n.txt', 'a.txt', ':(top)odd'] })
    expect(git(repo, 'ls-tree', '-r', '--name-only', third.resources['R1']!.tree).split('\n')).toEqual(['.gitignore', ':(top)odd', 'b.txt', 'dir/n.txt'])
    expect(git(repo, 'show', `${third.resources['R1']!.tree}:b.txt`)).toBe('b')
    expect(world.sandboxes.checkpoints('P1').map((one) => [one.number, one.label])).toEqual([[1, 'start'], [2, 'after'], [3, 'after']])
    await expect(world.sandboxes.checkpoint(sandbox, { label: 'x', paths: ['../a'] })).rejects.toMatchObject({ data: { code: 'checkpoint.bad_path' } })
  })

  it('do not cross into a nested repository, and say so', async () => {
    const repo = world.repository('app', { 'f.txt': 'x\n', '.gitignore': '.env\n' })
    write(repo, { '.env': 'S=1\n' })
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'inner/w.txt': 'w\n', 'deep/other/w.txt': 'w\n', 'deep/own.txt': 'own\n', 'f.txt': 'y\n' })
    git(join(sandbox.path, 'inner'), 'init', '-q')
    git(join(sandbox.path, 'deep/other'), 'init', '-q')
    git(join(sandbox.path, 'deep/other'), 'add', '.')
    git(join(sandbox.path, 'deep/other'), 'commit', '-qm', 'x')
    const { tree, notCovered } = (await world.sandboxes.checkpoint(sandbox, { label: 'after' })).resources['R1']!
    expect(notCovered).toEqual(['deep/other', 'inner'])
    expect(git(repo, 'ls-tree', '-r', '--name-only', tree).split('\n')).toEqual(['.gitignore', 'deep/own.txt', 'f.txt'])
    expect(await world.sandboxes.uncovered(sandbox)).toMatchObject({ nestedRepositories: ['deep/other', 'inner'], leftInSource: ['.env'] })
  })

  it('fail when git fails, and the last one stands', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    const first = await world.sandboxes.checkpoint(sandbox, { label: 'start' })
    rmSync(join(sandbox.path, 'f.txt'))
    writeFileSync(`${sandbox.path}.index`, 'not an index')
    await expect(world.sandboxes.checkpoint(sandbox, { label: 'after' })).rejects.toMatchObject({ data: { code: 'checkpoint.failed' } })
    expect(world.sandboxes.checkpoints('P1')).toEqual([first])
  })
})

describe('changes', () => {
  it('are what git would store, with renames, modes, types, binaries and line counts', async () => {
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('')
    const repo = world.repository('app', { 'crlf.txt': 'a\nb\nc\n', 'old.txt': text, 'run.sh': 'x\n', 'kind': 'k\n', 'gone.txt': 'g\n' })
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
    expect(changes.map((one) => [one.path, one.oldPath, one.status, one.insertions, one.deletions, one.binary])).toEqual([
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
    expect({ ...after, 'read-only': 'folder' }).toEqual(before)
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
