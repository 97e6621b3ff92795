import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorld, git, read, snapshotOf, write, type World } from './testing'

// Each case is dozens of runs of git, which a busy machine makes slow.
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

const request = { mode: 'merge' as const, message: 'Apply plan P1\n', trusted: () => false }
const lines = (...changed: readonly [number, string][]) =>
  Array.from({ length: 10 }, (_, at) => changed.find(([line]) => line === at + 1)?.[1] ?? `line ${at + 1}`).join('\n') +
  '\n'
const modeOf = (...path: string[]) => (lstatSync(join(...path)).mode & 0o7777).toString(8)

const files = { 'a.txt': lines(), 'gone.txt': 'g\n', 'old/name.txt': 'moved\n', 'keep.txt': 'k\n' }

describe('a sandbox of a folder', () => {
  it('holds the bytes of the folder whatever rules the folder has for git', async () => {
    const binary = Buffer.from([0, 13, 10, 255, 10, 13, 10])
    const folder = world.folder('docs', {
      '.gitattributes': '*.txt text eol=crlf\n*.bin filter=evil\n*.id ident\n',
      '.gitignore': 'ignored/\n*.log\n',
      'crlf.txt': 'a\r\nb\r\n',
      'lf.txt': 'a\nb\n',
      'x.id': '$Id$\n',
      'x.bin': binary,
      'ignored/deep.log': 'l\n',
      'grüße/日本 ".txt': 'u\n',
      ':(top)x': 'colon\n',
      'sub/.git/config': '[core]\n',
      'sub/.git/HEAD': 'ref: refs/heads/main\n',
      'sub/code.js': 'c\n',
      '.git/HEAD': 'broken',
      'node_modules/m/index.js': 'm\n',
      'sub/node_modules/m.js': 'm\n',
    })
    symlinkSync('../outside', join(folder, 'link'))
    const before = snapshotOf(folder)
    const sandbox = await world.open('P1', world.folderSource(folder))
    const { '.git': own, ...copy } = snapshotOf(sandbox.path)
    const covered = Object.entries(before).filter(([path]) => !/(^|\/)(\.git|node_modules)(\/|$)/.test(path))
    expect(own).toBeDefined()
    expect(copy).toEqual(Object.fromEntries(covered))
    expect(snapshotOf(folder)).toEqual(before)
    expect(sandbox.base.leftOut.map((one) => one.path).sort()).toEqual([
      '.git',
      'node_modules',
      'sub/.git',
      'sub/node_modules',
    ])
    expect(await world.sandboxes.changes('P1')).toEqual([])
  })

  it('starts from an empty folder', async () => {
    const folder = world.folder('empty', {})
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'new/file.txt': 'n\n' })
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: true })
    expect(read(folder, 'new/file.txt')).toBe('n\n')
  })

  it('leaves large files out and says so, and refuses a folder that is too large as a whole', async () => {
    world.dispose()
    world = createWorld({ limits: { fileBytes: 100, totalBytes: 1000 } })
    const folder = world.folder('docs', { 'big.iso': Buffer.alloc(101), 'a.txt': 'a\n' })
    const sandbox = await world.open('P1', world.folderSource(folder))
    expect(sandbox.base.leftOut).toEqual([{ path: 'big.iso', why: 'large', bytes: 101 }])
    expect((await world.sandboxes.uncovered(sandbox)).leftInSource).toEqual([expect.stringContaining('big.iso')])
    expect(existsSync(join(sandbox.path, 'big.iso'))).toBe(false)
    write(sandbox.path, { 'big.iso': 'plan\n' })
    const before = snapshotOf(folder)
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({
      applied: false,
      conflicts: [{ path: 'big.iso', resource: 'local/docs' }],
    })
    expect(snapshotOf(folder)).toEqual(before)
    write(folder, Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`many/${at}`, 'x'.repeat(99)])))
    const source = world.folderSource(folder)
    const refusal = { data: { code: 'sandbox.folder_too_large', details: { largest: [{ path: 'many' }, {}] } } }
    await expect(world.sandboxes.inspectFolder(source)).rejects.toMatchObject(refusal)
    await expect(world.open('P2', source)).rejects.toMatchObject(refusal)
  })

  it('refuses a folder that our own data lies in, and one that is gone', async () => {
    await expect(world.open('P1', world.folderSource(world.root))).rejects.toMatchObject({
      data: { code: 'sandbox.data_folder_inside' },
    })
    await expect(world.open('P1', world.folderSource(join(world.root, 'none')))).rejects.toMatchObject({
      data: { code: 'sandbox.folder_missing' },
    })
  })

  it('tells what others changed in the folder, and nothing where only a time did', async () => {
    const folder = world.folder('docs', files)
    const source = world.folderSource(folder)
    const { base } = await world.open('P1', source)
    expect(await world.sandboxes.compareSource(source, base.fingerprint)).toBeNull()
    utimesSync(join(folder, 'a.txt'), 1, 1)
    expect(await world.sandboxes.compareSource(source, base.fingerprint)).toBeNull()
    write(folder, { 'a.txt': 'other\n', 'node_modules/x': '1' })
    const drift = await world.sandboxes.compareSource(source, base.fingerprint)
    expect(drift).toMatchObject({ head: null, paths: ['a.txt'] })
    expect(await world.sandboxes.compareSource(source, drift!.now)).toBeNull()
  })

  it('takes checkpoints of ignored files too, by path and whole, without git folders and packages', async () => {
    const folder = world.folder('docs', { '.gitignore': 'dist/\n', 'a.txt': 'a\n' })
    const sandbox = await world.open('P1', world.folderSource(folder))
    await world.sandboxes.checkpoint(sandbox, { label: 'start' })
    write(sandbox.path, { 'dist/out.js': 'o\n', 'node_modules/m.js': 'm\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'paths', paths: ['dist/out.js', 'node_modules/m.js'] })
    rmSync(join(sandbox.path, 'a.txt'))
    git(sandbox.path, 'init', '-q', 'nested')
    write(sandbox.path, { 'nested/n.txt': 'n\n' })
    await world.sandboxes.checkpoint(sandbox, { label: 'whole' })
    const changes = await world.sandboxes.changes('P1')
    expect(changes.map((change) => `${change.status} ${change.path}`)).toEqual([
      'deleted a.txt',
      'added dist/out.js',
      'added nested/n.txt',
    ])
    expect(world.sandboxes.checkpoints('P1').map((one) => one.number)).toEqual([1, 2, 3])
  })

  it('comes back from the trash byte for byte, and leaves nothing else when it is discarded', async () => {
    const folder = world.folder('docs', files)
    const before = snapshotOf(folder)
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'a.txt': 'plan\n', 'node_modules/m.js': 'm\n' })
    const state = snapshotOf(sandbox.path)
    await world.sandboxes.discard('P1')
    expect(existsSync(join(world.data, 'sandboxes/P1'))).toBe(false)
    expect(git(sandbox.repoRoot, 'for-each-ref', '--format=%(refname)')).toBe('refs/cleveragents/trash/P1')
    expect(snapshotOf(folder)).toEqual(before)
    await world.restart().restore('P1')
    expect(snapshotOf(sandbox.path)).toEqual(state)
  })
})

