import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is a hundred runs of git and more, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

function hook(repo: string, name: string, script: string): void {
  writeFileSync(join(repo, '.git/hooks', name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(repo, '.git/hooks', name), 0o755)
}

const request = (trusted: boolean, mode: 'merge' | 'squash' = 'squash') => ({
  mode,
  message: 'Apply\n',
  trusted: () => trusted,
})

it('does not run the hooks of a repository that is not trusted, and says so', async () => {
  const repo = world.repository('app')
  for (const name of ['pre-commit', 'commit-msg', 'post-commit']) hook(repo, name, `touch ${world.root}/ran; exit 1`)
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  const outcome = await world.sandboxes.apply('P1', request(false))
  expect(outcome).toMatchObject({
    receipts: [{ notices: [expect.stringContaining('pre-commit, commit-msg, post-commit')] }],
  })
  expect(existsSync(join(world.root, 'ran'))).toBe(false)
})

it('runs them on the merged tree once trusted, and takes what they change', async () => {
  const repo = world.repository('app', { 'f.txt': 'base\n', 'other.txt': 'o\n' })
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  write(repo, { 'other.txt': 'moved on\n' })
  git(repo, 'commit', '-qam', 'moved on')
  const head = git(repo, 'rev-parse', 'HEAD')
  hook(
    repo,
    'pre-commit',
    `cat f.txt other.txt > ${world.root}/seen; git rev-parse HEAD >> ${world.root}/seen; echo formatted >> f.txt; git add f.txt`,
  )
  hook(repo, 'commit-msg', 'echo "Signed-off-by: hook" >> "$1"')
  hook(repo, 'post-commit', `git show HEAD:f.txt > ${world.root}/after; exit 5`)
  const outcome = await world.sandboxes.apply('P1', request(true))
  expect(read(world.root, 'seen')).toBe(`plan\nmoved on\n${head}\n`)
  expect(read(repo, 'f.txt')).toBe('plan\nformatted\n')
  expect(git(repo, 'log', '-1', '--format=%B')).toContain('Signed-off-by: hook')
  expect(read(world.root, 'after')).toBe('plan\nformatted\n')
  expect(outcome).toMatchObject({ receipts: [{ notices: [expect.stringContaining('post-commit')] }] })
  expect(world.restart().receipts('P1')).toMatchObject([{ notices: [expect.stringContaining('post-commit')] }])
  expect(git(repo, 'status', '--porcelain')).toBe('')
})

it('refuses with the whole output where one fails, target and sandbox as they were', async () => {
  const repo = world.repository('app')
  hook(repo, 'pre-merge-commit', 'echo first; echo second >&2; echo spoiled > f.txt; exit 1')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n', 'n.txt': 'n\n' })
  const before = [snapshotOf(repo), read(sandbox.path, 'f.txt')]
  await expect(world.sandboxes.apply('P1', request(true, 'merge'))).rejects.toMatchObject({
    data: { code: 'apply.hook_failed', details: { hook: 'pre-merge-commit', output: 'first\nsecond\n', exit_code: 1 } },
  })
  expect([snapshotOf(repo), read(sandbox.path, 'f.txt')]).toEqual(before)
  await world.sandboxes.verify(sandbox)
  expect((await world.sandboxes.changes('P1')).map((change) => change.path)).toEqual(['f.txt', 'n.txt'])
  expect(await world.sandboxes.apply('P1', request(false, 'merge'))).toMatchObject({ applied: true })
})

it('says where a hook that follows the commit moved the branch', async () => {
  const repo = world.repository('app')
  const before = git(repo, 'rev-parse', 'HEAD')
  hook(repo, 'post-commit', 'git reset -q --hard HEAD~1')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  await world.sandboxes.apply('P1', request(true))
  expect(git(repo, 'rev-parse', 'HEAD')).toBe(before)
  const told = expect.stringContaining(`main is at ${before.slice(0, 10)}`) as unknown
  expect(world.sandboxes.receipts('P1')).toMatchObject([{ notices: [told] }])
})

it('tells before an apply which hooks will not run, and the way to have them run', async () => {
  const repo = world.repository('app')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  const told = async (mode: 'merge' | 'squash', trusted: boolean) =>
    (await world.sandboxes.previewApply('P1', mode, undefined, () => trusted)).resources[0]?.notices.join()
  expect(await told('squash', false)).toBe('')
  hook(repo, 'pre-commit', 'exit 1')
  expect(await told('squash', false)).toContain(`agents resource trust ${sandbox.name}`)
  expect(await told('squash', true)).toBe('')
  expect(await told('merge', true)).toContain('git does not run pre-commit for a merge; choose squash')
  hook(repo, 'pre-merge-commit', 'exit 1')
  expect(await told('merge', true)).toBe('')
  expect(await world.sandboxes.apply('P1', request(false))).toMatchObject({
    receipts: [{ notices: [expect.stringContaining(`agents resource trust ${sandbox.name}`)] }],
  })
})

it.each([0, 1])('loses nothing to a hook that removes the sandbox and ends with %i', async (status) => {
  const repo = world.repository('app', { 'f.txt': 'base\n', '.dot': 'd\n' })
  // What lies above the sandbox is a repository too, which nothing may touch.
  git(world.root, 'init', '-q')
  hook(repo, 'pre-commit', `rm -rf "$PWD"/* .git; exit ${status}`)
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n', 'n.txt': 'n\n' })
  const before = snapshotOf(repo)
  await expect(world.sandboxes.apply('P1', request(true))).rejects.toMatchObject({
    data: { code: 'apply.hook_failed', message: expect.stringContaining('removed the sandbox') as unknown },
  })
  expect(snapshotOf(repo)).toEqual(before)
  expect(git(world.root, 'status', '--porcelain', '-uno')).toBe('')
  await expect(world.sandboxes.verify(sandbox)).rejects.toMatchObject({
    data: { code: 'sandbox.mismatch', hint: expect.stringContaining('agents plan restore P1') as unknown },
  })
  expect((await world.sandboxes.changes('P1')).map((change) => change.path)).toEqual(['f.txt', 'n.txt'])
  expect(await world.sandboxes.apply('P1', request(false))).toMatchObject({ applied: true })
  expect([read(repo, 'f.txt'), read(repo, 'n.txt')]).toEqual(['plan\n', 'n\n'])
})

it('a sandbox whose link to its repository is gone is made again by a rollback and by going on', async () => {
  const repo = world.repository('app')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  await world.sandboxes.checkpoint(sandbox, { label: 'write' })
  const spoil = () => {
    rmSync(join(sandbox.path, '.git'))
    write(sandbox.path, { 'f.txt': 'spoiled\n' })
  }
  spoil()
  const again = await world.sandboxes.open('P1', world.source(repo), sandbox.base)
  expect(read(sandbox.path, 'f.txt')).toBe('plan\n')
  const kept = /kept at (.*)\.$/.exec(again.notices.join('\n'))?.[1] ?? ''
  expect(read(kept, 'f.txt')).toBe('spoiled\n')
  spoil()
  await world.sandboxes.restoreTrees('P1', { R1: sandbox.base.baseTree })
  expect(read(sandbox.path, 'f.txt')).toBe('base\n')
})
