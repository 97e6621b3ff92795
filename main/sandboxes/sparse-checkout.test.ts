import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorld, git, read, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

it.each(['merge', 'working-tree'] as const)(
  'a sparse checkout gets what a plan changed outside of its cone, and nothing else of it: %s',
  async (mode) => {
    const repo = world.repository('app', {
      'in/a.txt': 'a\n',
      'hidden/h.txt': 'h\n',
      'hidden/k.txt': 'k\n',
      'top.txt': 't\n',
    })
    git(repo, 'sparse-checkout', 'set', 'in')
    expect(existsSync(join(repo, 'hidden'))).toBe(false)
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'in/a.txt': 'plan\n', 'outside/one.txt': 'one\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'all' })
    write(sandbox.path, { 'outside/two.txt': 'two\n', 'hidden/h.txt': 'plan\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'some', paths: ['outside/two.txt', 'hidden/h.txt'] })
    const paths = ['hidden/h.txt', 'in/a.txt', 'outside/one.txt', 'outside/two.txt']
    expect((await world.sandboxes.changes('P1')).map(({ path }) => path).sort()).toEqual(paths)
    // Back and forth again, and made again where it was deleted: what the plan wrote is on disk each time.
    const there = (await world.sandboxes.presentTrees('P1'))['R1']!
    await world.sandboxes.restoreTrees('P1', { R1: sandbox.base.baseTree })
    expect(existsSync(join(sandbox.path, 'outside'))).toBe(false)
    await world.sandboxes.restoreTrees('P1', { R1: there })
    expect(read(sandbox.path, 'outside/two.txt')).toBe('two\n')
    rmSync(sandbox.path, { recursive: true })
    await world.sandboxes.open('P1', world.source(repo), sandbox.base)
    expect([read(sandbox.path, 'outside/two.txt'), read(sandbox.path, 'hidden/h.txt')]).toEqual(['two\n', 'plan\n'])
    const request = { mode, message: 'Apply\n', trusted: () => false }
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: true })
    expect(paths.map((path) => read(repo, path))).toEqual(['plan\n', 'plan\n', 'one\n', 'two\n'])
    expect(existsSync(join(repo, 'hidden/k.txt'))).toBe(false)
    if (mode === 'merge') {
      expect(git(repo, 'diff', '--name-only', 'HEAD~1', 'HEAD').split('\n')).toEqual(paths)
      expect(git(repo, 'status', '--porcelain')).toBe('')
    } else
      expect(git(repo, 'status', '--porcelain').split('\n').sort()).toEqual([
        ' M hidden/h.txt',
        ' M in/a.txt',
        '?? outside/',
      ])
  },
)