describe('applying to a folder', () => {
  it.each(['merge', 'squash', 'working-tree'] as const)('writes, edits, deletes and moves: %s', async (mode) => {
    const folder = world.folder('docs', { ...files, '.git/HEAD': 'theirs', 'node_modules/m.js': 'm\n' })
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'a.txt': lines([1, 'plan']), 'deep/new.bin': Buffer.from([0, 255, 13, 10]), 'é.txt': 'é\n' })
    write(sandbox.path, { 'new/name.txt': 'moved\n', 'node_modules/m.js': 'plan\n' })
    rmSync(join(sandbox.path, 'gone.txt'))
    rmSync(join(sandbox.path, 'old'), { recursive: true })
    const preview = await world.sandboxes.previewApply('P1', mode)
    expect(preview.resources).toMatchObject([{ branch: null, checkedOut: true, conflicts: [] }])
    const before = snapshotOf(folder)
    const outcome = await world.sandboxes.apply('P1', { ...request, mode })
    expect(outcome).toMatchObject({ applied: true, receipts: [{ branch: null, commit: null, checkedOut: true }] })
    expect(outcome.applied && outcome.receipts[0]?.files.toSorted()).toEqual(preview.resources[0]?.files.toSorted())
    const after = snapshotOf(folder)
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (one) => before[one] !== after[one],
    )
    expect(changed.sort()).toEqual(
      ['a.txt', 'deep', 'deep/new.bin', 'gone.txt', 'new', 'new/name.txt', 'old', 'old/name.txt', 'é.txt'].sort(),
    )
    expect(after['new/name.txt']).toBe(before['old/name.txt'])
    expect(existsSync(join(world.data, 'sandboxes/P1'))).toBe(false)
    expect((await world.sandboxes.changes('P1')).length).toBe(5)
  })

  it('merges with what others changed meanwhile', async () => {
    const folder = world.folder('docs', files)
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'a.txt': lines([1, 'plan']) })
    write(folder, { 'a.txt': lines([9, 'user']), 'user.txt': 'u\n' })
    rmSync(join(folder, 'keep.txt'))
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: true })
    expect(read(folder, 'a.txt')).toBe(lines([1, 'plan'], [9, 'user']))
    expect(read(folder, 'user.txt')).toBe('u\n')
    expect(existsSync(join(folder, 'keep.txt'))).toBe(false)
  })

  it('lists conflicts and leaves the folder byte for byte', async () => {
    const folder = world.folder('docs', files)
    const sandbox = await world.open('P1', world.folderSource(folder))
    rmSync(join(sandbox.path, 'gone.txt'))
    write(sandbox.path, { 'a.txt': lines([1, 'plan']), 'new.txt': 'plan\n', 'keep.txt': 'plan\n', 'gone.txt/x': 'x\n' })
    write(folder, { 'a.txt': lines([1, 'user']), 'new.txt': 'user\n', 'free.txt': 'f\n' })
    rmSync(join(folder, 'keep.txt'))
    const before = snapshotOf(folder)
    const paths = { conflicts: [{ path: 'a.txt' }, { path: 'keep.txt' }, { path: 'new.txt' }] }
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: false, ...paths })
    expect((await world.sandboxes.previewApply('P1', 'merge')).resources).toMatchObject([paths])
    expect(snapshotOf(folder)).toEqual(before)
    write(folder, { 'a.txt': lines(), 'keep.txt': 'k\n' })
    rmSync(join(folder, 'new.txt'))
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: true })
    expect(read(folder, 'gone.txt/x')).toBe('x\n')
  })

  it('keeps modes and links', async () => {
    const folder = world.folder('docs', { 'secret.txt': 's\n', 'run.sh': 'r\n', 'plain.txt': 'p\n', 'to/f': 'f\n' })
    chmodSync(join(folder, 'secret.txt'), 0o600)
    chmodSync(join(folder, 'run.sh'), 0o750)
    chmodSync(join(folder, 'plain.txt'), 0o640)
    symlinkSync('to', join(folder, 'link'))
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'secret.txt': 'plan\n', 'run.sh': 'plan\n', 'plain.txt': 'plan\n' })
    chmodSync(join(sandbox.path, 'plain.txt'), 0o755)
    rmSync(join(sandbox.path, 'link'))
    symlinkSync('to/f', join(sandbox.path, 'link'))
    await world.sandboxes.apply('P1', request)
    expect(['secret.txt', 'run.sh', 'plain.txt'].map((one) => modeOf(folder, one))).toEqual(['600', '750', '750'])
    expect(readlinkSync(join(folder, 'link'))).toBe('to/f')
    expect(read(folder, 'secret.txt')).toBe('plan\n')
  })

  it('keeps the modes of what is moved, of its folders too', async () => {
    const folder = world.folder('docs', {
      'secret.txt': lines(),
      'bin/run.sh': 'r\n',
      'private/a b\n"ü".txt': 'p\n',
      'private/deep/d.txt': 'd\n',
      'private/stays.txt': 's\n',
      'only/one.txt': 'o\n',
    })
    const set = (mode: number, ...paths: string[]) => paths.forEach((path) => chmodSync(join(folder, path), mode))
    set(0o600, 'secret.txt', 'private/deep/d.txt')
    set(0o750, 'bin/run.sh', 'private/deep')
    set(0o700, 'private')
    set(0o711, 'only')
    for (const empty of ['private/empty', 'only/empty']) mkdirSync(join(folder, empty), { mode: 0o710 })
    const sandbox = await world.open('P1', world.folderSource(folder))
    const move = (from: string, to: string) => renameSync(join(sandbox.path, from), join(sandbox.path, to))
    mkdirSync(join(sandbox.path, 'kept'))
    move('secret.txt', 'kept/secret.txt')
    write(sandbox.path, { 'kept/secret.txt': lines([1, 'plan'], [2, 'plan'], [3, 'plan'], [4, 'plan']) })
    move('bin/run.sh', 'kept/-run.sh')
    mkdirSync(join(sandbox.path, 'moved'))
    move('private/a b\n"ü".txt', 'moved/:(top)\t*.txt')
    move('private/deep', 'moved/deep')
    rmSync(join(sandbox.path, 'only'), { recursive: true })
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: true })
    const { 'kept/-run.sh': run, ...after } = snapshotOf(folder)
    expect(run).toMatch(/^750 /)
    expect(after['kept/secret.txt']).toMatch(/^600 /)
    expect(after['moved/deep/d.txt']).toMatch(/^600 /)
    expect(read(folder, 'moved/:(top)\t*.txt')).toBe('p\n')
    expect(after).toMatchObject({
      moved: 'folder 700',
      'moved/deep': 'folder 750',
      private: 'folder 700',
      'private/empty': 'folder 710',
      only: 'folder 711',
      'only/empty': 'folder 710',
    })
    expect(Object.keys(after)).not.toContain('bin')
  })

  it('never writes through a link that was put in the way', async () => {
    const folder = world.folder('docs', files)
    const outside = world.folder('outside', { 'name.txt': 'outside\n' })
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'old/name.txt': 'plan\n', 'old/second.txt': 'plan\n' })
    rmSync(join(folder, 'old'), { recursive: true })
    symlinkSync(outside, join(folder, 'old'))
    const before = [snapshotOf(folder), snapshotOf(outside)]
    expect(await world.sandboxes.apply('P1', request)).toMatchObject({ applied: false })
    expect([snapshotOf(folder), snapshotOf(outside)]).toEqual(before)
  })

  it('refuses where the folder is gone or another stands in its place', async () => {
    const folder = world.folder('docs', files)
    const sandbox = await world.open('P1', world.folderSource(folder))
    write(sandbox.path, { 'a.txt': 'plan\n' })
    rmSync(folder, { recursive: true })
    await expect(world.sandboxes.apply('P1', request)).rejects.toMatchObject({ data: { code: 'apply.source_missing' } })
    const other = world.folder('other', files)
    symlinkSync(other, folder)
    const before = snapshotOf(other)
    await expect(world.sandboxes.apply('P1', request)).rejects.toMatchObject({
      data: { code: 'sandbox.folder_missing' },
    })
    expect(snapshotOf(other)).toEqual(before)
  })
})
