import { chmodSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, git, read, write, type World } from './testing'

let world: World
beforeEach(() => void (world = createWorld()))
afterEach(() => world.dispose())

/** Runs work as somebody whom modes of files hold, also where the tests run as root. */
async function asNobody(work: () => Promise<unknown>): Promise<unknown> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

async function worked() {
  const repo = world.repository('app')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'f.txt': 'plan\n' })
  return { repo, sandbox }
}

it.each(['.git', '.git/objects', '.git/refs/heads'])(
  'a repository whose %s cannot be written is refused with the path, and nothing is changed',
  async (name) => {
    const { repo } = await worked()
    const folder = join(repo, name)
    chmodSync(world.root, 0o755)
    chmodSync(folder, 0o555)
    if (process.getuid?.() === 0)
      for (const other of ['.git', '.git/objects', '.git/refs/heads'].filter((one) => one !== name))
        chmodSync(join(repo, other), 0o777)
    const refusal = {
      data: {
        code: 'apply.not_writable',
        message: expect.stringContaining(`${folder}: you may not write there. Nothing was changed`) as unknown,
        hint: expect.stringContaining(`Make ${folder} writable`) as unknown,
        details: { path: folder, cause: 'EACCES' },
      },
    }
    try {
      await expect(asNobody(() => world.sandboxes.requireWritable('P1'))).rejects.toMatchObject(refusal)
      await expect(asNobody(() => world.sandboxes.previewApply('P1', 'merge'))).rejects.toMatchObject(refusal)
    } finally {
      chmodSync(folder, 0o755)
    }
    expect(read(repo, 'f.txt')).toBe('base\n')
    expect(
      await world.sandboxes.apply('P1', { mode: 'merge', message: 'Applied', trusted: () => false }),
    ).toMatchObject({
      applied: true,
    })
  },
)

it('nothing is made in git to find out that it can be written, which a kill could leave there', async () => {
  const { repo } = await worked()
  const folders = ['.git', '.git/objects', '.git/refs/heads'].map((name) => join(repo, name))
  const changed = () => folders.map((folder) => statSync(folder, { bigint: true }).mtimeNs)
  const before = changed()
  await world.sandboxes.requireWritable('P1')
  expect(changed()).toEqual(before)
})

it('a file in the place of a folder of git is refused with its path', async () => {
  const { repo } = await worked()
  const heads = join(repo, '.git/refs/heads')
  git(repo, 'pack-refs', '--all')
  renameSync(heads, `${heads}-away`)
  writeFileSync(heads, '')
  await expect(world.sandboxes.requireWritable('P1')).rejects.toMatchObject({
    data: { code: 'apply.not_writable', details: { path: heads, cause: 'ENOTDIR' } },
  })
})
