import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusal } from '../platform/testing'
import { git, newFolder, newRepository, resourceWorld, writeFiles } from './testing'

const isRoot = process.geteuid?.() === 0

describe('registering', () => {
  it('keeps the path as given and the resolved one, through a linked parent with spaces and ñ', async () => {
    const real = newFolder()
    newRepository(join(real, 'My Repo – ñ'))
    const link = join(newFolder(), 'lnk')
    symlinkSync(real, link)
    const { add, handlers } = resourceWorld()
    const added = await add(join(link, 'My Repo – ñ'))
    expect(added).toMatchObject({
      name: 'local/repo',
      path: join(link, 'My Repo – ñ'),
      canonical_path: join(real, 'My Repo – ñ'),
      branch: 'main',
      discovery: 'complete',
      trusted: false,
      capabilities: { readable: true, writable: true, sandboxable: true, sandbox_strategy: 'git_worktree' },
    })
    const again = handlers.add({ type: 'git-checkout', name: 'other', path: join(real, 'My Repo – ñ') }, {})
    const refused = await refusal(again)
    expect(refused).toMatchObject({ kind: 'conflict', code: 'resource.already_registered' })
    const path = join(real, 'My Repo – ñ')
    const misled = await refusal(handlers.add({ type: 'git-checkout', name: 'other', path, branch: 'mian' }, {}))
    expect(misled).toMatchObject({
      code: 'resource.already_registered',
      message: expect.stringMatching(/as local\/repo\. Besides: There is no branch "mian"/) as unknown,
    })
    expect(refused.message).toContain('local/repo')
    expect((await handlers.list({}, {})).resources).toHaveLength(1)
  })

  it('registers a repository without commits and warns', async () => {
    const folder = newFolder()
    git(folder, 'init', '-q', '-b', 'trunk')
    const { add } = resourceWorld()
    const added = await add(folder)
    expect(added).toMatchObject({ branch: 'trunk', warnings: ['no commits yet'], discovery: 'complete' })
    expect(git(folder, 'for-each-ref')).toBe('')
  })

  it('says that HEAD is detached, and that a rebase is in progress', async () => {
    const folder = newRepository(newFolder())
    git(folder, 'checkout', '-q', '--detach')
    mkdirSync(join(folder, '.git/rebase-merge'))
    const { add } = resourceWorld()
    const added = await add(folder)
    expect(added.branch).toBeNull()
    expect(added.warnings).toEqual([
      `detached at ${git(folder, 'rev-parse', 'HEAD').slice(0, 7)}`,
      'rebase in progress',
    ])
    expect(existsSync(join(folder, '.git/rebase-merge'))).toBe(true)
  })

  it('takes a part of a repository, a linked worktree and a submodule', async () => {
    const inner = newRepository(newFolder())
    const folder = newRepository(newFolder(), {
      'packages/auth/a.ts': 'a',
      'packages/auth/deep/b.ts': 'b',
      'c.ts': 'c',
    })
    git(folder, 'submodule', 'add', '-q', inner, 'lib')
    git(folder, 'commit', '-q', '-m', 'lib')
    const worktree = join(newFolder(), 'wt')
    git(folder, 'worktree', 'add', '-q', '-b', 'side', worktree)
    const { add } = resourceWorld()
    const part = await add(join(folder, 'packages/auth'), 'part')
    expect(part.child_counts).toMatchObject({ 'fs-file': 2, 'fs-directory': 2, 'git-tree-entry': 3, 'git-commit': 1 })
    expect(await add(worktree, 'side')).toMatchObject({ branch: 'side', discovery: 'complete' })
    expect(await add(join(folder, 'lib'), 'lib')).toMatchObject({ branch: 'main', discovery: 'complete' })
  })

  it('completes bare names and keeps names unique without regard to case', async () => {
    const { add, handlers } = resourceWorld()
    expect((await add(newRepository(newFolder()), 'Api')).name).toBe('local/Api')
    const taken = handlers.add({ type: 'git-checkout', name: 'LOCAL/api', path: newRepository(newFolder()) }, {})
    expect(await refusal(taken)).toMatchObject({ kind: 'conflict', code: 'resource.name_taken' })
  })

  it('registers one of two at once', async () => {
    const path = newRepository(newFolder())
    const { handlers, discoveries } = resourceWorld()
    const both = await Promise.allSettled(
      ['a', 'b'].map((name) => handlers.add({ type: 'git-checkout', name, path }, {})),
    )
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    await discoveries.close()
  })
})

