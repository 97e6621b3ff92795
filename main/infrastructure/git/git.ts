import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { run, type RunOptions, type RunResult } from '../process/run'
import { createShells } from '../process/shells'
import { environmentFor, overridesOf, parseConfig } from './hardening'
import { repositoryOf } from './repository-of'

export type GitRunOptions = {
  readonly input?: string | Buffer
  /** Milliseconds after which git's process group is ended; ten minutes by default. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Added to git's environment, for example `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The call only reads: it takes no optional locks. */
  readonly read?: boolean
  /** Exit codes that are answers; any other throws a `GitError`. Only 0 by default. */
  readonly expect?: readonly number[]
  readonly keep?: { readonly head: number; readonly tail: number }
  /** Runs `write-tree` after the call where that ended well, with the same environment; what it prints follows. */
  readonly thenWriteTree?: boolean
  /** The user trusts this repository: filters and drivers that its own configuration names may run. */
  readonly trusted?: boolean
}

export type GitResult = { readonly code: number; readonly stdout: Buffer; readonly stderr: string }

/** git ended in a way that the caller did not declare as an answer. */
export class GitError extends Error {
  readonly args: readonly string[]
  /** Exit status; null where git was ended by a signal or did not start. */
  readonly code: number | null
  readonly stderr: string
  readonly timedOut: boolean
  readonly aborted: boolean
  constructor(args: readonly string[], result: RunResult) {
    const stderr = result.stderr.toString('utf8')
    super(
      `git ${args[0] ?? ''} ended with ${result.startError ?? result.signal ?? result.code}: ${stderr.trim().slice(0, 2000)}`,
    )
    this.name = 'GitError'
    this.args = args
    this.code = result.code
    this.stderr = stderr
    this.timedOut = result.timedOut
    this.aborted = result.aborted
  }
}

export type Git = {
  run(cwd: string, args: readonly string[], options?: GitRunOptions): Promise<GitResult>
  /** Starts a git that stays open, for a protocol over its pipes; it only reads objects. */
  start(cwd: string, args: readonly string[]): ChildProcessWithoutNullStreams
  /** Starts a git that stays open and heeds the repository's configuration as `run` does. */
  startConfigured(cwd: string, args: readonly string[]): Promise<ChildProcessWithoutNullStreams>
  /** The environment for a program of the repository that the user trusts, such as a hook. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Major and minor version, for example `[2, 39]`. */
  version(): Promise<readonly [number, number]>
}

const fixed = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting])

/** Commands that work in the repository and leave no process behind that could hold a shell's pipes. */
const local = new Set(
  (
    'add cat-file check-ignore commit-tree config diff-tree for-each-ref hash-object ls-files ls-tree merge-base merge-index ' +
    'merge-tree read-tree rev-list rev-parse status symbolic-ref update-index update-ref version worktree write-tree'
  ).split(' '),
)

type Cached = {
  readonly stamp: string
  readonly files: readonly string[]
  readonly entries: ReturnType<typeof parseConfig>
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(
    files.map((file) =>
      stat(file, { bigint: true }).then(
        // Of a folder it only matters that it is the same one: git writes into its own all the time.
        (s) => (s.isDirectory() ? `${s.dev}:${s.ino}` : `${s.ino}:${s.size}:${s.mtimeNs}:${s.ctimeNs}`),
        () => 'none',
      ),
    ),
  )
  return stats.join('|')
}

