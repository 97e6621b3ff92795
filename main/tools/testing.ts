import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createGit } from '../infrastructure/git/git'
import { createObjectReader } from '../infrastructure/git/object-reader'
import { runGit } from '../infrastructure/git/testing'
import { run } from '../infrastructure/process/run'
import { commandEnvironment } from './domain/command-environment'
import { defaultToolLimits } from './domain/limits'
import { createToolbox, type CreateToolboxDeps, type Toolbox, type ToolResult } from './create-toolbox'
import type { OpenObjects } from './ports'
import type { ToolResource } from './resource-files'

export const testGit = createGit()

export const openTestObjects: OpenObjects = (folder) => createObjectReader(testGit, folder)

/** A fresh folder under its real path. */
export const freshFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'tools-')))

export function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'core.autocrlf=false']
  return runGit([...identity, ...args], { cwd })
}

export function put(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** A repository with one commit, and a worktree of it that stands for a plan's sandbox. */
export function createRepository(
  files: Readonly<Record<string, string | Uint8Array>>,
  prepare?: (repo: string) => void,
) {
  const folder = freshFolder()
  const repo = join(folder, 'repo')
  mkdirSync(repo)
  git(repo, 'init', '-q', '-b', 'main')
  put(repo, files)
  prepare?.(repo)
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'first')
  const sandbox = join(folder, 'sandbox')
  git(repo, 'worktree', 'add', '-q', '--detach', sandbox)
  return { folder, repo, sandbox, commit: git(repo, 'rev-parse', 'HEAD').trim() }
}

export type TestRepository = ReturnType<typeof createRepository>

export function resourceOf(repository: TestRepository, more: Partial<ToolResource> = {}): ToolResource {
  const { repo, sandbox, commit } = repository
  return {
    resourceId: 'R1',
    name: 'local/api',
    writable: true,
    repoRoot: repo,
    commit,
    subdir: '',
    root: sandbox,
    ...more,
  }
}

export const testToolDeps: CreateToolboxDeps = {
  git: testGit,
  openObjects: openTestObjects,
  run,
  limits: defaultToolLimits,
  redact: (text) => text,
  commandEnv: commandEnvironment(process.env),
}

/** A toolbox in Execute whose `use` runs a tool and gives its result. */
export function executeTools(
  resources: readonly ToolResource[],
  deps: Partial<CreateToolboxDeps> = {},
  readOnly = false,
) {
  const toolbox = createToolbox({ ...testToolDeps, ...deps }, resources, 'execute', readOnly)
  return { toolbox, use: userOf(toolbox) }
}

export function strategizeTools(resources: readonly ToolResource[], deps: Partial<CreateToolboxDeps> = {}) {
  const toolbox = createToolbox({ ...testToolDeps, ...deps }, resources.map(withoutRoot), 'strategize', false)
  return { toolbox, use: userOf(toolbox) }
}

const withoutRoot = (resource: ToolResource): ToolResource => ({ ...resource, root: null })

const userOf =
  (toolbox: Toolbox) =>
  (name: string, args: unknown): Promise<ToolResult> =>
    toolbox.run(name, args, { signal: new AbortController().signal })
