import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { run, type RunResult } from '../process/run'
import { environmentFor, overridesOf, parseConfig } from './hardening'

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

type Cached = {
  readonly stamp: string
  readonly files: readonly string[]
  readonly entries: ReturnType<typeof parseConfig>
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stats = await Promise.all(
    files.map((file) =>
      stat(file, { bigint: true }).then(
        (s) => `${s.ino}:${s.size}:${s.mtimeNs}:${s.ctimeNs}`,
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
  const configs = new Map<string, Cached>()
  let version: Promise<readonly [number, number]> | null = null

  const execute = async (
    cwd: string,
    args: readonly string[],
    given: GitRunOptions,
    settings: readonly [string, string][],
  ) => {
    const env: Record<string, string | undefined> = { ...base, ...given.env }
    if (given.read) env['GIT_OPTIONAL_LOCKS'] = '0'
    if (settings.length > 0) env['GIT_CONFIG_COUNT'] = String(settings.length)
    settings.forEach(([key, value], at) => {
      env[`GIT_CONFIG_KEY_${at}`] = key
      env[`GIT_CONFIG_VALUE_${at}`] = value
    })
    const { input, signal, keep, timeoutMs = 600_000 } = given
    const result = await run('git', [...fixed, ...args], { cwd, env, input, signal, keep, timeoutMs })
    if (result.code === null || result.timedOut || result.aborted || !(given.expect ?? [0]).includes(result.code))
      throw new GitError(args, result)
    return { code: result.code, stdout: result.stdout, stderr: result.stderr.toString('utf8') }
  }

  const configOf = async (cwd: string, gitDir: string | undefined): Promise<Cached['entries']> => {
    const place = gitDir ?? cwd
    const known = configs.get(place)
    if (known && known.stamp === (await stampOf(known.files))) return known.entries
    const list = ['config', '--list', '--show-scope', '--show-origin', '-z']
    const entries = parseConfig(
      (
        await execute(cwd, list, { read: true, env: gitDir === undefined ? {} : { GIT_DIR: gitDir } }, [])
      ).stdout.toString('utf8'),
    )
    const origins = entries.filter((entry) => entry.origin.startsWith('file:')).map((entry) => entry.origin.slice(5))
    const files = [
      join(cwd, '.git'),
      ...new Set(origins.map((file) => (file.startsWith('/') ? file : join(cwd, file)))),
    ]
    // What an include names may come into being at any time, so its answer is not kept.
    if (entries.some((entry) => entry.key.startsWith('include'))) configs.delete(place)
    else configs.set(place, { stamp: await stampOf(files), files, entries })
    return entries
  }

  return {
    environment,
    async run(cwd, args, given = {}) {
      const entries = await configOf(cwd, given.env?.['GIT_DIR'])
      const lfs = entries.some((entry) => entry.key.startsWith('filter.lfs.'))
      const withoutLfs = lfs && !(await isOnPath('git-lfs', environment['PATH'] ?? ''))
      return execute(cwd, args, given, overridesOf(entries, { trusted: given.trusted ?? false, withoutLfs }))
    },
    start: (cwd, args) =>
      spawn('git', [...fixed, ...args], {
        cwd,
        env: { ...base, GIT_OPTIONAL_LOCKS: '0', GIT_ALLOW_PROTOCOL: 'none' } as NodeJS.ProcessEnv,
      }),
    version: () =>
      (version ??= execute('/', ['version'], { read: true }, []).then(({ stdout }) => {
        const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout.toString('utf8')) ?? []
        return [Number(major), Number(minor)]
      })),
  }
}
