import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Git, Sandbox } from './index'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is many runs of git, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

/** A sandbox with a checkpoint of one changed file. */
async function worked(): Promise<{ repo: string; sandbox: Sandbox }> {
  const repo = world.repository('app')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  await world.sandboxes.checkpoint(sandbox, { label: 'after' })
  return { repo, sandbox }
}

async function found(): Promise<unknown[]> {
  await world.sandboxes.reconcile()
  return world.sandboxes
    .findings('P1')
    .map(({ condition, movedTo, lockReason }) => ({ condition, movedTo, lockReason }))
}

const none = { movedTo: null, lockReason: null }

/** Counts what is run while something is done. */
async function runsDuring(work: () => Promise<unknown>): Promise<number> {
  const original: Git['run'] = world.git.run
  let runs = 0
  Object.assign(world.git, { run: (...call: Parameters<Git['run']>) => (runs++, original(...call)) })
  await work()
  Object.assign(world.git, { run: original })
  return runs
}

describe('what others did to a sandbox', () => {
  it('is told once, and a missing one is made again from its checkpoint', async () => {
    const { repo, sandbox } = await worked()
    const before = snapshotOf(repo)
    expect(await world.sandboxes.reconcile()).toEqual({ changed: [], settled: [], failed: [] })
    rmSync(sandbox.path, { recursive: true })
    expect(await runsDuring(() => world.sandboxes.reconcile())).toBe(0)
    expect(world.sandboxes.findings('P1')).toMatchObject([{ condition: 'missing', resourceId: 'R1' }])
    expect((await world.sandboxes.reconcile()).changed).toEqual([])
    await world.sandboxes.repair('P1')
    expect(world.sandboxes.findings('P1')).toEqual([])
    expect(read(sandbox.path, 'f.txt')).toBe('plan\n')
    expect(snapshotOf(repo)).toEqual(before)
  })

  it.each([
    ['a branch of its own', ['switch', '-q', '-c', 'elsewhere'], 'plan\n'],
    ['its own commit', ['checkout', '-q', '--detach'], 'plan\n'],
    ['another commit', ['checkout', '-q', '-f', 'main~1'], 'plan\n'],
    ['a branch without a commit', ['checkout', '-q', '--orphan', 'empty'], 'plan\n'],
    ['its branch under another name', ['branch', '-q', '-m', 'renamed'], 'plan\n'],
  ])('is that it is on %s, and it is brought back with its work', async (_what, command, content) => {
    const repo = world.repository('app')
    write(repo, { 'f.txt': 'newer\n', 'new.txt': 'new\n' })
    git(repo, 'add', '.')
    git(repo, 'commit', '-qm', 'newer')
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'plan\n', 'added.txt': 'added\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'after' })
    git(sandbox.path, ...command)
    expect(await found()).toEqual([{ condition: 'off_branch', ...none }])
    await world.sandboxes.repair('P1')
    expect(world.sandboxes.findings('P1')).toEqual([])
    expect(git(sandbox.path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${sandbox.branch}`)
    expect(read(sandbox.path, 'f.txt')).toBe(content)
    expect((await world.sandboxes.changes('P1')).map(({ path }) => path).toSorted()).toEqual(['added.txt', 'f.txt'])
    expect(
      await world.sandboxes.apply('P1', { mode: 'merge', message: 'Applied', trusted: () => false }),
    ).toMatchObject({
      applied: true,
    })
  })

  it('keeps a folder without git that stands in the place of a missing one', async () => {
    const { sandbox } = await worked()
    rmSync(sandbox.path, { recursive: true })
    write(sandbox.path, { 'mine.txt': 'mine\n' })
    expect(await found()).toEqual([{ ...none, condition: 'missing' }])
    await world.sandboxes.repair('P1')
    expect(read(sandbox.path, 'f.txt')).toBe('plan\n')
    const trash = join(world.data, 'trash/P1')
    expect(read(join(trash, readdirSync(trash)[0]!), 'mine.txt')).toBe('mine\n')
  })

  it('a moved one is brought back with all that is in it', async () => {
    const { repo, sandbox } = await worked()
    const moved = join(world.root, 'moved')
    git(repo, 'worktree', 'move', '-f', '-f', sandbox.path, moved)
    write(moved, { 'later.txt': 'later\n' })
    expect(await found()).toEqual([{ ...none, condition: 'moved', movedTo: moved }])
    await world.sandboxes.repair('P1')
    expect(await found()).toEqual([])
    expect([read(sandbox.path, 'f.txt'), read(sandbox.path, 'later.txt')]).toEqual(['plan\n', 'later\n'])
    expect(existsSync(moved)).toBe(false)
    await world.sandboxes.verify(sandbox)
  })

  it('one that was moved without git is found beside its place and its repository, and brought back', async () => {
    const { repo, sandbox } = await worked()
    for (const moved of [`${sandbox.path}-old`, join(world.data, 'mine'), join(world.root, 'moved')]) {
      renameSync(sandbox.path, moved)
      write(moved, { 'later.txt': moved })
      expect(await found()).toEqual([{ ...none, condition: 'moved', movedTo: moved }])
      await expect(world.open('P1', world.source(repo))).rejects.toMatchObject({ data: { code: 'sandbox.moved' } })
      await world.sandboxes.repair('P1')
      expect(await found()).toEqual([])
      expect([read(sandbox.path, 'f.txt'), read(sandbox.path, 'later.txt')]).toEqual(['plan\n', moved])
      expect(existsSync(moved)).toBe(false)
      await world.sandboxes.verify(sandbox)
    }
  })

  it('one that was moved far away, or is there twice, is brought back from the folder that a person names', async () => {
    const { sandbox } = await worked()
    const far = join(world.root, 'far/away/moved')
    mkdirSync(join(far, '..'), { recursive: true })
    renameSync(sandbox.path, far)
    write(far, { 'later.txt': 'later\n' })
    expect(await found()).toEqual([{ ...none, condition: 'missing' }])
    for (const wrong of [world.root, join(world.root, 'nothing'), sandbox.path])
      await expect(world.sandboxes.repair('P1', wrong)).rejects.toMatchObject({ data: { code: 'sandbox.not_there' } })
    expect(existsSync(sandbox.path)).toBe(false)
    await world.sandboxes.repair('P1', far)
    expect([await found(), read(sandbox.path, 'later.txt')]).toEqual([[], 'later\n'])
    const copies = ['one', 'two'].map((name) => join(world.root, name))
    for (const copy of copies) cpSync(sandbox.path, copy, { recursive: true })
    rmSync(sandbox.path, { recursive: true })
    expect(await found()).toEqual([{ ...none, condition: 'missing' }])
    await world.sandboxes.repair('P1', copies[1])
    expect(read(sandbox.path, 'later.txt')).toBe('later\n')
    expect(copies.map((copy) => existsSync(copy))).toEqual([true, false])
  })

  it('a moved one stays where it is while something else has its place', async () => {
    const { repo, sandbox } = await worked()
    const moved = join(world.root, 'moved')
    git(repo, 'worktree', 'move', '-f', '-f', sandbox.path, moved)
    writeFileSync(sandbox.path, 'something else')
    await expect(world.sandboxes.repair('P1')).rejects.toMatchObject({ data: { code: 'sandbox.in_the_way' } })
    expect(read(moved, 'f.txt')).toBe('plan\n')
  })

  it('one that another locked is neither made again nor touched until it is unlocked', async () => {
    const { repo, sandbox } = await worked()
    write(sandbox.path, { 'later.txt': 'later\n' })
    git(repo, 'worktree', 'unlock', sandbox.path)
    git(repo, 'worktree', 'lock', '--reason', 'mine', sandbox.path)
    expect(await found()).toEqual([{ ...none, condition: 'locked_by_other', lockReason: 'mine' }])
    const again = world.restart()
    await expect(again.open('P1', world.source(repo), sandbox.base)).rejects.toMatchObject({
      data: { code: 'sandbox.locked' },
    })
    expect(read(sandbox.path, 'later.txt')).toBe('later\n')
    await world.sandboxes.repair('P1')
    expect(await found()).toEqual([])
    expect(read(sandbox.path, 'later.txt')).toBe('later\n')
    expect(git(repo, 'worktree', 'list', '--porcelain')).toContain('locked cleveragents:P1')
  })

  it('an unlocked one is locked again, so that nobody prunes it', async () => {
    const { repo, sandbox } = await worked()
    git(repo, 'worktree', 'unlock', sandbox.path)
    expect(await found()).toEqual([])
    expect(git(repo, 'worktree', 'list', '--porcelain')).toContain('locked cleveragents:P1')
  })

  it('one that git forgot is not put right by itself, and its folder stays', async () => {
    const { repo, sandbox } = await worked()
    rmSync(join(repo, '.git/worktrees'), { recursive: true })
    expect(await found()).toEqual([{ ...none, condition: 'unregistered' }])
    await expect(world.sandboxes.repair('P1')).rejects.toMatchObject({ data: { code: 'sandbox.unregistered' } })
    expect(read(sandbox.path, 'f.txt')).toBe('plan\n')
  })

  it('says nothing of one whose repository is away', async () => {
    const { repo } = await worked()
    renameSync(repo, `${repo}-away`)
    expect(await found()).toEqual([])
    renameSync(`${repo}-away`, repo)
    expect(await found()).toEqual([])
  })
})

describe('a plan that was cancelled while its checkout was away', () => {
  const left = (repo: string) =>
    git(repo, 'worktree', 'list', '--porcelain').match(/^worktree /gm)!.length +
    git(repo, 'for-each-ref', 'refs/heads/cleveragents', 'refs/cleveragents/checkpoints').length

  it('leaves nothing in it once it is back, and can be restored with all it had', async () => {
    const { repo, sandbox } = await worked()
    write(sandbox.path, { 'later.txt': 'later\n' })
    const other = await world.open('P2', world.source(repo, { resourceId: 'R2' }))
    await world.sandboxes.discard('P2')
    renameSync(repo, `${repo}-away`)
    await world.sandboxes.discard('P1')
    expect(existsSync(sandbox.path)).toBe(false)
    expect((await world.sandboxes.reconcile()).settled).toEqual([])
    renameSync(`${repo}-away`, repo)
    expect(left(repo)).toBeGreaterThan(1)
    expect((await world.sandboxes.reconcile()).settled).toMatchObject([{ planId: 'P1' }])
    expect(left(repo)).toBe(1)
    expect(existsSync(other.path)).toBe(false)
    expect((await world.sandboxes.reconcile()).settled).toEqual([])
    await world.sandboxes.restore('P1')
    expect([read(sandbox.path, 'f.txt'), read(sandbox.path, 'later.txt')]).toEqual(['plan\n', 'later\n'])
  })

  it('leaves alone what somebody registered there since', async () => {
    const { repo, sandbox } = await worked()
    renameSync(repo, `${repo}-away`)
    await world.sandboxes.discard('P1')
    renameSync(`${repo}-away`, repo)
    git(repo, 'worktree', 'unlock', sandbox.path)
    expect((await world.sandboxes.reconcile()).settled).toEqual([])
    expect(left(repo)).toBeGreaterThan(1)
  })
})

describe('folders of applies that were killed', () => {
  it('go at the next start where nothing of a target was touched; what is not ours stays', async () => {
    const { repo } = await worked()
    const before = snapshotOf(repo)
    const original: Git['run'] = world.git.run
    const dead = new Promise<void>((settle) => {
      Object.assign(world.git, {
        run: (...call: Parameters<Git['run']>) => {
          const apply = join(world.data, 'apply')
          if (!existsSync(apply) || readdirSync(apply).length === 0) return original(...call)
          // Nothing that it had begun side by side goes on either.
          Object.assign(world.git, { run: () => new Promise(() => undefined) })
          settle()
          return new Promise(() => undefined)
        },
      })
    })
    void world.sandboxes.apply('P1', { mode: 'merge', message: 'Apply\n', trusted: () => false })
    await dead
    Object.assign(world.git, { run: original })
    const folder = join(world.data, 'apply')
    expect(readdirSync(folder)).toHaveLength(1)
    const outside = join(world.root, 'outside')
    write(outside, { 'keep.txt': 'keep\n' })
    mkdirSync(join(folder, 'notes'))
    symlinkSync(outside, join(folder, readdirSync(folder)[0]!, 'link'))
    symlinkSync(outside, join(folder, '01HXR1C1D2E3F4G5H6J7K8M9N0'))
    const again = world.restart()
    expect(await again.recover()).toMatchObject({ journals: [], failed: [] })
    expect(readdirSync(folder).sort()).toEqual(['01HXR1C1D2E3F4G5H6J7K8M9N0', 'notes'])
    expect(read(outside, 'keep.txt')).toBe('keep\n')
    expect(snapshotOf(repo)).toEqual(before)
    expect(await again.apply('P1', { mode: 'merge', message: 'Apply\n', trusted: () => false })).toMatchObject({
      applied: true,
    })
  })
})
