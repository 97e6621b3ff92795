import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRepository, executeTools, git, put, resourceOf, strategizeTools, type TestRepository } from './testing'

const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`many/f${at}.txt`, `needle ${at}\n`]))
let repository: TestRepository

beforeAll(() => {
  repository = createRepository(
    {
      'src/a.ts': 'one\ntwo\nthree\n',
      'src/über raum.ts': 'const x = foo(1)\n',
      'bin.dat': Buffer.from([1, 0, 2, 3]),
      'bom.txt': '\uFEFFmarked\r\n',
      'empty.txt': '',
      'long.txt': Array.from({ length: 9000 }, (_, at) => `line ${at + 1}`).join('\n'),
      'sub/inner/x.py': 'print(1)\n',
      '.gitignore': 'ignored/\n',
      'ignored/secret.txt': 'needle hidden\n',
      ...many,
    },
    (repo) => symlinkSync('src/a.ts', join(repo, 'link.ts')),
  )
  put(repository.repo, { 'src/a.ts': 'changed in the checkout\n', 'untracked.txt': 'needle in the checkout\n' })
  put(repository.sandbox, { 'src/new.ts': 'needle new\n', 'ignored/n.txt': 'needle ignored\n' })
  rmSync(join(repository.sandbox, 'bom.txt'))
})

const tools = {
  strategize: () => strategizeTools([resourceOf(repository)]),
  execute: () => executeTools([resourceOf(repository)]),
}

describe.each(['strategize', 'execute'] as const)('reading in %s', (phase) => {
  const use = (name: string, args: unknown) => tools[phase]().use(name, args)

  it('gives text raw, whole or by lines, with a note of the range', async () => {
    expect(await use('read_file', { path: 'src/a.ts' })).toMatchObject({
      content: 'one\ntwo\nthree\n',
      isError: false,
      changed: [],
      title: 'Read src/a.ts',
    })
    expect((await use('read_file', { path: 'src/a.ts', start_line: '2', end_line: 2 })).content).toBe(
      'two\n[lines 2-2 of 3]',
    )
    expect((await use('read_file', { path: 'src/a.ts', start_line: 9 })).content).toContain('3 lines')
    expect((await use('read_file', { path: 'src/über raum.ts' })).content).toContain('foo(1)')
    expect((await use('read_file', { path: 'empty.txt' })).content).toBe('[the file is empty]')
  })

  it('gives as much of a long file as fits, and says how to go on', async () => {
    const { content } = await use('read_file', { path: 'long.txt' })
    expect(content.length).toBeLessThan(34_000)
    const [, next] = /of 9000; go on with start_line (\d+)\]$/.exec(content) ?? []
    expect((await use('read_file', { path: 'long.txt', start_line: Number(next) })).content).toMatch(
      new RegExp(`^line ${next}\n`),
    )
  })

  it('says what is no text or not there', async () => {
    expect((await use('read_file', { path: 'bin.dat' })).content).toBe('[binary file, 4 B]')
    expect(await use('read_file', { path: 'none.ts' })).toMatchObject({
      isError: true,
      content: 'Error: `none.ts` does not exist',
    })
    expect((await use('read_file', { path: 'src' })).content).toContain('is a folder')
    expect((await use('read_file', {})).content).toBe('Error: `path` is missing')
    expect((await use('read_file', { path: 'src/a.ts', start_line: 'x' })).content).toContain(
      '`start_line` must be a whole number',
    )
    expect((await use('read_file', 'src')).content).toContain('must be an object')
    expect((await use('rm_rf', {})).content).toContain('no tool `rm_rf`')
  })

  it('lists folders whole where they are small, else by level with counts', async () => {
    const top = (await use('list_files', {})).content.split('\n')
    expect(top).toContain('many/ (250 files)')
    expect(top).toContain('link.ts')
    expect(top.join()).not.toContain('ignored/')
    expect((await use('list_files', { path: 'sub' })).content).toBe('sub/inner/x.py')
    expect((await use('list_files', { path: 'no' })).isError).toBe(true)
  })

  it('searches by expression or as plain text, and counts what it does not show', async () => {
    expect((await use('search_files', { query: 'foo\\(\\d\\)' })).content).toBe('src/über raum.ts:1: const x = foo(1)')
    expect((await use('search_files', { query: 'foo(' })).content).toContain('not a valid regular expression')
    const all = (await use('search_files', { query: 'needle \\d+', path: 'many' })).content
    expect(all).toContain('of 250 matching lines, in 250 files')
    expect((await use('search_files', { query: 'hidden' })).content).toContain('nothing found')
    expect((await use('search_files', { query: 'needle in the' })).content).toContain('nothing found')
    expect((await use('search_files', { query: 'x', path: 'no' })).isError).toBe(true)
    expect((await use('search_files', { query: '-n' })).isError).toBe(false)
  })

  it('shows history', async () => {
    expect((await use('git_log', {})).content).toMatch(/^[0-9a-f]{7,} \d{4}-\d\d-\d\d Ada: first$/)
    expect((await use('git_log', { path: 'nothing/here' })).content).toBe('[no commits]')
  })
})

