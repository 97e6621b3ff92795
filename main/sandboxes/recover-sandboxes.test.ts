import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Git } from './index'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const request = { mode: 'merge' as const, message: 'Apply\n', trusted: () => false }

/** Makes the application die at one call of git: from there on no call answers, as after kill -9. */
function dieAt(command: string, when: 'before' | 'after'): Promise<void> {
  return new Promise((dead) => {
    const original: Git['run'] = world.git.run.bind(world.git)
    let gone = false
    Object.assign(world.git, {
      async run(...call: Parameters<Git['run']>) {
        if (gone) return new Promise(() => undefined)
        const here = call[1].slice(0, 2).join(' ').startsWith(command)
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

async function prepare() {
  const [one, two] = [world.repository('one', { 'f.txt': 'base\n', 'gone.txt': 'g\n' }), world.repository('two')]
  const first = await world.open('P1', world.source(one))
  const second = await world.open('P1', world.source(two, { resourceId: 'R2', name: 'local/two' }))
  write(first.path, { 'f.txt': 'plan\n', 'd/n.txt': 'n\n' })
  write(second.path, { 'f.txt': 'plan\n' })
  write(one, { 'user.txt': 'u\n' })
  return { one, two, first, second }
}

describe('an application that is killed while it applies', () => {
  it.each([
    ['before any file is written', 'read-tree --no-sparse-checkout', 'before'],
    ['after files of the first target are written', 'read-tree --no-sparse-checkout', 'after'],
    ['before the first branch moves', 'update-ref -m', 'before'],
    ['after the first branch has moved', 'update-ref -m', 'after'],
  ] as const)('takes everything back: %s', async (_, command, when) => {
    const { one, two, first } = await prepare()
    const before = [snapshotOf(one), snapshotOf(two)]
    const dead = dieAt(command, when)
    void world.sandboxes.apply('P1', request)
    await dead
    expect(existsSync(join(one, '.git/index.lock'))).toBe(true)
    const again = world.restart()
    expect(await again.recover()).toMatchObject({
      journals: [{ planId: 'P1', result: 'taken_back', attention: [] }],
      sandboxes: [{ condition: 'ok' }, { condition: 'ok' }],
    })
    expect([snapshotOf(one), snapshotOf(two)]).toEqual(before)
    expect(git(one, 'status', '--porcelain')).toBe('?? user.txt')
    expect(read(first.path, 'f.txt')).toBe('plan\n')
    expect(await again.apply('P1', request)).toMatchObject({ applied: true })
    expect(readdirSync(join(world.data, 'apply'))).toEqual([])
  })

  it('finishes once all branches have moved', async () => {
    const { one, two } = await prepare()
    // The second update-ref of the apply is the last: let the first through, then die after the next.
    const original = world.git.run.bind(world.git)
    let moved = 0
    const dead = new Promise<void>((settle) => {
      Object.assign(world.git, {
        async run(...call: Parameters<Git['run']>) {
          const result = await original(...call)
          if (call[1][0] !== 'update-ref' || call[1][1] !== '-m' || ++moved < 2) return result
          Object.assign(world.git, { run: original })
          settle()
          return new Promise(() => undefined)
        },
      })
    })
    void world.sandboxes.apply('P1', request)
    await dead
    const again = world.restart()
    expect(await again.recover()).toMatchObject({ journals: [{ result: 'finished' }], sandboxes: [] })
    for (const repo of [one, two]) {
      expect(read(repo, 'f.txt')).toBe('plan\n')
      expect(git(repo, 'status', '--porcelain')).toBe(repo === one ? '?? user.txt' : '')
      expect(existsSync(join(repo, '.git/index.lock'))).toBe(false)
      expect(git(repo, 'for-each-ref', '--format=%(refname)')).toBe('refs/cleveragents/trash/P1\nrefs/heads/main')
    }
    expect(again.get('P1').map((one) => one.state)).toEqual(['applied', 'applied'])
    expect((await again.recover()).journals).toEqual([])
  })

  it('keeps what somebody wrote in between, and tells where', async () => {
    const { one } = await prepare()
    const dead = dieAt('update-ref -m', 'before')
    void world.sandboxes.apply('P1', request)
    await dead
    write(one, { 'f.txt': 'written after the crash\n' })
    const { journals } = await world.restart().recover()
    const kept = /kept at (.*)$/.exec(journals[0]?.attention[0] ?? '')?.[1]
    expect(read('/', kept ?? 'none')).toBe('written after the crash\n')
    expect(read(one, 'f.txt')).toBe('base\n')
  })

  it('is taken back with no more processes where many files changed, whatever their names', async () => {
    const odd = ['"quoted".txt', 'line\nbreak.txt', 'return\r', 'back\\slash', '-w', ':(top)x', 'ü ✓.txt']
    const takenBack = async (name: string, count: number) => {
      const files = [...odd, ...Array.from({ length: count }, (_, n) => `d${n % 7}/${n}.txt`)]
      const contents = (text: string) => Object.fromEntries(files.map((file) => [file, `${text}\r\n${file}\r\n`]))
      const repo = world.repository(name, { ...contents('base'), '.gitattributes': '*.txt text\n' })
      const { path } = await world.open(name, world.source(repo, { resourceId: name }))
      write(path, { ...contents('plan'), 'new.txt': 'n\n' })
      const before = snapshotOf(repo)
      const dead = dieAt('update-ref -m', 'before')
      void world.sandboxes.apply(name, request)
      await dead
      expect(read(repo, 'return\r')).toContain('plan')
      const run = world.git.run.bind(world.git)
      let processes = 0
      Object.assign(world.git, { run: (...call: Parameters<Git['run']>) => (processes++, run(...call)) })
      const { journals } = await world.restart().recover()
      Object.assign(world.git, { run })
      expect(journals).toMatchObject([{ planId: name, result: 'taken_back', attention: [] }])
      expect(snapshotOf(repo)).toEqual(before)
      await world.sandboxes.discard(name)
      return processes
    }
    const few = await takenBack('one', 2)
    expect(await takenBack('two', 150)).toBe(few)
  })

  it("does not remove a lock that is another git's", async () => {
    const { one } = await prepare()
    const dead = dieAt('update-ref -m', 'before')
    void world.sandboxes.apply('P1', request)
    await dead
    const lock = join(one, '.git/index.lock')
    unlinkSync(lock)
    writeFileSync(lock, 'theirs')
    await world.restart().recover()
    expect(read(one, '.git/index.lock')).toBe('theirs')
  })

  it('puts a sandbox back that hooks were using', async () => {
    const repo = world.repository('app')
    const script = `#!/bin/sh\necho spoiled > f.txt\ntouch ${world.root}/started\nwhile [ ! -e ${world.root}/go ]; do sleep 0.05; done\nexit 1\n`
    writeFileSync(join(repo, '.git/hooks/pre-merge-commit'), script)
    chmodSync(join(repo, '.git/hooks/pre-merge-commit'), 0o755)
    const sandbox = await world.open('P1', world.source(repo))
    write(sandbox.path, { 'f.txt': 'plan\n', 'n.txt': 'n\n' })
    const head = git(sandbox.path, 'rev-parse', 'HEAD')
    const done = world.sandboxes.apply('P1', { ...request, trusted: () => true })
    done.catch(() => undefined)
    await expect.poll(() => existsSync(join(world.root, 'started')), { timeout: 50_000 }).toBe(true)
    await world.restart().recover()
    expect([read(sandbox.path, 'f.txt'), read(sandbox.path, 'n.txt')]).toEqual(['plan\n', 'n\n'])
    expect(git(sandbox.path, 'rev-parse', 'HEAD')).toBe(head)
    write(world.root, { go: '' })
    await expect(done).rejects.toMatchObject({ data: { code: 'apply.hook_failed' } })
  })

  it('lets go of a lock that was taken and in no journal yet, and of no other', async () => {
    const [one, two] = [world.repository('one'), world.repository('two')]
    await world.open('P1', world.source(one))
    await world.open('P2', world.source(two))
    writeFileSync(join(one, '.git/index.lock'), `cleveragents ${world.data}\n`)
    writeFileSync(join(two, '.git/index.lock'), 'cleveragents /another\n')
    await world.restart().recover()
    expect([one, two].map((repo) => existsSync(join(repo, '.git/index.lock')))).toEqual([false, true])
  })

  it('deletes scratch folders that a kill left, and nothing else', async () => {
    const outside = join(world.root, 'outside')
    write(outside, { 'keep.txt': 'keep\n' })
    const left = join(world.data, 'scratch', randomUUID())
    write(left, { 'work/f.txt': 'f\n' })
    symlinkSync(outside, join(left, 'link'))
    write(join(world.data, 'scratch'), { 'notes/n.txt': 'n\n' })
    expect(await world.restart().recover()).toMatchObject({ failed: [] })
    expect(readdirSync(join(world.data, 'scratch'))).toEqual(['notes'])
    expect(read(outside, 'keep.txt')).toBe('keep\n')
  })
})