describe('refusals of registering', () => {
  const attempt = (path: string, more: { branch?: string; name?: string } = {}) => {
    const { handlers } = resourceWorld({ providerNames: () => ['mine'] })
    return refusal(handlers.add({ type: 'git-checkout', name: 'local/repo', path, ...more }, {}))
  }

  it.each(['builtin/repo', 'openai/repo', 'System/repo', 'mine/repo'])(
    'refuses the reserved namespace of %s',
    async (name) => {
      expect(await attempt(newRepository(newFolder()), { name })).toMatchObject({ code: 'resource.namespace_reserved' })
    },
  )

  it('refuses a malformed name', async () => {
    expect(await attempt(newRepository(newFolder()), { name: 'a b' })).toMatchObject({
      code: 'resource.name_malformed',
    })
  })

  it('refuses a missing path, a broken link, a file, and a path that is not whole', async () => {
    const folder = newFolder()
    writeFiles(folder, { file: 'x' })
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'))
    expect(await attempt(join(folder, 'missing'))).toMatchObject({ kind: 'invalid', code: 'resource.path_missing' })
    expect(await attempt(join(folder, 'broken'))).toMatchObject({ code: 'resource.path_missing' })
    expect(await attempt(join(folder, 'file'))).toMatchObject({ code: 'resource.not_a_folder' })
    expect(await attempt('some/where')).toMatchObject({ code: 'resource.path_not_absolute' })
    expect(await attempt('/')).toMatchObject({ code: 'resource.path_reserved' })
  })

  it("refuses the application's own folders, also through a link", async () => {
    const home = newFolder()
    newRepository(join(home, 'sandboxes/plan'))
    symlinkSync(join(home, 'sandboxes'), join(home, 'elsewhere'))
    const { handlers } = resourceWorld({ reservedFolders: [join(home, 'sandboxes')] })
    for (const path of [join(home, 'sandboxes/plan'), join(home, 'elsewhere/plan'), home]) {
      const refused = await refusal(handlers.add({ type: 'fs-directory', name: 'x', path }, {}))
      expect(refused.code).toBe('resource.path_reserved')
    }
  })

  it('refuses what is no repository, a bare one, and git’s own folder', async () => {
    const bare = newFolder()
    git(bare, 'init', '-q', '--bare')
    const folder = newRepository(newFolder())
    expect(await attempt(newFolder())).toMatchObject({ kind: 'invalid', code: 'resource.not_a_repository' })
    expect(await attempt(bare)).toMatchObject({ code: 'resource.bare_repository' })
    expect(await attempt(join(folder, '.git'))).toMatchObject({ code: 'resource.not_a_repository' })
  })

  it('refuses an unknown branch and lists near ones', async () => {
    const folder = newRepository(newFolder())
    for (const branch of ['develop', 'feature/login', 'release']) git(folder, 'branch', branch)
    const refused = await attempt(folder, { branch: 'devlop' })
    expect(refused).toMatchObject({ kind: 'invalid', code: 'resource.unknown_branch' })
    expect((refused.details['near'] as string[])[0]).toBe('develop')
    expect(refused.hint).toContain('develop')
    expect(await attempt(folder, { branch: '--help' })).toMatchObject({ code: 'resource.unknown_branch' })
  })

  it.runIf(isRoot)('refuses a repository of another user and changes no configuration', async () => {
    const folder = newRepository(newFolder())
    for (const path of ['.', '.git']) chownSync(join(folder, path), 65_534, 65_534)
    const home = newFolder()
    writeFileSync(join(home, '.gitconfig'), '')
    const refused = await attempt(folder)
    expect(refused).toMatchObject({ kind: 'conflict', code: 'resource.owner_differs' })
    expect(refused.hint).toContain('safe.directory')
    expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toBe('')
  })

  it('refuses a folder that may not be read', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o000)
    // Root may read everything, so the test asks as somebody else.
    if (isRoot) process.seteuid?.(65_534)
    try {
      expect(await attempt(folder)).toMatchObject({ kind: 'invalid', code: 'resource.path_denied' })
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })
})

describe('detecting', () => {
  it('tells a checkout, a part of one, and a folder, and suggests a free name', async () => {
    const folder = newRepository(join(newFolder(), 'My Repo – ñ'), { 'sub/a': 'a' })
    git(folder, 'branch', 'dev')
    const { add, handlers } = resourceWorld()
    const found = await handlers.detect({ path: folder }, {})
    expect(found).toMatchObject({
      type: 'git-checkout',
      branch: 'main',
      branches: ['dev', 'main'],
      registered_as: null,
    })
    expect(found.suggested_name).toBe('local/My-Repo-n')
    await add(folder, found.suggested_name)
    const again = await handlers.detect({ path: folder }, {})
    expect(again).toMatchObject({ registered_as: 'local/My-Repo-n', suggested_name: 'local/My-Repo-n-2' })
    const part = await handlers.detect({ path: join(folder, 'sub') }, {})
    expect(part.explanation).toContain(folder)
    expect(await handlers.detect({ path: newFolder() }, {})).toMatchObject({ type: 'fs-directory', branch: null })
  })
})
