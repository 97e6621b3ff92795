import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { git, newFolder, newRepository, resourceWorld, writeFiles } from './testing'

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at % 40}/f${at}.txt`, 'same']))

describe('discovering a checkout', () => {
  it('finds the git node, the root folder and everything below, and counts the rest', async () => {
    const lib = newRepository(newFolder())
    const folder = newRepository(newFolder(), {
      'src/a.ts': 'a',
      'src/deep/b.ts': 'b',
      '.gitignore': 'ignored/\n',
      'ignored/x': 'x',
      '.devcontainer/devcontainer.json': '{ // why\n "name": "Dev", "postCreateCommand": "make", }',
    })
    git(folder, 'remote', 'add', 'origin', 'https://me:s3cret@example.com/r.git')
    git(folder, 'tag', 'v1')
    git(folder, 'branch', 'dev')
    git(folder, 'submodule', 'add', '-q', lib, 'lib')
    git(folder, 'commit', '-q', '-m', 'lib')
    writeFiles(folder, { 'src/untracked.ts': 'u' })
    const { add, handlers, sqlite } = resourceWorld()
    const added = await add(folder)
    expect(added.child_counts).toEqual({
      git: 1,
      'git-remote': 1,
      'git-branch': 2,
      'git-tag': 1,
      'git-commit': 2,
      'git-tree-entry': 9,
      'git-submodule': 1,
      'fs-directory': 4,
      'fs-file': 7,
      'devcontainer-instance': 1,
    })
    expect(added.children_discovered).toBe(29)
    for (const [type, count] of Object.entries(added.child_counts)) {
      const listed = await handlers.children({ resource: 'repo', type, offset: 0, limit: 100 }, {})
      expect([type, listed.total, listed.children.length]).toEqual([type, count, count])
    }
    const of = async (type: string) =>
      (await handlers.children({ resource: 'repo', type, offset: 0, limit: 100 }, {})).children
    expect(await of('git')).toMatchObject([{ detail: join(folder, '.git') }])
    expect(await of('devcontainer-instance')).toMatchObject([{ name: 'Dev', status: 'detected (not built)' }])
    expect(await of('git-remote')).toMatchObject([{ name: 'origin', detail: 'https://***@example.com/r.git' }])
    expect(await of('git-submodule')).toMatchObject([{ name: 'lib', detail: lib, status: 'created' }])
    expect((await of('git-commit')).map((commit) => commit.name)).toEqual(['lib', 'init'])
    expect((await of('fs-file')).map((file) => file.name)).not.toContain('ignored/x')
    expect(JSON.stringify(sqlite.prepare('SELECT * FROM resource_children').all())).not.toContain('s3cret')
  })

  it('pages what is only counted', async () => {
    const folder = newRepository(newFolder())
    for (const message of ['two', 'three', 'four']) git(folder, 'commit', '-q', '--allow-empty', '-m', message)
    const { add, handlers } = resourceWorld()
    await add(folder)
    const page = await handlers.children({ resource: 'repo', type: 'git-commit', offset: 1, limit: 2 }, {})
    expect(page).toMatchObject({ total: 4, children: [{ name: 'three' }, { name: 'two' }] })
  })

  it('warns of a malformed devcontainer and goes on', async () => {
    const { add } = resourceWorld()
    const added = await add(newRepository(newFolder(), { '.devcontainer.json': '{ "name": ' }))
    expect(added).toMatchObject({ discovery: 'complete', warnings: ['.devcontainer.json is malformed JSON'] })
    expect(added.child_counts['devcontainer-instance']).toBeUndefined()
  })

  it('keeps the ids of what is still there, and forgets what is gone', async () => {
    const folder = newRepository(newFolder())
    git(folder, 'branch', 'old')
    const { add, handlers, discoveries, sqlite } = resourceWorld()
    const added = await add(folder)
    const rows = () => sqlite.prepare('SELECT id, type, key FROM resource_children ORDER BY type, key').all()
    const before = rows()
    await handlers.rediscover({ resource: 'repo' }, {})
    await discoveries.settled(added.id)
    expect(rows()).toEqual(before)
    git(folder, 'branch', '-m', 'old', 'new')
    await handlers.rediscover({ resource: 'repo' }, {})
    await discoveries.settled(added.id)
    const branches = await handlers.children({ resource: 'repo', type: 'git-branch', offset: 0, limit: 10 }, {})
    expect(branches.children.map((branch) => branch.name)).toEqual(['main', 'new'])
    expect(rows().filter((row) => before.some((known) => JSON.stringify(known) === JSON.stringify(row)))).toHaveLength(
      before.length - 1,
    )
  })

  it('runs nothing that the repository names', async () => {
    const folder = newRepository(newFolder(), { 'a.txt': 'a', '.gitattributes': '*.txt filter=evil' })
    const trace = join(folder, '.git/ran')
    for (const key of [
      'core.fsmonitor',
      'filter.evil.clean',
      'filter.evil.smudge',
      'core.sshCommand',
      'diff.external',
    ]) {
      git(folder, 'config', key, `touch ${trace}`)
    }
    writeFiles(folder, { 'a.txt': 'changed' })
    const { add, handlers } = resourceWorld()
    await add(folder)
    await handlers.detect({ path: folder }, {})
    await handlers.tree({ resource: 'repo', path: '', recursive: true }, {})
    expect(existsSync(trace)).toBe(false)
  })
})

describe('following and ending a discovery', () => {
  it('answers before it ends, streams progress, and is cancelled', async () => {
    const folder = newRepository(newFolder(), manyFiles(3000))
    const { handlers, changes } = resourceWorld()
    const added = await handlers.add({ type: 'git-checkout', name: 'repo', path: folder }, {})
    expect(added).toMatchObject({ discovery: 'running', children_discovered: 0 })
    const seen: string[] = []
    for await (const progress of await handlers.discovery({ resource: 'repo' }, {})) {
      if (seen.length === 0) await handlers.cancelDiscovery({ resource: 'repo' }, {})
      seen.push(progress.state)
    }
    expect(seen.at(0)).toBe('running')
    expect(seen.at(-1)).toBe('cancelled')
    const shown = await handlers.show({ resource: 'repo' }, {})
    expect(shown).toMatchObject({ discovery: 'cancelled', children_discovered: 0 })
    expect(changes).toEqual([`resource ${added.id}`, `resource ${added.id}`])
    await handlers.rediscover({ resource: 'repo' }, {})
    const found: number[] = []
    for await (const progress of await handlers.discovery({ resource: 'repo' }, {})) found.push(progress.found)
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect((await handlers.show({ resource: 'repo' }, {})).child_counts).toMatchObject({
      'fs-file': 3000,
      'fs-directory': 41,
    })
  })

  it('ends the stream when its reader leaves', async () => {
    const { handlers, discoveries } = resourceWorld()
    const added = await handlers.add({ type: 'git-checkout', name: 'repo', path: newRepository(newFolder()) }, {})
    const leaving = new AbortController()
    const stream = discoveries.follow(added.id, leaving.signal)
    await stream.next()
    leaving.abort()
    await discoveries.settled(added.id)
    expect((await stream.next()).done).toBe(true)
  })

  it('fails with a reason where the folder is gone, and keeps what was known', async () => {
    const folder = newRepository(newFolder())
    const { add, handlers, discoveries, faults, sqlite } = resourceWorld()
    const added = await add(folder)
    sqlite.prepare('UPDATE resources SET canonical_path = ?').run(newFolder())
    await handlers.rediscover({ resource: 'repo' }, {})
    await discoveries.settled(added.id)
    const shown = await handlers.show({ resource: 'repo' }, {})
    expect(shown.discovery).toBe('failed')
    expect(shown.warnings).toHaveLength(1)
    expect(shown.children_discovered).toBe(added.children_discovered)
    expect(faults).toEqual([])
  })

  it('marks what an ended process left running', async () => {
    const { add, discoveries, handlers, sqlite } = resourceWorld()
    await add(newRepository(newFolder()))
    sqlite.prepare(`UPDATE resources SET discovery = 'running'`).run()
    discoveries.recover()
    expect(await handlers.show({ resource: 'repo' }, {})).toMatchObject({ discovery: 'failed' })
  })
})

describe('discovering a folder', () => {
  it('counts without following links or entering what is skipped', async () => {
    const outside = newFolder()
    writeFiles(outside, { x: 'x' })
    const folder = newFolder()
    writeFiles(folder, { 'a.txt': 'a', 'sub/b.txt': 'b', 'node_modules/m/i.js': '', '.git/HEAD': '' })
    symlinkSync(outside, join(folder, 'link'))
    const { add, handlers } = resourceWorld()
    const added = await add(folder, 'folder', 'fs-directory')
    expect(added).toMatchObject({
      branch: null,
      child_counts: { 'fs-directory': 2, 'fs-file': 3 },
      children_discovered: 5,
      capabilities: { sandbox_strategy: 'filesystem_copy' },
    })
    const files = await handlers.children({ resource: 'folder', type: 'fs-file', offset: 0, limit: 10 }, {})
    expect(files.children.map((file) => file.name)).toEqual(['a.txt', 'link', 'sub/b.txt'])
    expect(await handlers.children({ resource: 'folder', type: 'git-commit', offset: 0, limit: 1 }, {})).toMatchObject({
      total: 0,
    })
  })

  it('skips what it cannot read and says so', async () => {
    const folder = newFolder()
    writeFiles(folder, { 'a.txt': 'a' })
    mkdirSync(join(folder, 'closed'))
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'closed'), 0o000)
    const { add } = resourceWorld()
    if (process.geteuid?.() === 0) process.seteuid?.(65_534)
    try {
      const added = await add(folder, 'folder', 'fs-directory')
      expect(added).toMatchObject({ discovery: 'complete', warnings: ['closed cannot be read and was skipped'] })
    } finally {
      if (process.getuid?.() === 0) process.seteuid?.(0)
    }
  })
})
