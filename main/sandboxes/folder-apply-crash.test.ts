import { chmodSync, existsSync, readdirSync, renameSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApplyMode, Git } from './index'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 120_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const request = (mode: ApplyMode = 'merge') => ({ mode, message: 'Apply\n', trusted: () => false })

/** Makes the application die around the n-th call of git that begins so: from there on no call answers, as after kill -9. */
function dieAt(command: string, when: 'before' | 'after', nth = 1): Promise<void> {
  return new Promise((dead) => {
    const original: Git['run'] = world.git.run.bind(world.git)
    let [gone, seen] = [false, 0]
    Object.assign(world.git, {
      async run(...call: Parameters<Git['run']>) {
        if (gone) return new Promise(() => undefined)
        const here = call[1].join(' ').startsWith(command) && ++seen === nth
        if (here && when === 'after') await original(...call)
        if (!here) return original(...call)
        gone = true
        Object.assign(world.git, { run: original })
        dead()
        return new Promise(() => undefined)
      },
    })
  })
}

/** A plan over a checkout and a folder, opened in this order. */
async function prepare() {
  const repo = world.repository('app', { 'f.txt': 'base\n' })
  const folder = world.folder('docs', { 'f.txt': 'base\n', 'gone.txt': 'g\n', 'secret.txt': 's\n', 'p/x': 'x\n' })
  chmodSync(join(folder, 'p'), 0o700)
  chmodSync(join(folder, 'secret.txt'), 0o600)
  const first = await world.open('P1', world.source(repo))
  const second = await world.open('P1', world.folderSource(folder, { resourceId: 'R2' }))
  write(first.path, { 'f.txt': 'plan\n' })
  write(second.path, { 'f.txt': 'plan\n', 'd/n.txt': 'n\n', 'secret.txt': 'plan\n' })
  unlinkSync(join(second.path, 'gone.txt'))
  renameSync(join(second.path, 'p'), join(second.path, 'q'))
  return { repo, folder, first, second }
}

const applied = (repo: string, folder: string) => {
  expect([read(repo, 'f.txt'), read(folder, 'f.txt'), read(folder, 'd/n.txt')]).toEqual(['plan\n', 'plan\n', 'n\n'])
  expect(snapshotOf(folder)['secret.txt']).toMatch(/^600 /)
  expect(existsSync(join(folder, 'gone.txt'))).toBe(false)
  expect(snapshotOf(folder)).toMatchObject({ q: 'folder 700' })
  expect(readdirSync(join(world.data, 'apply'))).toEqual([])
  expect(existsSync(join(world.data, 'sandboxes/P1'))).toBe(false)
  expect(existsSync(join(repo, '.git/index.lock'))).toBe(false)
}

describe('a plan over a checkout and a folder', () => {
  it.each(['merge', 'squash', 'working-tree'] as const)('applies to both, the folder first: %s', async (mode) => {
    const { repo, folder } = await prepare()
    const outcome = await world.sandboxes.apply('P1', request(mode))
    expect(outcome).toMatchObject({
      applied: true,
      receipts: [
        { resource: 'local/docs', branch: null },
        { resource: 'local/app', branch: 'main', mode },
      ],
    })
    applied(repo, folder)
    expect(git(repo, 'status', '--porcelain')).toBe(mode === 'working-tree' ? ' M f.txt' : '')
  })

  it.each(['repo', 'folder'] as const)('applies to none where the %s conflicts', async (where) => {
    const { repo, folder } = await prepare()
    write(where === 'repo' ? repo : folder, { 'f.txt': 'user\n' })
    const before = [snapshotOf(repo), snapshotOf(folder)]
    expect(await world.sandboxes.apply('P1', request())).toMatchObject({
      applied: false,
      conflicts: [{ path: 'f.txt', resourceId: where === 'repo' ? 'R1' : 'R2' }],
    })
    expect([snapshotOf(repo), snapshotOf(folder)]).toEqual(before)
  })

  it('puts the folder back where the checkout fails in the middle', async () => {
    const { repo, folder } = await prepare()
    // A lock that a killed git left makes the move of the branch fail, after both trees have been written.
    write(repo, { '.git/refs/heads/main.lock': '' })
    const before = [snapshotOf(repo), snapshotOf(folder)]
    await expect(world.sandboxes.apply('P1', request())).rejects.toMatchObject({ data: { code: 'apply.failed' } })
    expect([snapshotOf(repo), snapshotOf(folder)]).toEqual(before)
  })
})

describe('an application that is killed while it applies to a folder', () => {
  it.each([
    ['before a file is written', 'read-tree --no-sparse-checkout -m', 'before', 1],
    ['after the files of the folder are written', 'read-tree --no-sparse-checkout -m', 'after', 1],
    ['after the files of both are written', 'read-tree --no-sparse-checkout -m', 'after', 2],
    ['before the first ref moves', 'update-ref -m', 'before', 1],
    ['after the ref of the folder has moved', 'update-ref -m', 'after', 1],
  ] as const)('takes everything back: %s', async (_, command, when, nth) => {
    const { repo, folder, second } = await prepare()
    write(folder, { 'user.txt': 'u\n', 'node_modules/m.js': 'm\n' })
    const before = [snapshotOf(repo), snapshotOf(folder)]
    const dead = dieAt(command, when, nth)
    void world.sandboxes.apply('P1', request())
    await dead
    const again = world.restart()
    expect(await again.recover()).toMatchObject({
      journals: [{ planId: 'P1', result: 'taken_back', attention: [] }],
      sandboxes: [{ condition: 'ok' }, { condition: 'ok' }],
    })
    expect([snapshotOf(repo), snapshotOf(folder)]).toEqual(before)
    expect(read(second.path, 'f.txt')).toBe('plan\n')
    expect(await again.apply('P1', request())).toMatchObject({ applied: true })
    applied(repo, folder)
  })

  it('finishes once all refs have moved', async () => {
    const { repo, folder } = await prepare()
    const dead = dieAt('update-ref -m', 'after', 2)
    void world.sandboxes.apply('P1', request())
    await dead
    const again = world.restart()
    expect(await again.recover()).toMatchObject({ journals: [{ result: 'finished' }], sandboxes: [] })
    applied(repo, folder)
    expect(again.get('P1').map((one) => one.state)).toEqual(['applied', 'applied'])
    expect((await again.recover()).journals).toEqual([])
  })

  it('waits with taking back while the folder is away, as a drive may be', async () => {
    const { repo, folder } = await prepare()
    const before = [snapshotOf(repo), snapshotOf(folder)]
    const dead = dieAt('update-ref -m', 'before')
    void world.sandboxes.apply('P1', request())
    await dead
    renameSync(folder, `${folder}-away`)
    expect(await world.restart().recover()).toMatchObject({ journals: [{ result: 'postponed' }] })
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-away`, folder)
    expect(await world.restart().recover()).toMatchObject({ journals: [{ result: 'taken_back' }] })
    expect([snapshotOf(repo), snapshotOf(folder)]).toEqual(before)
  })

  it('keeps what somebody wrote in between, and tells where', async () => {
    const { folder } = await prepare()
    const dead = dieAt('update-ref -m', 'before')
    void world.sandboxes.apply('P1', request())
    await dead
    write(folder, { 'f.txt': 'written after the crash\n' })
    const { journals } = await world.restart().recover()
    const kept = /kept at (.*)$/.exec(journals[0]?.attention[0] ?? '')?.[1]
    expect(read('/', kept ?? 'none')).toBe('written after the crash\n')
    expect(read(folder, 'f.txt')).toBe('base\n')
  })
})
