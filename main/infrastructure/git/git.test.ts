import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGit, GitError, type Git } from './git'
import { overridesOf } from './hardening'
import { createObjectReader } from './object-reader'
import { createTreeEditor } from './tree-editor'
import { runGit } from './testing'

let root: string
let repo: string
let git: Git
const raw = (...args: string[]) =>
  runGit(['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
    cwd: repo,
    env: { PATH: process.env['PATH'], HOME: root },
  }).trim()

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'git-')))
  repo = join(root, 'r')
  mkdirSync(repo)
  raw('init', '-q', '-b', 'main')
  writeFileSync(join(repo, 'f.txt'), 'base\n')
  raw('add', '.')
  raw('commit', '-qm', 'init')
  git = createGit({
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      OPENAI_API_KEY: 'secret',
      GIT_DIR: '/nowhere',
    },
  })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('run', () => {
  it('answers with a declared exit code and throws a typed error for any other', async () => {
    expect((await git.run(repo, ['rev-parse', '--verify', '-q', 'nope'], { expect: [0, 1] })).code).toBe(1)
    const error = await git.run(repo, ['rev-parse', '--verify', 'nope']).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(GitError)
    expect(error).toMatchObject({ code: 128, args: ['rev-parse', '--verify', 'nope'], timedOut: false })
  })

  it('ends the process group when the time is over, and when it is aborted', async () => {
    const pids = join(root, 'pid')
    const alias = ['-c', `alias.slow=!echo $$ > ${pids}; sleep 300`, 'slow']
    await expect(git.run(repo, alias, { timeoutMs: 300 })).rejects.toMatchObject({ timedOut: true })
    await expect.poll(() => existsSync(`/proc/${readFileSync(pids, 'utf8').trim()}`)).toBe(false)
    await expect(git.run(repo, alias, { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({ aborted: true })
  })

  it('gives children neither secrets nor variables that point git elsewhere', async () => {
    const { stdout } = await git.run(repo, ['-c', 'alias.env=!env', 'env'])
    expect(stdout.toString()).not.toContain('secret')
    expect(stdout.toString()).not.toContain('/nowhere')
    expect(stdout.toString()).toContain('LC_ALL=C')
  })

  it('takes input and answers bytes', async () => {
    const bytes = Buffer.from([0, 255, 10, 13])
    const oid = (await git.run(repo, ['hash-object', '-w', '--stdin'], { input: bytes })).stdout.toString().trim()
    expect((await git.run(repo, ['cat-file', 'blob', oid])).stdout.equals(bytes)).toBe(true)
  })
})

describe('a hostile repository', () => {
  it('starts nothing that its configuration, attributes or hooks name', async () => {
    const ran = join(root, 'ran')
    const script = join(root, 'evil')
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${ran}\ncat\n`)
    chmodSync(script, 0o755)
    writeFileSync(join(repo, '.gitattributes'), '* filter=evil diff=evil merge=evil\n')
    for (const hook of ['post-checkout', 'pre-commit', 'reference-transaction', 'post-index-change']) {
      writeFileSync(join(repo, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> ${ran}\n`)
      chmodSync(join(repo, '.git/hooks', hook), 0o755)
    }
    const keys = [
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'filter.evil.clean',
      'filter.evil.smudge',
      'diff.evil.textconv',
      'diff.evil.command',
      'diff.external',
      'merge.evil.driver',
      'gpg.program',
    ]
    for (const key of keys) raw('config', key, script)
    raw('config', 'filter.evil.required', 'true')
    writeFileSync(join(repo, 'f.txt'), 'changed\n')
    rmSync(ran, { force: true })
    await git.run(repo, ['status', '--porcelain'], { read: true })
    await git.run(repo, ['add', '-A'])
    const tree = (await git.run(repo, ['write-tree'])).stdout.toString().trim()
    await git.run(repo, ['diff-tree', '-p', '--no-ext-diff', '--no-textconv', 'HEAD', tree])
    await git.run(repo, ['worktree', 'add', '-q', '-b', 'x', join(root, 'w'), 'HEAD'])
    await git.run(repo, ['read-tree', '-m', '-u', 'HEAD', 'HEAD'])
    writeFileSync(join(repo, 'f.txt'), 'changed again\n')
    const edited = await createTreeEditor(git).replace(repo, tree, 'f.txt')
    expect(raw('show', '--no-textconv', `${edited}:f.txt`)).toContain('changed again')
    expect(existsSync(ran)).toBe(false)
    expect((await git.run(repo, ['show', `${tree}:f.txt`, '--no-ext-diff', '--no-textconv'])).stdout.toString()).toBe(
      'changed\n',
    )
    await git.run(repo, ['add', '--renormalize', '.'], { trusted: true })
    expect(readFileSync(ran, 'utf8')).toContain('evil')
  })

  it('sees a setting that was added while it was open', async () => {
    await git.run(repo, ['status'])
    const ran = join(root, 'ran')
    writeFileSync(join(repo, '.gitattributes'), '* filter=late\n')
    raw('config', 'filter.late.clean', `touch ${ran}; cat`)
    await git.run(repo, ['add', '-A'])
    expect(existsSync(ran)).toBe(false)
  })

  it("keeps the user's own filters", () => {
    const entries = [
      { scope: 'global', origin: '', key: 'filter.lfs.clean', value: 'git-lfs clean' },
      { scope: 'local', origin: '', key: 'filter.lfs.clean', value: 'evil' },
      { scope: 'local', origin: '', key: 'filter.x.required', value: 'true' },
    ]
    expect(overridesOf(entries, { trusted: false, withoutLfs: false })).toEqual([
      ['filter.lfs.clean', 'git-lfs clean'],
      ['filter.x.required', 'false'],
    ])
    expect(overridesOf(entries, { trusted: true, withoutLfs: false })).toEqual([])
    expect(overridesOf(entries, { trusted: true, withoutLfs: true })).toContainEqual(['filter.lfs.process', ''])
  })
})

describe('the object reader', () => {
  it('reads many objects over one process, and tells what is missing', async () => {
    writeFileSync(join(repo, 'line\nbreak'), 'odd\n')
    writeFileSync(join(repo, 'big.bin'), Buffer.alloc(300_000, 7))
    raw('add', '.')
    raw('commit', '-qm', 'more')
    const reader = createObjectReader(git, repo)
    const [file, none, big, odd, folder] = await Promise.all(
      ['HEAD:f.txt', 'HEAD:none', 'HEAD:big.bin', 'HEAD:line\nbreak', 'HEAD^{tree}'].map((spec) => reader.read(spec)),
    )
    expect(file?.bytes.toString()).toBe('base\n')
    expect(none).toBeNull()
    expect(big?.bytes.length).toBe(300_000)
    expect(odd?.bytes.toString()).toBe('odd\n')
    expect(folder?.type).toBe('tree')
    reader.dispose()
    await expect(reader.read('HEAD')).rejects.toThrow('closed')
  })
})
