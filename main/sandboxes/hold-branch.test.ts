import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Git } from './index'
import { createWorld, git, read, write, type World } from './testing'

// Each case is many runs of git, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

/** A plan with work, held while a check runs, on a target with two commits. */
async function heldPlan() {
  const repo = world.repository('app')
  write(repo, { 'p.txt': 'second\n' })
  git(repo, 'add', '.')
  git(repo, 'commit', '-qm', 'second')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'n.txt': 'plan\n' })
  await world.sandboxes.holdBranches('P1')
  const stands = () => ({
    head: git(sandbox.path, 'symbolic-ref', 'HEAD'),
    commit: git(sandbox.path, 'rev-parse', 'HEAD'),
    files: readdirSync(sandbox.path).filter((name) => name !== '.git'),
  })
  return { repo, sandbox, stands, before: stands() }
}

/** Makes the application die before one call of git: from there on no call answers, as after kill -9. */
function dieAt(command: string): Promise<void> {
  return new Promise((dead) => {
    const original: Git['run'] = world.git.run.bind(world.git)
    Object.assign(world.git, {
      run(...call: Parameters<Git['run']>) {
        if (!call[1].join(' ').startsWith(command)) return original(...call)
        Object.assign(world.git, { run: original })
        dead()
        return new Promise(() => undefined)
      },
    })
  })
}

describe('a branch that is held', () => {
  it('stays where nothing was written, and no checkpoint is taken', async () => {
    const { stands, before } = await heldPlan()
    expect(await world.sandboxes.backToBranch('P1', 'left')).toEqual([])
    expect(stands()).toEqual(before)
    expect(world.sandboxes.checkpoints('P1')).toEqual([])
  })

  it('has what was written, deleted or made put back, and what was there is kept, the same once', async () => {
    const { sandbox, stands, before } = await heldPlan()
    const tamper = () => {
      write(sandbox.path, { 'report.txt': 'made\n', 'n.txt': 'rewritten\n' })
      rmSync(`${sandbox.path}/p.txt`)
    }
    const labels = () => world.sandboxes.checkpoints('P1').map(({ label }) => label)
    tamper()
    expect(await world.sandboxes.backToBranch('P1', 'what it left')).toEqual([
      { resource: 'local/app', found: null, restored: true, changed: ['n.txt', 'p.txt', 'report.txt'] },
    ])
    expect(stands()).toEqual(before)
    expect(read(sandbox.path, 'n.txt')).toBe('plan\n')
    expect(labels()).toEqual(['what it left', 'put back after: what it left'])
    const left = world.sandboxes.checkpoints('P1')[0]!.resources['R1']!.tree
    expect(git(sandbox.path, 'show', `${left}:n.txt`)).toBe('rewritten')
    await world.sandboxes.holdBranches('P1')
    tamper()
    expect(await world.sandboxes.backToBranch('P1', 'what it left')).toHaveLength(1)
    expect(labels()).toHaveLength(2)
  })

  it('is no longer put back once the plan has worked on', async () => {
    const { sandbox } = await heldPlan()
    write(sandbox.path, { 'n.txt': 'of the next step\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'after a step' })
    expect(await world.sandboxes.backToBranch('P1', 'left')).toEqual([])
    expect(read(sandbox.path, 'n.txt')).toBe('of the next step\n')
  })

  it.each([null, 'diff-tree', 'read-tree --no-sparse-checkout'])(
    'has its files again at the next start where the application was killed after a check wrote (%s)',
    async (command) => {
      const { sandbox, stands, before } = await heldPlan()
      write(sandbox.path, { 'report.txt': 'made\n', 'n.txt': 'rewritten\n' })
      if (command !== null) {
        const dead = dieAt(command)
        void world.sandboxes.backToBranch('P1', 'left')
        await dead
      }
      const again = world.restart()
      expect(await again.recover()).toMatchObject({ failed: [], putBack: [{ changed: ['n.txt', 'report.txt'] }] })
      expect(stands()).toEqual(before)
      expect(read(sandbox.path, 'n.txt')).toBe('plan\n')
      const kept = again.checkpoints('P1').map(({ resources }) => resources['R1']!.tree)
      expect(kept.map((tree) => git(sandbox.path, 'show', `${tree}:n.txt`))).toEqual(['rewritten', 'plan'])
      expect(await again.recover()).toMatchObject({ failed: [], putBack: [] })
    },
  )

  it.each([
    ['a reset', ['reset', '-q', '--hard', 'HEAD~1']],
    ['a rebase that stops', ['rebase', '-q', '--exec', 'false', 'HEAD~1']],
    ['another branch', ['switch', '-q', '-c', 'other']],
  ])('is put back with all files after %s, and what was there stays as a checkpoint', async (_what, command) => {
    const { sandbox, stands, before } = await heldPlan()
    const [first = '', ...others] = command
    try {
      git(sandbox.path, first, ...others)
    } catch {
      // A rebase that stops has failed.
    }
    rmSync(`${sandbox.path}/n.txt`)
    write(sandbox.path, { 'left.txt': 'left\n' })
    expect(await world.sandboxes.backToBranch('P1', 'what it left')).toMatchObject([{ restored: true }])
    expect(stands()).toEqual(before)
    expect(git(sandbox.path, 'status')).not.toContain('rebas')
    const left = world.sandboxes.checkpoints('P1').find(({ label }) => label === 'what it left')
    expect(git(sandbox.path, 'ls-tree', '--name-only', left!.resources['R1']!.tree)).toContain('left.txt')
    expect(await world.sandboxes.backToBranch('P1', 'again')).toEqual([])
  })

  it('keeps the commits that were made there, until the plan ends', async () => {
    const { repo, sandbox, stands, before } = await heldPlan()
    git(sandbox.path, 'add', '.')
    git(sandbox.path, 'commit', '-qm', 'made')
    const made = git(sandbox.path, 'rev-parse', 'HEAD')
    await world.sandboxes.backToBranch('P1', 'left')
    expect(stands()).toEqual(before)
    expect(git(repo, 'for-each-ref', '--contains', made)).not.toBe('')
    await world.sandboxes.discard('P1')
    expect(existsSync(dirname(sandbox.path)) && readdirSync(dirname(sandbox.path)).length > 0).toBe(false)
  })

  it.each([null, 'symbolic-ref HEAD', 'reset', 'read-tree --no-sparse-checkout'])(
    'is right again at the next start where the application was killed (%s)',
    async (command) => {
      const { sandbox, stands, before } = await heldPlan()
      git(sandbox.path, 'reset', '-q', '--hard', 'HEAD~1')
      git(sandbox.path, 'clean', '-fdq')
      if (command !== null) {
        const dead = dieAt(command)
        void world.sandboxes.backToBranch('P1', 'left')
        await dead
      }
      const again = world.restart()
      expect((await again.recover()).failed).toEqual([])
      expect(stands()).toEqual(before)
      expect(read(sandbox.path, 'n.txt')).toBe('plan\n')
      git(sandbox.path, 'commit', '-q', '--allow-empty', '-m', 'of the plan')
      expect((await again.recover()).failed).toEqual([])
      expect(stands().commit).not.toBe(before.commit)
    },
  )
})
