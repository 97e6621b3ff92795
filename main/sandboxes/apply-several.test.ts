import { existsSync, writeFileSync } from 'node:fs'
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
