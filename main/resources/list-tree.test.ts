import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '@shared/model/refusal'
import { refusal } from '../platform/testing'
import { git, newFolder, newRepository, resourceWorld, writeFiles } from './testing'

const resource = 'local/repo'

async function repositoryWithLinks() {
  const outside = newFolder()
  writeFiles(outside, { 'secret.txt': 'SECRET', 'sub/secret.txt': 'SECRET' })
  const folder = newRepository(newFolder(), { 'a.txt': 'a', 'src/b.txt': 'b', '.gitignore': 'ignored\n', ignored: 'i' })
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'note.md'))
  symlinkSync(outside, join(folder, 'out'))
  symlinkSync('..', join(folder, 'src/up'))
  symlinkSync('../..', join(folder, 'src/far'))
  symlinkSync('.git', join(folder, 'hidden'))
  symlinkSync('a.txt', join(folder, 'inner.txt'))
  symlinkSync('loop', join(folder, 'loop'))
  const world = resourceWorld()
  await world.add(folder)
  const list = (path = '', recursive = false) => world.handlers.tree({ resource, path, recursive }, {})
  const read = (path: string) => world.handlers.file({ resource, path }, {})
  return { ...world, folder, outside, list, read }
}

describe('listing a folder of a resource', () => {
  it('shows folders first, links as links, and nothing of git', async () => {
    const { list } = await repositoryWithLinks()
    const { entries, truncated } = await list()
    expect(truncated).toBe(false)
    expect(entries.map((entry) => `${entry.kind} ${entry.path}`)).toEqual([
      'directory src',
      'file .gitignore',
      'file a.txt',
      'link hidden',
      'file ignored',
      'link inner.txt',
      'link loop',
      'link note.md',
      'link out',
    ])
    expect((await list('src')).entries.map((entry) => entry.path)).toEqual(['src/b.txt', 'src/far', 'src/up'])
  })

  it('lists everything below without what git ignores', async () => {
    const { list } = await repositoryWithLinks()
    const paths = (await list('', true)).entries.map((entry) => entry.path)
    expect(paths).toContain('src/b.txt')
    expect(paths).not.toContain('ignored')
    expect((await list('src', true)).entries.map((entry) => entry.path)).toEqual(['src/b.txt', 'src/far', 'src/up'])
  })

  it('names a submodule and a nested repository as such', async () => {
    const folder = newRepository(newFolder())
    git(folder, 'submodule', 'add', '-q', newRepository(newFolder()), 'lib')
    newRepository(join(folder, 'nested'))
    const { add, handlers } = resourceWorld()
    await add(folder)
    for (const recursive of [false, true]) {
      const { entries } = await handlers.tree({ resource, path: '', recursive }, {})
      const kinds = Object.fromEntries(entries.map((entry) => [entry.path, entry.kind]))
      expect(kinds).toMatchObject({ lib: 'submodule', nested: 'submodule', 'f.txt': 'file' })
    }
  })

  it('walks a folder without entering links or installed packages', async () => {
    const folder = newFolder()
    writeFiles(folder, { 'x/y/z.txt': 'z', 'node_modules/m/i.js': '' })
    symlinkSync(newFolder(), join(folder, 'x/out'))
    const { add, handlers } = resourceWorld()
    await add(folder, 'repo', 'fs-directory')
    const { entries } = await handlers.tree({ resource, path: 'x', recursive: true }, {})
    expect(entries.map((entry) => `${entry.kind} ${entry.path}`)).toEqual([
      'link x/out',
      'directory x/y',
      'file x/y/z.txt',
    ])
  })

  it('says that a list is cut', async () => {
    const folder = newFolder()
    for (let at = 0; at < 5001; at++) writeFileSync(join(folder, `f${at}`), '')
    const { add, handlers } = resourceWorld()
    await add(folder, 'repo', 'fs-directory')
    for (const recursive of [false, true]) {
      const listed = await handlers.tree({ resource, path: '', recursive }, {})
      expect([listed.entries.length, listed.truncated]).toEqual([5000, true])
    }
  })
})

