import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDatabase } from '../infrastructure/db/open'
import { createDisk } from '../infrastructure/files/disk'
import { createGit } from '../infrastructure/git/git'
import { runGit } from '../infrastructure/git/testing'
import { createIds } from '../platform/ids'
import { createDiscoveries } from './discoveries'
import { resourceHandlers } from './handlers'
import { createResourceLookup } from './index'
import type { ResourceDeps } from './ports'

/** A new folder, resolved. */
export function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'resource-')))
}

/** Runs git as the tests' user would; answers with what it printed. */
export function git(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'protocol.file.allow=always']
  return runGit([...identity, ...args], { cwd }).trim()
}

/** Writes files by their path below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Makes a repository on `main` with one commit that holds the files. */
export function newRepository(folder: string, files: Readonly<Record<string, string>> = { 'f.txt': 'base\n' }): string {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '--template=', '-b', 'main')
  writeFiles(folder, files)
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'init')
  return folder
}

/** The slice on a database in memory; what `deps` gives replaces the usual part. */
export function resourceWorld(deps: Partial<ResourceDeps> = {}) {
  const { db, sqlite } = openDatabase(':memory:')
  const changes: string[] = []
  const faults: unknown[] = []
  const all: ResourceDeps = {
    db,
    git: createGit(),
    disk: createDisk(),
    users: { linkedProjects: () => [], activePlans: () => [] },
    newId: createIds(),
    now: () => 1_700_000_000_000,
    removed: async () => undefined,
    changed: (topic, id) => void changes.push(`${topic} ${id}`),
    providerNames: () => [],
    homeFolder: tmpdir(),
    reservedFolders: [],
    onFault: (error) => void faults.push(error),
    ...deps,
  }
  const discoveries = createDiscoveries(all)
  const handlers = resourceHandlers({ ...all, discoveries })
  /** Registers and waits until the children are known. */
  const add = async (path: string, name = 'local/repo', type: 'git-checkout' | 'fs-directory' = 'git-checkout') => {
    const added = await handlers.add({ type, name, path }, {})
    await discoveries.settled(added.id)
    return handlers.show({ resource: added.id }, {})
  }
  return { deps: all, sqlite, discoveries, handlers, lookup: createResourceLookup(all), changes, faults, add }
}