describe('the version that is read', () => {
  it('is the base commit in Strategize, whatever the checkout holds', async () => {
    const { use } = tools.strategize()
    expect((await use('read_file', { path: 'bom.txt' })).content).toBe('marked\r\n')
    expect((await use('list_files', { path: 'src' })).content).not.toContain('new.ts')
    expect((await use('read_file', { path: 'link.ts' })).content).toBe('src/a.ts')
  })

  it('is the sandbox in Execute, new files included and deleted ones not', async () => {
    const { use } = tools.execute()
    expect((await use('list_files', { path: 'src' })).content).toContain('src/new.ts')
    expect((await use('search_files', { query: 'needle new' })).content).toBe('src/new.ts:1: needle new')
    expect((await use('list_files', {})).content).not.toContain('bom.txt')
    expect((await use('read_file', { path: 'link.ts' })).content).toBe('one\ntwo\nthree\n')
  })
})

describe('several resources', () => {
  it('are addressed by name, and a folder inside a repository is the whole world', async () => {
    const inner = resourceOf(repository, {
      resourceId: 'R2',
      name: 'local/inner',
      subdir: 'sub/inner',
      root: join(repository.sandbox, 'sub/inner'),
    })
    for (const use of [
      executeTools([resourceOf(repository), inner]).use,
      strategizeTools([resourceOf(repository), inner]).use,
    ]) {
      expect((await use('list_files', {})).content).toBe('local/api/\nlocal/inner/')
      expect((await use('list_files', { path: 'local/inner' })).content).toBe('local/inner/x.py')
      expect((await use('read_file', { path: 'inner/x.py' })).content).toBe('print(1)\n')
      expect((await use('search_files', { query: 'print' })).content.split('\n')).toContain(
        'local/inner/x.py:1: print(1)',
      )
      expect((await use('search_files', { query: 'print', path: 'local/inner/x.py' })).content).toBe(
        'local/inner/x.py:1: print(1)',
      )
      expect((await use('read_file', { path: 'x.py' })).content).toContain('does not say which resource')
      expect((await use('git_log', {})).content).toContain('local/inner:\n')
    }
  })

  it('let a read-only one be read by its name, unless the writable one has such a folder', async () => {
    const readable = resourceOf(repository, { resourceId: 'R2', name: 'local/lib', writable: false, root: null })
    const shadowed = { ...readable, resourceId: 'R3', name: 'local/src' }
    const { use } = executeTools([resourceOf(repository), readable, shadowed])
    expect((await use('read_file', { path: 'lib/bom.txt' })).content).toBe('marked\r\n')
    expect((await use('read_file', { path: 'src/new.ts' })).content).toBe('needle new\n')
    expect((await use('read_file', { path: 'local/src/src/a.ts' })).content).toContain('one')
    expect((await use('write_file', { path: 'lib/x', content: '' })).content).toContain('read-only')
    expect((await use('list_files', {})).content).toContain('local/lib/ (another resource)')
  })
})

describe('a sandbox that is a plain copy', () => {
  it('is listed, searched and compared with its base without a repository of its own', async () => {
    const { folder, repo, commit } = createRepository({ 'a.txt': 'alpha\n', '.gitignore': 'out\n' })
    const root = join(folder, 'copy')
    put(root, { 'a.txt': 'alpha\nbeta\n', 'out/x': 'beta\n', 'new.txt': 'new\n', '.gitignore': 'out\n' })
    const { use } = executeTools([resourceOf({ folder, repo, sandbox: root, commit })])
    expect((await use('list_files', {})).content).toBe('.gitignore\na.txt\nnew.txt')
    expect((await use('search_files', { query: 'beta' })).content).toBe('a.txt:2: beta')
    const diff = (await use('git_diff', {})).content
    expect(diff).toContain('+beta')
    expect(diff).toContain('+new')
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })
})