async function isOnPath(program: string, path: string): Promise<boolean> {
  const found = await Promise.all(
    path.split(delimiter).map((folder) =>
      access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

type Environment = Readonly<Record<string, string | undefined>>
type Settings = readonly [string, string][]

/** The environment that gives git settings: git-config(1), `GIT_CONFIG_COUNT`. */
function variablesOf(settings: Settings): Record<string, string> {
  const variables: Record<string, string> = {}
  if (settings.length > 0) variables['GIT_CONFIG_COUNT'] = String(settings.length)
  settings.forEach(([key, value], at) => {
    variables[`GIT_CONFIG_KEY_${at}`] = key
    variables[`GIT_CONFIG_VALUE_${at}`] = value
  })
  return variables
}

type Execute = (cwd: string, args: readonly string[], given: GitRunOptions, settings: Settings) => Promise<GitResult>

function createExecute(base: Environment): Execute {
  const shells = createShells(base)

  /** Starts each command by itself, the second where the first ended well. */
  const startAll = async (commands: readonly (readonly string[])[], options: RunOptions): Promise<RunResult> => {
    let result: RunResult | null = null
    for (const [program = '', ...args] of commands) {
      result = await run(program, args, result ? { ...options, input: undefined } : options)
      if (result.code !== 0) break
    }
    return result!
  }

  return async (cwd, args, given, settings) => {
    const more = variablesOf(settings)
    for (const [name, value] of Object.entries(given.env ?? {})) if (value !== undefined) more[name] = value
    if (given.read) more['GIT_OPTIONAL_LOCKS'] = '0'
    const { input, signal, keep, timeoutMs = 600_000 } = given
    const commands = [['git', ...fixed, ...args]]
    if (given.thenWriteTree) commands.push(['git', ...fixed, 'write-tree'])
    const takesAway = Object.values(given.env ?? {}).includes(undefined)
    const isLocal = local.has(args[0] ?? '') && !given.trusted && !takesAway
    const quick = isLocal ? await shells.run({ cwd, env: more, commands, input, signal, keep, timeoutMs }) : null
    const env = { ...base, ...given.env, ...more }
    const result = quick ?? (await startAll(commands, { cwd, env, input, signal, keep, timeoutMs }))
    if (result.code === null || result.timedOut || result.aborted || !(given.expect ?? [0]).includes(result.code))
      throw new GitError(args, result)
    return { code: result.code, stdout: result.stdout, stderr: result.stderr.toString('utf8') }
  }
}

/** Reads a repository's configuration once, and again whenever one of the files that it came from has changed. */
function createConfigReader(execute: Execute) {
  const known = new Map<string, Cached>()
  return async (cwd: string, gitDir: string | undefined): Promise<Cached['entries']> => {
    const place = gitDir ?? (await repositoryOf(cwd))
    const last = known.get(place)
    if (last && last.stamp === (await stampOf(last.files))) return last.entries
    const list = ['config', '--list', '--show-scope', '--show-origin', '-z']
    const env = gitDir === undefined ? {} : { GIT_DIR: gitDir }
    const entries = parseConfig((await execute(cwd, list, { read: true, env }, [])).stdout.toString('utf8'))
    const origins = new Set(entries.flatMap(({ origin }) => (origin.startsWith('file:') ? [origin.slice(5)] : [])))
    const files = [...origins].map((file) => (isAbsolute(file) ? file : join(cwd, file)))
    // A file that may come into being later (an include, a worktree's own) or is not found here cannot be watched.
    const open = entries.some(({ key }) => key.startsWith('include') || key === 'extensions.worktreeconfig')
    if (open || (await stampOf(files)).split('|').includes('none')) known.delete(place)
    else {
      const watched = [join(cwd, '.git'), join(cwd, '.git/commondir'), ...files]
      known.set(place, { stamp: await stampOf(watched), files: watched, entries })
    }
    return entries
  }
}

/**
 * Runs git from argument arrays, in its own process group, with a fixed locale and without prompts. Nothing that the
 * repository's hooks or configuration name is started, unless a call says that the repository is trusted.
 */
export function createGit(options: { readonly env?: Readonly<Record<string, string | undefined>> } = {}): Git {
  const environment = environmentFor(options.env ?? process.env)
  const base = {
    ...environment,
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_EDITOR: ':',
  }
  const execute = createExecute(base)
  const configOf = createConfigReader(execute)
  let version: Promise<readonly [number, number]> | null = null

  const settingsOf = async (cwd: string, gitDir: string | undefined, trusted: boolean): Promise<Settings> => {
    const entries = await configOf(cwd, gitDir)
    const lfs = entries.some((entry) => entry.key.startsWith('filter.lfs.'))
    const withoutLfs = lfs && !(await isOnPath('git-lfs', environment['PATH'] ?? ''))
    return overridesOf(entries, { trusted, withoutLfs })
  }
  const start = (cwd: string, args: readonly string[], settings: Settings) =>
    spawn('git', [...fixed, ...args], {
      cwd,
      env: { ...base, GIT_OPTIONAL_LOCKS: '0', GIT_ALLOW_PROTOCOL: 'none', ...variablesOf(settings) },
    })

  return {
    environment,
    run: async (cwd, args, given = {}) =>
      execute(cwd, args, given, await settingsOf(cwd, given.env?.['GIT_DIR'], given.trusted ?? false)),
    start: (cwd, args) => start(cwd, args, []),
    startConfigured: async (cwd, args) => start(cwd, args, await settingsOf(cwd, undefined, false)),
    version: () =>
      (version ??= execute('/', ['version'], { read: true }, []).then(({ stdout }) => {
        const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout.toString('utf8')) ?? []
        return [Number(major), Number(minor)]
      })),
  }
}
