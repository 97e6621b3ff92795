import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { createCommitKeeper } from '../infrastructure/git/commit-keeper'
import { createTreeEditor } from '../infrastructure/git/tree-editor'
import { createGit, type Git } from '../infrastructure/git/git'
import { createRunProgram } from '../infrastructure/git/run-program'
import { runGit } from '../infrastructure/git/testing'
import { createIds } from '../platform/ids'
import { createSandboxes, type Rejection, type Sandbox, type Sandboxes, type Source } from './index'

const migrations = join(import.meta.dirname, '../infrastructure/db/migrations')
const schema = ['0030_sandboxes.sql', '0090_checkpoint_positions.sql', '0130_sandbox_bases.sql', '0170_set_aside.sql']

/** Makes the tables of this part. */
export function createTables(database: { exec(sql: string): unknown }): void {
  for (const name of schema) database.exec(readFileSync(join(migrations, name), 'utf8'))
}

/** Runs git as the user would, outside of the code under test. */
export function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: join(cwd, '.nohome'), GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' }
  const ours = [
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    '-c',
    'init.defaultBranch=main',
    '-c',
    'protocol.file.allow=always',
  ]
  return runGit([...ours, ...args], { cwd, env }).trimEnd()
}

/** Writes files below a folder; a key is a path. */
export function write(top: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), content)
  }
}

export const read = (top: string, path: string): string => readFileSync(join(top, path), 'utf8')

/** Every path below a folder with mode and content; git's own part only where it tells of the checkout: index, HEAD, locks, stash. */
export function snapshotOf(top: string): Record<string, string> {
  const seen: Record<string, string> = {}
  const walk = (folder: string) => {
    for (const name of readdirSync(join(top, folder)).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`
      const stat = lstatSync(join(top, path))
      if (stat.isDirectory()) {
        if (/^\.git\/(objects|worktrees|logs|refs\/cleveragents|refs\/heads\/cleveragents)$/.test(path)) continue
        if (!path.startsWith('.git')) seen[path] = `folder ${(stat.mode & 0o7777).toString(8)}`
        walk(path)
      } else if (stat.isSymbolicLink()) seen[path] = `link ${readlinkSync(join(top, path))}`
      else
        seen[path] = `${(stat.mode & 0o7777).toString(8)} ${createHash('sha256')
          .update(readFileSync(join(top, path)))
          .digest('hex')}`
    }
  }
  walk('')
  return seen
}

/** What a later start of the application may find different. */
type Again = { readonly trashDays?: () => number; readonly rejections?: () => readonly Rejection[] }

export type World = {
  readonly root: string
  readonly data: string
  readonly git: Git
  readonly sandboxes: Sandboxes
  readonly database: Database.Database
  /** Makes a repository with these files committed on main. */
  repository(name: string, files?: Readonly<Record<string, string | Buffer>>): string
  source(path: string, more?: Partial<Source>): Source
  /** Makes a plain folder with these files. */
  folder(name: string, files?: Readonly<Record<string, string | Buffer>>): string
  folderSource(path: string, more?: Partial<Source>): Source
  /** Captures the base and opens the sandbox of one source. */
  open(planId: string, source: Source, options?: { readonly includeUncommitted?: boolean }): Promise<Sandbox>
  /** The same data folder and database, as a new start of the application sees them. */
  restart(options?: Again): Sandboxes
  at(now: number): void
  dispose(): void
}

function plainFolder(path: string, files: Readonly<Record<string, string | Buffer>> = { 'f.txt': 'base\n' }): string {
  mkdirSync(path, { recursive: true })
  write(path, files)
  return path
}

/** A temporary folder with a data folder, a database and real git, whose user has a name. */
export function createWorld(
  options: {
    readonly identity?: boolean
    readonly version?: readonly [number, number]
    readonly limits?: { readonly fileBytes?: number; readonly totalBytes?: number; readonly files?: number }
    readonly registered?: () => readonly string[]
  } = {},
): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sandboxes-')))
  const data = join(root, 'data')
  const identity = options.identity === false ? '' : '[user]\n\tname = Grace\n\temail = grace@example.org\n'
  write(root, { 'home/.gitconfig': identity })
  const real = createGit({ env: { PATH: process.env['PATH'], HOME: join(root, 'home'), GIT_CONFIG_NOSYSTEM: '1' } })
  const runner: Git = options.version ? { ...real, version: () => Promise.resolve(options.version!) } : real
  const database = new Database(':memory:')
  createTables(database)
  let now = 1_700_000_000_000
  const start = (more: Again = {}) =>
    createSandboxes({
      git: runner,
      commits: createCommitKeeper(runner),
      trees: createTreeEditor(runner),
      runProgram: createRunProgram(real.environment),
      db: drizzle(database),
      dataDir: data,
      newId: createIds(),
      clock: () => now,
      folderLimits: () => ({ fileBytes: 1 << 20, totalBytes: 8 << 20, files: 1000, ...options.limits }),
      registeredPaths: options.registered,
      ...more,
    })
  const sandboxes = start()
  const world: World = {
    root,
    data,
    git: runner,
    sandboxes,
    database,
    repository(name, files = { 'f.txt': 'base\n' }) {
      const path = join(root, name)
      mkdirSync(path, { recursive: true })
      git(path, 'init', '-q')
      write(path, files)
      git(path, 'add', '-A')
      git(path, 'commit', '-qm', 'init')
      return path
    },
    folder: (name, files) => plainFolder(join(root, name), files),
    folderSource: (path, more = {}) => ({
      ...world.source(path),
      strategy: 'filesystem_copy',
      name: 'local/docs',
      ...more,
    }),
    source: (path, more = {}) => ({
      strategy: 'git_worktree',
      resourceId: 'R1',
      name: 'local/app',
      path,
      branch: null,
      ...more,
    }),
    async open(planId, source, { includeUncommitted = false } = {}) {
      const base = await sandboxes.captureBase(source, { planId, includeUncommitted })
      return sandboxes.open(planId, source, base)
    },
    restart: start,
    at: (value) => void (now = value),
    dispose() {
      database.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
  return world
}
