import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is dozens of runs of git, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const files = { 'a.txt': 'a\n', 'keep.txt': 'k\n' }

/** Makes everything that a repository stores two days older. */
function age(repoRoot: string): void {
  const objects = join(repoRoot, '.git/objects')
  const then = Date.now() / 1000 - 2 * 24 * 60 * 60
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), then, then)
}

describe('what is kept of a folder', () => {
  it('holds nothing that no plan and no trash needs, once the last plan over it has ended', async () => {
    const folder = world.folder('docs', files)
    const source = world.folderSource(folder)
    const first = await world.open('P1', source)
    const { fingerprint } = first.base
    write(folder, { 'passing.txt': 'seen once\n' })
    await world.sandboxes.compareSource(source, fingerprint)
    rmSync(join(folder, 'passing.txt'))
    write(folder, { 'late.txt': 'seen by the index alone\n' })
    await world.sandboxes.compareSource(source, fingerprint)
    write(first.path, { 'a.txt': 'plan\n' })
    await world.sandboxes.checkpoint(first, { label: 'edit' })
    const holds = (text: string) => {
      write(world.root, { text })
      const oid = git(first.repoRoot, 'hash-object', '--', join(world.root, 'text'))
      return existsSync(join(first.repoRoot, '.git/objects', oid.slice(0, 2), oid.slice(2)))
    }
    const second = await world.sandboxes.captureBase(source, { planId: 'P2', includeUncommitted: false })
    age(first.repoRoot)
    await world.sandboxes.discard('P1')
    expect(holds('seen once\n')).toBe(true)
    age(first.repoRoot)
    await world.sandboxes.releaseBase('P2', 'R1', second)
    expect([holds('seen once\n'), holds('plan\n'), holds('seen by the index alone\n')]).toEqual([false, true, true])
    await world.sandboxes.restore('P1')
    expect(read(first.path, 'a.txt')).toBe('plan\n')
    await world.sandboxes.discard('P1')
    world.at(1_700_000_000_000 + 31 * 24 * 60 * 60 * 1000)
    age(first.repoRoot)
    await world.sandboxes.recover()
    expect([holds('plan\n'), holds('seen by the index alone\n')]).toEqual([false, true])
    await expect(world.sandboxes.changes('P1')).rejects.toMatchObject({ data: { code: 'changes.gone' } })
    const third = await world.open('P3', source)
    expect(read(third.path, 'late.txt')).toBe('seen by the index alone\n')
  })

  it('goes at a start where its resource was removed before the application ended', async () => {
    const folder = world.folder('docs', files)
    await world.open('P1', world.folderSource(folder))
    expect(await world.sandboxes.forgetOrphans(new Set())).toEqual([expect.stringContaining('R1')])
    await world.sandboxes.discard('P1')
    const again = world.restart()
    expect(await again.forgetOrphans(new Set(['R1']))).toEqual([])
    expect(existsSync(join(world.data, 'folders/R1'))).toBe(true)
    rmSync(join(world.data, 'folders/R1/.git/HEAD'))
    write(world.data, { 'folders/R2.json': '{"resource":"R2"}' })
    expect(await again.forgetOrphans(new Set())).toEqual([])
    expect(snapshotOf(join(world.data, 'folders'))).toEqual({})
    expect(read(folder, 'a.txt')).toBe('a\n')
  })

  it('serves a second plan, and goes with the resource', async () => {
    const folder = world.folder('docs', files)
    const first = await world.open('P1', world.folderSource(folder))
    write(first.path, { 'a.txt': 'plan\n', 'node_modules/m.js': 'm\n' })
    await world.sandboxes.discard('P1')
    const second = await world.open('P2', world.folderSource(folder))
    expect(second.repoRoot).toBe(first.repoRoot)
    await expect(world.sandboxes.forgetFolder('R1')).rejects.toMatchObject({ data: { code: 'sandbox.not_ours' } })
    await world.sandboxes.discard('P2')
    const before = snapshotOf(folder)
    await world.sandboxes.forgetFolder('R1')
    expect(snapshotOf(join(world.data, 'folders'))).toEqual({})
    expect(existsSync(join(world.data, 'trash/P1/R1'))).toBe(false)
    expect(snapshotOf(folder)).toEqual(before)
    await expect(world.sandboxes.changes('P1')).resolves.toEqual([])
    await expect(world.sandboxes.restore('P1')).rejects.toMatchObject({ data: { code: 'sandbox.not_kept' } })
    await world.sandboxes.forgetFolder('R1')
    mkdirSync(join(world.data, 'folders/R1'))
    write(world.data, { 'folders/R1.json': '{"resource":"R9"}' })
    await expect(world.sandboxes.forgetFolder('R1')).rejects.toMatchObject({ data: { code: 'sandbox.not_ours' } })
    expect(existsSync(join(world.data, 'folders/R1'))).toBe(true)
  })
})