describe('reading a file of a resource', () => {
  it('reads text through links that stay inside', async () => {
    const { read } = await repositoryWithLinks()
    expect(await read('./src//b.txt')).toEqual({ path: 'src/b.txt', text: 'b', size: 1, truncated: false })
    expect((await read('inner.txt')).text).toBe('a')
    expect((await read('src/up/a.txt')).text).toBe('a')
  })

  it('has no text of a binary file and the beginning of a large one', async () => {
    const { read, folder } = await repositoryWithLinks()
    writeFileSync(join(folder, 'binary'), Buffer.from([1, 0, 2]))
    writeFileSync(join(folder, 'large'), 'ñ'.repeat(1024 * 1024).slice(0, 1024 * 1024 - 1) + 'x'.repeat(10))
    expect(await read('binary')).toMatchObject({ text: null, size: 3 })
    const large = await read('large')
    expect(large.truncated).toBe(true)
    expect(large.text).toBe('ñ'.repeat(512 * 1024))
  })

  it('refuses what is missing, a folder, and a pipe without waiting for it', async () => {
    const { read, list, folder } = await repositoryWithLinks()
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(await refusal(read('nowhere'))).toMatchObject({ kind: 'missing', code: 'resource.entry_missing' })
    expect(await refusal(read('src'))).toMatchObject({ code: 'resource.entry_kind' })
    expect(await refusal(read('pipe'))).toMatchObject({ code: 'resource.entry_kind' })
    expect(await refusal(list('a.txt'))).toMatchObject({ code: 'resource.entry_kind' })
  })

  it.each([
    'note.md',
    'out/secret.txt',
    'src/far/x',
    '../x',
    '/etc/passwd',
    'hidden/config',
    '.git/config',
    '.GIT/config',
    'loop',
    'C:/x',
  ])('refuses %s, which leads out or into git’s folder', async (path) => {
    const { read } = await repositoryWithLinks()
    const refused = await refusal(read(path))
    expect(['resource.path_outside', 'resource.entry_missing']).toContain(refused.code)
    if (!path.startsWith('src/far')) expect(refused.code).toBe('resource.path_outside')
  })

  it('never reads outside, whatever the path', async () => {
    const { read, list, outside } = await repositoryWithLinks()
    mkdirSync(join(outside, '.git'))
    const name = outside.split('/').at(-1) ?? ''
    const segment = fc.constantFrom(
      '..',
      '.',
      '',
      'src',
      'up',
      'far',
      'out',
      'sub',
      'secret.txt',
      'note.md',
      'a.txt',
      'hidden',
      '.git',
      'config',
      name,
    )
    const paths = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
    const orRefused = async <T>(call: Promise<T>) =>
      call.catch((error: unknown) => {
        if (error instanceof Refusal) return undefined
        throw error
      })
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        if (path !== '') expect((await orRefused(read(path)))?.text ?? '').not.toMatch(/SECRET|repositoryformatversion/)
        const names = (await orRefused(list(path)))?.entries.map((entry) => entry.name) ?? []
        expect(names).not.toContain('secret.txt')
        expect(names).not.toContain('HEAD')
      }),
      { numRuns: 400 },
    )
  })
})

describe('listing folders to pick from', () => {
  it('names readable folders and checkouts, leaving hidden ones out', async () => {
    const home = newFolder()
    writeFiles(home, { file: 'x', '.hidden/x': 'x', 'plain/x': 'x' })
    newRepository(join(home, 'checkout'))
    const { handlers } = resourceWorld({ homeFolder: home })
    const listed = await handlers.folders({}, {})
    expect(listed).toEqual({
      path: home,
      parent: join(home, '..'),
      folders: [
        { name: 'checkout', path: join(home, 'checkout'), is_checkout: true },
        { name: 'plain', path: join(home, 'plain'), is_checkout: false },
      ],
    })
    expect((await handlers.folders({ path: '/' }, {})).parent).toBeNull()
    expect(await refusal(handlers.folders({ path: join(home, 'none') }, {}))).toMatchObject({
      code: 'resource.path_missing',
    })
  })
})
