import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createRepository, executeTools, git, resourceOf, type TestRepository } from './testing'

let repository: TestRepository
let outside: string
const tools = () => executeTools([resourceOf(repository)])

beforeAll(() => {
  repository = createRepository({ 'src/a.txt': 'a\n', 'inside.txt': 'in\n' }, (repo) => {
    outside = join(repo, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'file.txt'), 'precious')
    symlinkSync(join(outside, 'file.txt'), join(repo, 'note.md'))
    symlinkSync(outside, join(repo, 'out'))
    symlinkSync('../../outside', join(repo, 'src', 'up'))
    symlinkSync('/nowhere/at/all', join(repo, 'dangling'))
    symlinkSync(join(outside, 'made-by-link.txt'), join(repo, 'creates'))
    symlinkSync('.git', join(repo, 'dotgit'))
    symlinkSync('src', join(repo, 'alias'))
    symlinkSync('loop', join(repo, 'loop'))
  })
})

const content = (result: { content: string }) => result.content
const precious = () => readFileSync(join(outside, 'file.txt'), 'utf8')

it.each([
  'note.md',
  'out/file.txt',
  'out/new.txt',
  'src/up/file.txt',
  'dangling',
  'creates',
  'dangling/x',
  'loop',
  'out/deep/new.txt',
])('nothing is read or written through %s', async (path) => {
  const { use } = tools()
  for (const [name, args] of [
    ['write_file', { path, content: 'stolen' }],
    ['edit_file', { path, old: 'precious', new: 'stolen' }],
    ['read_file', { path }],
    ['move_file', { from: 'inside.txt', to: `${path}/x` }],
    ['write_files', { files: [{ resource: 'R1', path, content: 'stolen' }] }],
  ] as const) {
    const result = await use(name, args)
    expect(result.isError, `${name}: ${result.content}`).toBe(true)
    expect(result.content).not.toContain('precious')
  }
  expect(precious()).toBe('precious')
  expect(
    existsSync(join(outside, 'new.txt')) ||
      existsSync(join(outside, 'made-by-link.txt')) ||
      existsSync(join(outside, 'deep')),
  ).toBe(false)
  expect(git(repository.sandbox, 'status', '--porcelain')).toBe('')
})

it.each([
  '.git',
  '.git/config',
  '.GIT/config',
  'src/../.git/hooks/x',
  'dotgit/config',
  'dotgit',
  'inner/.git/config',
  '.git /x',
  'git~1/x',
  '.g\u200cit/x',
])('git is closed at %j', async (path) => {
  const { use } = tools()
  const before = readFileSync(join(repository.repo, '.git', 'config'), 'utf8')
  expect((await use('write_file', { path, content: '[core]\nfsmonitor=touch pwned\n' })).isError).toBe(true)
  expect((await use('read_file', { path })).isError).toBe(true)
  expect((await use('move_file', { from: 'inside.txt', to: path })).isError).toBe(true)
  expect(readFileSync(join(repository.repo, '.git', 'config'), 'utf8')).toBe(before)
  expect(lstatSync(join(repository.sandbox, '.git')).isFile()).toBe(true)
})

it('a link that leads out can itself be deleted, and what it leads to stays', async () => {
  const { use } = tools()
  expect((await use('delete_file', { path: 'note.md' })).isError).toBe(false)
  expect((await use('delete_file', { path: 'out' })).isError).toBe(false)
  expect(content(await use('delete_file', { path: 'src/up/file.txt' }))).toContain('leads out')
  expect(precious()).toBe('precious')
})

it('a link that stays inside is followed, and the file that changed is named', async () => {
  const { use } = tools()
  expect((await use('write_file', { path: 'alias/a.txt', content: 'b\n' })).changed).toEqual([
    { resourceId: 'R1', paths: ['src/a.txt'] },
  ])
  expect(lstatSync(join(repository.sandbox, 'alias')).isSymbolicLink()).toBe(true)
})

it('commands do not start outside the sandbox', async () => {
  const { use } = tools()
  for (const cwd of ['out', '/tmp', '../..', 'src/up']) {
    const result = await use('run_command', { command: 'touch here', cwd })
    expect(result.isError).toBe(true)
  }
  expect(existsSync(join(outside, 'here'))).toBe(false)
})

it('a pipe in the place of a file does not hold the reader', async () => {
  execFileSync('mkfifo', [join(repository.sandbox, 'pipe')])
  expect(content(await tools().use('read_file', { path: 'pipe' }))).toContain('not a regular file')
  expect(content(await tools().use('write_file', { path: 'pipe', content: '' }))).toContain('not a regular file')
})
