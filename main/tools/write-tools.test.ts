import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChangeLedger } from './change-ledger'
import { defaultToolLimits } from './domain/limits'
import { createRepository, executeTools, git, resourceOf, strategizeTools, type TestRepository } from './testing'

let repository: TestRepository
const bytes = (path: string) => readFileSync(join(repository.sandbox, path), 'utf8')

beforeEach(() => {
  repository = createRepository({
    'a.txt': 'one\ntwo\nthree',
    'crlf.txt': '\uFEFFone\r\ntwo\r\n',
    'run.sh': '#!/bin/sh\n',
    'deep/er/x.txt': 'x\n',
    'latin.txt': Buffer.from([0x63, 0xe9, 0x0a, 0x64, 0x0a]),
    'bin.dat': Buffer.from([0, 1]),
  })
})

const tools = () => executeTools([resourceOf(repository)])

describe('write_file', () => {
  it('creates with folders, overwrites keeping the mode, and leaves no draft', async () => {
    const { use, toolbox } = tools()
    expect(toolbox.targets('write_file', { path: 'n/e/w.txt' })).toEqual([{ resourceId: 'R1', paths: ['n/e/w.txt'] }])
    const made = await use('write_file', { path: 'n/e/w.txt', content: 'hi\n' })
    expect(made).toMatchObject({
      isError: false,
      title: 'Created n/e/w.txt',
      changed: [{ resourceId: 'R1', paths: ['n/e/w.txt'] }],
    })
    chmodSync(join(repository.sandbox, 'run.sh'), 0o700)
    await use('write_file', { path: 'run.sh', content: '#!/bin/bash\n' })
    expect(statSync(join(repository.sandbox, 'run.sh')).mode & 0o777).toBe(0o700)
    expect(readdirSync(repository.sandbox).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('keeps the line ends and the mark of a file that it writes anew', async () => {
    await tools().use('write_file', { path: 'crlf.txt', content: 'uno\ndos\n' })
    expect(bytes('crlf.txt')).toBe('\uFEFFuno\r\ndos\r\n')
  })

  it('takes absolute paths in the sandbox and none in the source checkout', async () => {
    const { use } = tools()
    expect((await use('write_file', { path: join(repository.sandbox, 'abs.txt'), content: 'x' })).isError).toBe(false)
    const outside = await use('write_file', { path: join(repository.repo, 'a.txt'), content: 'x' })
    expect(outside).toMatchObject({ isError: true, changed: [] })
    expect(outside.content).toContain("outside the plan's sandbox")
    expect(readFileSync(join(repository.repo, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree')
  })
})

describe('edit_file', () => {
  it('changes what was named and nothing else', async () => {
    const { use } = tools()
    expect((await use('edit_file', { path: 'a.txt', old: 'two', new: 'zwei' })).content).toBe('Edited a.txt at line 2')
    expect(bytes('a.txt')).toBe('one\nzwei\nthree')
    await use('edit_file', { path: 'crlf.txt', old: 'one\ntwo', new: 'one\n1.5\ntwo' })
    expect(bytes('crlf.txt')).toBe('\uFEFFone\r\n1.5\r\ntwo\r\n')
    await use('edit_file', { path: 'latin.txt', old: 'd', new: 'é' })
    expect(readFileSync(join(repository.sandbox, 'latin.txt'))).toEqual(Buffer.from([0x63, 0xe9, 0x0a, 0xe9, 0x0a]))
    expect(git(repository.sandbox, 'diff', '--numstat', '--', 'crlf.txt')).toBe('1\t0\tcrlf.txt\n')
  })

  it('says what is wrong with a request, and then has changed nothing', async () => {
    const { use } = tools()
    expect((await use('edit_file', { path: 'a.txt', old: ' two ', new: 'x' })).content).toContain(
      'white space from the text at line 2',
    )
    expect((await use('edit_file', { path: 'bin.dat', old: 'a', new: 'b' })).content).toContain('binary')
    expect((await use('edit_file', { path: 'latin.txt', old: 'd', new: '€' })).content).toContain('not UTF-8')
    expect((await use('edit_file', { path: 'none', old: 'd', new: 'e' })).content).toContain('does not exist')
    expect((await use('edit_file', { path: 'a.txt', old: 3, new: 'e' })).content).toBe('Error: `old` must be a text')
    expect(git(repository.sandbox, 'status', '--porcelain')).toBe('')
  })
})

describe('delete_file and move_file', () => {
  it('remove the folders that they leave empty', async () => {
    const { use } = tools()
    await use('delete_file', { path: 'deep/er/x.txt' })
    expect(existsSync(join(repository.sandbox, 'deep'))).toBe(false)
    const moved = await use('move_file', { from: 'a.txt', to: 'b/c/a.txt' })
    expect(moved.changed).toEqual([{ resourceId: 'R1', paths: ['a.txt', 'b/c/a.txt'] }])
    expect(bytes('b/c/a.txt')).toContain('one')
    await use('move_file', { from: 'b', to: 'z' })
    expect(bytes('z/c/a.txt')).toContain('one')
  })

  it('refuse folders to delete, targets that exist, and what is not there', async () => {
    const { use } = tools()
    expect((await use('delete_file', { path: 'deep' })).content).toContain('is a folder')
    expect((await use('move_file', { from: 'a.txt', to: 'run.sh' })).content).toContain('exists already')
    expect((await use('move_file', { from: 'no', to: 'x' })).content).toContain('does not exist')
    expect((await use('move_file', { from: 'deep', to: 'deep/in/self' })).isError).toBe(true)
    expect((await use('delete_file', { path: '.' })).content).toContain('the resource itself')
  })
})

describe('write_files', () => {
  it('writes many at once, offered to no model', async () => {
    const { use, toolbox } = tools()
    const files = [
      { resource: 'R1', path: 'a.txt', content: 'A' },
      { resource: 'local/api', path: 'n.txt', content: 'N' },
    ]
    expect(toolbox.targets('write_files', { files })).toEqual([{ resourceId: 'R1', paths: ['a.txt', 'n.txt'] }])
    expect(await use('write_files', { files })).toMatchObject({
      title: 'Wrote 2 files',
      changed: [{ resourceId: 'R1', paths: ['a.txt', 'n.txt'] }],
    })
    expect([bytes('a.txt'), bytes('n.txt')]).toEqual(['A', 'N'])
    expect(toolbox.specs.map((spec) => spec.name)).not.toContain('write_files')
    expect((await use('write_files', { files: [{ resource: 'R9', path: 'a', content: '' }] })).isError).toBe(true)
    expect((await use('write_files', { files: [{ resource: 'R1', path: '../a', content: '' }] })).isError).toBe(true)
  })
})

describe('limits', () => {
  it('hold for a file and for the whole plan, and leave everything as it was', async () => {
    const limits = { ...defaultToolLimits, fileBytes: 100, planBytes: 150, planChanges: 3 }
    const ledger = createChangeLedger([{ resourceId: 'R1', path: 'before', bytes: 20 }])
    const { use } = executeTools([resourceOf(repository)], { limits, ledger })
    const write = (path: string, size: number) => use('write_file', { path, content: 'x'.repeat(size) })
    expect((await write('big', 101)).content).toContain('limit of 100 B a file')
    expect((await write('1', 90)).isError).toBe(false)
    expect((await write('1', 80)).isError).toBe(false)
    expect((await write('2', 60)).content).toContain('limit of 150 B')
    expect((await write('2', 10)).isError).toBe(false)
    expect((await write('3', 10)).content).toContain('limit of 3')
    expect((await use('delete_file', { path: 'a.txt' })).content).toContain('limit of 3')
    expect([
      existsSync(join(repository.sandbox, 'big')),
      existsSync(join(repository.sandbox, '3')),
      existsSync(join(repository.sandbox, 'a.txt')),
    ]).toEqual([false, false, true])
    expect((await use('read_file', { path: 'a.txt' })).isError).toBe(false)
  })
})

describe('rights', () => {
  it('forbid every write in Strategize and to read-only plans', async () => {
    const strategize = strategizeTools([resourceOf(repository)])
    const readOnly = executeTools([resourceOf(repository)], {}, true)
    const names = (tools: typeof strategize) => tools.toolbox.specs.map((spec) => spec.name)
    expect(names(strategize)).toEqual(['read_file', 'list_files', 'search_files', 'git_log'])
    expect(names(readOnly)).toEqual(['read_file', 'list_files', 'search_files', 'git_log', 'git_diff'])
    for (const name of ['write_file', 'edit_file', 'delete_file', 'move_file', 'run_command', 'write_files']) {
      expect(strategize.toolbox.writes(name)).toBe(true)
      expect((await strategize.use(name, {})).content).toContain('Strategize only reads')
      expect((await readOnly.use(name, {})).content).toContain('read-only')
      expect(readOnly.toolbox.targets(name, { path: 'a.txt' })).toEqual([])
    }
  })

  it('describe all tools in few bytes', () => {
    const { specs } = tools().toolbox
    expect(specs).toHaveLength(10)
    expect(JSON.stringify(specs).length).toBeLessThan(1900)
    expect(specs.find((spec) => spec.name === 'read_file')?.inputSchema).toEqual({
      type: 'object',
      properties: { path: { type: 'string' }, start_line: { type: 'integer' }, end_line: { type: 'integer' } },
      required: ['path'],
    })
  })
})
