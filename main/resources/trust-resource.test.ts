import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusal } from '../platform/testing'
import { git, newFolder, newRepository, resourceWorld, writeFiles } from './testing'

const resource = 'local/repo'

function addHook(folder: string, path: string, text: string, mode = 0o755): void {
  writeFiles(folder, { [path]: text })
  chmodSync(join(folder, path), mode)
}

async function trusting(folder: string) {
  const world = resourceWorld()
  const { id } = await world.add(folder)
  const read = () => world.handlers.trustText({ resource }, {})
  const trust = async () => world.handlers.trust({ resource, hash: (await read()).hash }, {})
  return { ...world, id, read, trust }
}

describe('what trusting would let run', () => {
  it('lists executable hooks, configuration that runs programs, and devcontainers', async () => {
    const folder = newRepository(newFolder(), {
      '.devcontainer/devcontainer.json': JSON.stringify({
        postCreateCommand: 'make all',
        privileged: true,
        build: { dockerfile: 'Dockerfile' },
      }),
      '.devcontainer/Dockerfile': 'FROM scratch\nRUN evil',
      '.devcontainer/other/devcontainer.json': '{"initializeCommand": ["touch", "/tmp/x"]}',
    })
    addHook(folder, '.git/hooks/pre-commit', '#!/bin/sh\nrun-me')
    addHook(folder, '.git/hooks/post-checkout', 'not executable', 0o644)
    addHook(folder, '.git/hooks/pre-push.sample', 'sample')
    git(folder, 'config', 'core.fsmonitor', '.git/watch')
    git(folder, 'config', 'filter.x.clean', 'evil-clean')
    git(folder, 'config', 'remote.origin.url', 'https://example.com/r.git')
    const { read } = await trusting(folder)
    const { items, trusted } = await read()
    expect(trusted).toBe(false)
    const text = items.map((item) => `${item.kind}: ${item.text}`)
    expect(text).toEqual([
      'hook: #!/bin/sh\nrun-me',
      'git config: core.fsmonitor = .git/watch',
      'git config: filter.x.clean = evil-clean',
      'devcontainer command postCreateCommand: make all',
      expect.stringContaining('devcontainer option build'),
      'devcontainer option privileged: true',
      'devcontainer source: FROM scratch\nRUN evil',
      expect.stringContaining('devcontainer command initializeCommand'),
    ])
    expect(items[0]?.path).toBe(join(folder, '.git/hooks/pre-commit'))
  })

  it('follows core.hooksPath, in a linked worktree too', async () => {
    const folder = newRepository(newFolder())
    addHook(folder, '.husky/pre-commit', 'from husky')
    addHook(folder, '.git/hooks/pre-commit', 'not effective')
    git(folder, 'config', 'core.hooksPath', '.husky')
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '--no-verify', '-m', 'hooks')
    const worktree = join(newFolder(), 'wt')
    git(folder, '-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '-q', '-b', 'side', worktree)
    const { read } = await trusting(worktree)
    const hooks = (await read()).items.filter((item) => item.kind === 'hook')
    expect(hooks).toEqual([{ path: join(worktree, '.husky/pre-commit'), kind: 'hook', text: 'from husky' }])
  })

  it('shows no secret of an address', async () => {
    const folder = newRepository(newFolder())
    git(folder, 'config', 'url.https://me:s3cret@example.com/.insteadOf', 'https://example.com/')
    const { read } = await trusting(folder)
    expect(JSON.stringify(await read())).not.toContain('s3cret')
  })
})

describe('trusting', () => {
  it('holds until what could run changes, and can be taken back', async () => {
    const folder = newRepository(newFolder())
    const { trust, handlers, lookup, id } = await trusting(folder)
    expect(await lookup.isTrusted(id)).toBe(false)
    expect((await trust()).trusted).toBe(true)
    expect(await lookup.isTrusted(id)).toBe(true)
    writeFiles(folder, { 'src/a.ts': 'any other change' })
    expect(await lookup.isTrusted(id)).toBe(true)
    addHook(folder, '.git/hooks/pre-commit', 'new hook')
    expect(await lookup.isTrusted(id)).toBe(false)
    expect((await trust()).trusted).toBe(true)
    expect((await handlers.untrust({ resource }, {})).trusted).toBe(false)
  })

  it('binds to the whole of a hook, not to what is shown of it', async () => {
    const folder = newRepository(newFolder())
    const long = `#!/bin/sh\n${'# padding\n'.repeat(20_000)}`
    addHook(folder, '.git/hooks/pre-commit', `${long}one`)
    const { trust, lookup, id } = await trusting(folder)
    await trust()
    addHook(folder, '.git/hooks/pre-commit', `${long}two`)
    expect(await lookup.isTrusted(id)).toBe(false)
  })

  it('is refused where the text is no longer the one that was shown', async () => {
    const folder = newRepository(newFolder())
    const { read, handlers, lookup, id } = await trusting(folder)
    const { hash } = await read()
    git(folder, 'config', 'core.sshCommand', 'evil')
    const refused = await refusal(handlers.trust({ resource, hash }, {}))
    expect(refused).toMatchObject({ kind: 'conflict', code: 'resource.trust_text_changed' })
    expect(await lookup.isTrusted(id)).toBe(false)
  })

  it('does not outlast the folder', async () => {
    const folder = join(newFolder(), 'repo')
    newRepository(folder)
    const { trust, lookup, id, handlers } = await trusting(folder)
    await trust()
    rmSync(folder, { recursive: true })
    expect(await lookup.isTrusted(id)).toBe(false)
    expect((await handlers.list({}, {})).resources).toHaveLength(1)
    mkdirSync(folder)
    expect(await lookup.isTrusted(id)).toBe(false)
  })

  it('never reads a devcontainer source outside the resource', async () => {
    const outside = newFolder()
    writeFiles(outside, { secret: 'SECRET' })
    const folder = newRepository(newFolder(), {
      '.devcontainer/devcontainer.json': '{"dockerFile": "../../x", "build": {"dockerfile": "link"}}',
    })
    symlinkSync(join(outside, 'secret'), join(folder, '.devcontainer/link'))
    const { read } = await trusting(folder)
    const { items } = await read()
    expect(JSON.stringify(items)).not.toContain('SECRET')
    expect(items.filter((item) => item.kind === 'devcontainer source')).toHaveLength(2)
  })
})
