import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCommitKeeper } from '../infrastructure/git/commit-keeper'
import { createTreeEditor } from '../infrastructure/git/tree-editor'
import { createGit } from '../infrastructure/git/git'
import { createContext } from './context'
import { deleteFolder, removeOurs } from './remove-ours'
import { createTables, createWorld, read, snapshotOf, write } from './testing'

let root: string
beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), 'remove-')))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function contextAt(dataDir: string, registered: readonly string[]) {
  const database = new Database(':memory:')
  createTables(database)
  const git = createGit()
  const runProgram = () => Promise.resolve({ code: 0, output: '', timedOut: false })
  return createContext({
    git,
    commits: createCommitKeeper(git),
    trees: createTreeEditor(git),
    runProgram,
    db: drizzle(database),
    dataDir,
    newId: () => 'X',
    clock: () => 0,
    folderLimits: () => ({ fileBytes: 1, totalBytes: 1, files: 1 }),
    registeredPaths: () => registered,
  })
}

const name = fc.constantFrom('a', 'b', 'sandboxes', 'trash', '..', '.', 'out', 'link', 'P1', 'R1')

it('never deletes outside of our folders, nor what holds a registered resource, nor through a link', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      async (segments, ours, resource) => {
        rmSync(root, { recursive: true, force: true })
        const data = join(root, 'data')
        for (const folder of [
          'out/a',
          'data/sandboxes/P1/R1/a',
          'data/sandboxes/a/b',
          'data/trash/P1/a',
          'data/a/b',
          'data/P1/R1',
        ])
          mkdirSync(join(root, folder), { recursive: true })
        write(root, {
          'out/precious.txt': 'p',
          'data/sandboxes/P1/R1/f.txt': 'f',
          'data/config.toml': 'c',
          'data/a/b/c.txt': 'c',
        })
        for (const at of ['data/sandboxes/P1/link', 'data/sandboxes/link', 'data/sandboxes/P1/R1/link'])
          symlinkSync(join(root, 'out'), join(root, at))
        const registered = join(data, 'sandboxes', ...resource)
        const context = contextAt(data, [join(root, 'out'), registered])
        const target = ours ? join(data, 'sandboxes', ...segments) : `${data}/${segments.join('/')}`
        const before = snapshotOf(root)
        await deleteFolder(context, target).catch(() => undefined)
        const after = snapshotOf(root)
        const gone = Object.keys(before).filter((path) => after[path] === undefined)
        for (const path of gone) expect(path).toMatch(/^data\/(sandboxes|trash)\/./)
        for (const path of gone)
          expect(join(root, path).startsWith(`${registered}/`) || join(root, path) === registered).toBe(false)
        for (const path of Object.keys(after)) expect(after[path]).toBe(before[path])
        expect(existsSync(join(root, 'out/precious.txt'))).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})

it('wants folder, marker and registration to agree', async () => {
  const world = createWorld()
  const repo = world.repository('app')
  const sandbox = await world.open('P1', world.source(repo))
  write(sandbox.path, { 'n.txt': 'n' })
  const context = contextAt(world.data, [])
  const before = snapshotOf(sandbox.path)
  writeFileSync(`${sandbox.path}.json`, JSON.stringify({ plan: 'P2', resource: 'R1' }))
  await expect(removeOurs(context, sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.not_ours' } })
  writeFileSync(`${sandbox.path}.json`, JSON.stringify({ plan: 'P1', resource: 'R1' }))
  await expect(removeOurs(context, { ...sandbox, path: repo })).rejects.toMatchObject({
    data: { code: 'sandbox.not_ours' },
  })
  const holding = contextAt(world.data, [join(sandbox.path, 'n.txt')])
  await expect(removeOurs(holding, sandbox)).rejects.toMatchObject({ data: { code: 'sandbox.not_ours' } })
  expect(snapshotOf(sandbox.path)).toEqual(before)
  await removeOurs(context, sandbox)
  expect(existsSync(sandbox.path)).toBe(false)
  expect(read(repo, 'f.txt')).toBe('base\n')
  world.dispose()
})
