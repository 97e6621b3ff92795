import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runGit } from '../infrastructure/git/testing'
import { createWorld, git, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

describe('checkpoints', () => {
  it('hold files, modes and links on hidden refs, and leave both indexes alone', async () => {
    const repo = world.repository('app', { 'a.sh': 'a\n', 'b.txt': 'b\n', '.gitignore': '.env\n' })
    const sandbox = await world.open('P1', world.source(repo))
    const index = git(sandbox.path, 'rev-parse', '--git-path', 'index')
    const before = [readFileSync(index), readFileSync(join(repo, '.git/index'))]
    chmodSync(join(sandbox.path, 'a.sh'), 0o755)
    symlinkSync('/etc/hostname', join(sandbox.path, 'link'))
    write(sandbox.path, { '.env': 'S=1\n', 'n.txt': 'n\n' })
    const checkpoint = await world.sandboxes.checkpoint(sandbox, {
      label: 'after write',
      tool: 'run_command',
      decisionId: 'D1',
    })
    const { commit } = checkpoint.resources['R1']!
    expect(git(repo, 'ls-tree', '-r', '--format=%(objectmode) %(path)', commit).split('\n')).toEqual([
      '100644 .gitignore',
      '100755 a.sh',
      '100644 b.txt',
      '120000 link',
      '100644 n.txt',
    ])
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
    const third = await world.sandboxes.checkpoint(sandbox, {
      label: 'after',
      paths: ['out.log', 'dir/n.txt', 'a.txt', ':(top)odd'],
    })
    expect(git(repo, 'ls-tree', '-r', '--name-only', third.resources['R1']!.tree).split('\n')).toEqual([
      '.gitignore',
      ':(top)odd',
      'b.txt',
      'dir/n.txt',
    ])
    expect(git(repo, 'show', `${third.resources['R1']!.tree}:b.txt`)).toBe('b')
    expect(world.sandboxes.checkpoints('P1').map((one) => [one.number, one.label])).toEqual([
      [1, 'start'],
      [2, 'after'],
      [3, 'after'],
    ])
    await expect(world.sandboxes.checkpoint(sandbox, { label: 'x', paths: ['../a'] })).rejects.toMatchObject({
      data: { code: 'checkpoint.bad_path' },
    })
  })

  it('see every kind of change since the last one, and are that one where there is none', async () => {
    const repo = world.repository('app', { 'a.txt': 'one\n', 'b.sh': 'b\n', 'c.txt': 'c\n', '.gitignore': '*.log\n' })
    const sandbox = await world.open('P1', world.source(repo))
    const take = async () => (await world.sandboxes.checkpoint(sandbox, { label: 'look' })).resources['R1']!
    const listed = (tree: string) => git(repo, 'ls-tree', '-r', '--format=%(objectmode) %(path)', tree)
    const begun = await take()
    write(sandbox.path, { 'out.log': 'ignored\n' })
    expect(await take()).toEqual(begun)
    // As long as before and within the same moment: only the content tells.
    write(sandbox.path, { 'a.txt': 'two\n' })
    const edited = await take()
    expect(git(repo, 'show', `${edited.tree}:a.txt`)).toBe('two')
    chmodSync(join(sandbox.path, 'b.sh'), 0o755)
    const run = await take()
    expect(listed(run.tree)).toContain('100755 b.sh')
    rmSync(join(sandbox.path, 'c.txt'))
    expect(listed((await take()).tree)).not.toContain('c.txt')
    write(sandbox.path, { 'deep/new.txt': 'new\n' })
    const added = await take()
    expect(listed(added.tree)).toContain('100644 deep/new.txt')
    write(sandbox.path, { 'inner/w.txt': 'w\n' })
    git(join(sandbox.path, 'inner'), 'init', '-q')
    expect(await world.sandboxes.presentTrees('P1')).toEqual({ R1: added.tree })
    // Without the plan's own index everything is looked at anew.
    rmSync(`${sandbox.path}.index`)
    expect(await world.sandboxes.presentTrees('P1')).toEqual({ R1: added.tree })
    expect(world.sandboxes.checkpoints('P1')).toHaveLength(5)
  })

  it('hold what git itself would, however edits of single files, other changes and looks at all of them follow each other', async () => {
    const attributes = '*.crlf text=auto\n*.id ident\n'
    const files = { 'a.txt': 'a\n', 'in/b.txt': 'b\n', 'in/deep/c.sh': 'c\n', 'd.crlf': 'd\n', 'e.id': '$Id$\n' }
    const repo = world.repository('app', { ...files, '.gitattributes': attributes })
    const sandbox = await world.open('P1', world.source(repo))
    const env = { PATH: process.env['PATH'], GIT_INDEX_FILE: join(world.root, 'own-index') }
    const plain = (...args: string[]) => runGit(args, { cwd: sandbox.path, env }).trimEnd()
    const expectSame = async (paths?: readonly string[]) => {
      const { resources } = await world.sandboxes.checkpoint(sandbox, { label: 'step', ...(paths ? { paths } : {}) })
      plain('add', '-A')
      const listed = (tree: string) => git(repo, 'ls-tree', '-r', tree)
      expect(listed(resources['R1']!.tree)).toBe(listed(plain('write-tree')))
    }
    const edit = async (changes: Record<string, string>) => {
      write(sandbox.path, changes)
      await expectSame(Object.keys(changes))
    }
    await expectSame()
    await edit({ 'a.txt': 'a2\n' })
    await edit({ 'in/b.txt': 'b2\n', 'in/deep/c.sh': 'c2\n' })
    // Back to what the index has: the last tree has something else.
    await edit({ 'a.txt': 'a\n' })
    await expectSame()
    await edit({ 'in/b.txt': 'b3\n' })
    await edit({ 'in/new.txt': 'new\n' })
    await edit({ 'd.crlf': 'd\r\nd\r\n' })
    await edit({ 'e.id': '$Id: 1234 $ more\n' })
    chmodSync(join(sandbox.path, 'in/deep/c.sh'), 0o755)
    await expectSame(['in/deep/c.sh'])
    await edit({ 'in/deep/c.sh': 'c3\n' })
    // What it says of others would be git's to look at again, which it does with files of the last second alone.
    await edit({ '.gitattributes': `${attributes}*.txt ident\n` })
    await edit({ 'a.txt': '$Id: 1234 $\n' })
    rmSync(join(sandbox.path, 'in/b.txt'))
    symlinkSync('../a.txt', join(sandbox.path, 'in/b.txt'))
    await expectSame(['in/b.txt'])
    rmSync(join(sandbox.path, 'in'), { recursive: true })
    symlinkSync('.', join(sandbox.path, 'in'))
    await expectSame()
    await edit({ 'a.txt': 'last\n' })
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
    expect(await world.sandboxes.uncovered(sandbox)).toMatchObject({
      nestedRepositories: ['deep/other', 'inner'],
      leftInSource: ['.env'],
    })
  })

  it('are refused for a cause that is none, with those that there are', async () => {
    const sandbox = await world.open('P1', world.source(world.repository('app')))
    const request = { label: 'x', cause: 'after_wirte' as 'after_write' }
    await expect(world.sandboxes.checkpoint(sandbox, request)).rejects.toMatchObject({
      data: {
        code: 'checkpoint.unknown_cause',
        details: { causes: expect.arrayContaining(['after_write']) as unknown },
      },
    })
    expect(world.sandboxes.checkpoints('P1')).toEqual([])
  })

  it('are all kept where many are taken at once, each with a number of its own', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    await world.sandboxes.checkpoint(sandbox, { label: 'start' })
    const many = Array.from({ length: 8 }, (_, number) => `n${number}.txt`)
    for (const path of many) write(sandbox.path, { [path]: path })
    await Promise.all(many.map((path) => world.sandboxes.checkpoint(sandbox, { label: path, paths: [path] })))
    const taken = world.sandboxes.checkpoints('P1')
    expect(taken.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const { number, resources } of taken)
      expect(git(repo, 'rev-parse', `refs/cleveragents/checkpoints/P1/${number}`)).toBe(resources['R1']!.commit)
  })

  it('fail when git fails, and the last one stands', async () => {
    const repo = world.repository('app')
    const sandbox = await world.open('P1', world.source(repo))
    const first = await world.sandboxes.checkpoint(sandbox, { label: 'start' })
    rmSync(join(sandbox.path, 'f.txt'))
    writeFileSync(`${sandbox.path}.index`, 'not an index')
    await expect(world.sandboxes.checkpoint(sandbox, { label: 'after' })).rejects.toMatchObject({
      data: { code: 'checkpoint.failed' },
    })
    expect(world.sandboxes.checkpoints('P1')).toEqual([first])
  })
})
