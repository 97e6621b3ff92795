import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const request = (mode: 'merge' | 'working-tree') => ({ mode, message: 'Apply\n', trusted: () => false })

describe('a link that leads out of the checkout', () => {
  it.each(['merge', 'working-tree'] as const)('gives way to a folder of the same name: %s', async (mode) => {
    const elsewhere = world.folder('elsewhere', { f: 'theirs\n', 'deep/g': 'theirs\n' })
    const repo = world.repository('app')
    symlinkSync(elsewhere, join(repo, 'out'))
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'link')
    const before = snapshotOf(elsewhere)
    const sandbox = await world.open('P1', world.source(repo))
    rmSync(join(sandbox.path, 'out'))
    write(sandbox.path, { 'out/f': 'plan\n', 'out/deep/g': 'plan\n' })
    expect(await world.sandboxes.previewApply('P1', mode)).toMatchObject({ resources: [{ conflicts: [] }] })
    expect(await world.sandboxes.apply('P1', request(mode))).toMatchObject({ applied: true })
    expect(lstatSync(join(repo, 'out')).isDirectory()).toBe(true)
    expect([read(repo, 'out/f'), read(repo, 'out/deep/g')]).toEqual(['plan\n', 'plan\n'])
    expect(snapshotOf(elsewhere)).toEqual(before)
  })

  it('is in the way where git does not track it, and what lies behind it is not shown', async () => {
    const elsewhere = world.folder('elsewhere', { f: 'theirs\n' })
    const repo = world.repository('app', { 'f.txt': 'base\n', '.gitignore': 'out\n' })
    const sandbox = await world.open('P1', world.source(repo))
    mkdirSync(join(sandbox.path, 'out'))
    write(sandbox.path, { 'out/f': 'plan\n' })
    git(sandbox.path, 'add', '-f', 'out/f')
    rmSync(`${sandbox.path}.index`, { force: true })
    symlinkSync(elsewhere, join(repo, 'out'))
    const outcome = await world.sandboxes.apply('P1', request('merge'))
    expect(outcome).toMatchObject({ applied: false, conflicts: [{ path: 'out/f', sides: { base: null, now: null } }] })
    expect(readlinkSync(join(repo, 'out'))).toBe(elsewhere)
  })
})
