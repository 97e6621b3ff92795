import { copyFile, lstat, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWithin } from './domain/address'
import { withoutSecrets } from './domain/command-environment'
import type { Answer } from './read-tools'
import { worktreeOf, type ToolResource } from './resource-files'
import { FileFault } from './sandbox-files'
import type { ArgumentsOf } from './tool-arguments'
import type { Target, ToolContext } from './tool-context'
import type { WriteAnswer } from './write-tools'

export type CommandHooks = {
  readonly signal: AbortSignal
  readonly onOutput?: (text: string) => void
  readonly onSpawn?: (pid: number) => void
  readonly mark?: string
}

export type CommandAnswer = WriteAnswer & { readonly exitCode: number | null; readonly failed: boolean }

/** Where a command runs: the folder it names, else the top of the resource that plain paths mean. */
export async function commandTarget(c: ToolContext, cwd: string | undefined): Promise<Target> {
  if (cwd !== undefined && cwd.trim() !== '') return c.locate(cwd)
  if (c.plain) return { resource: c.plain, path: '' }
  const names = c.resources.filter((resource) => resource.writable).map((resource) => resource.name)
  throw new FileFault('missing', `\`cwd\` is missing: the plan has several resources. Give one of ${names.join(', ')}`)
}

async function folderOf(c: ToolContext, at: Target): Promise<string> {
  const { root } = at.resource
  if (root === null || !at.resource.writable)
    throw new FileFault('outside', `commands cannot run in ${at.resource.name}, which is linked read-only`)
  const top = await realpath(root)
  const stat = await lstat(join(top, at.path)).catch(() => null)
  if (!stat) throw new FileFault('missing', `the folder \`${c.show(at)}\` does not exist`)
  const folder = await realpath(join(top, at.path))
  if (!isWithin(folder, top))
    throw new FileFault('outside', `\`${c.show(at)}\` leads out of the sandbox through a link`)
  if (!(await lstat(folder)).isDirectory()) throw new FileFault('kind', `\`${c.show(at)}\` is a file, not a folder`)
  return folder
}

/** Runs a shell line in the sandbox; whatever it leaves running is ended before this answers. */
export async function runCommand(
  c: ToolContext,
  args: ArgumentsOf<'run_command'>,
  hooks: CommandHooks,
): Promise<CommandAnswer> {
  const folder = await folderOf(c, await commandTarget(c, args.cwd))
  const seconds = Math.min(args.timeout_s ?? c.limits.commandSeconds, c.limits.commandSecondsMost)
  const half = Math.floor(c.limits.outputBytes / 2)
  const relay = lineRelay(c.redact, hooks.onOutput)
  // One stream for both, so that the model reads messages in the order in which they came.
  const result = await c.run('/bin/sh', ['-c', 'exec 2>&1; eval "$1"', 'sh', args.command], {
    cwd: folder,
    env: withoutSecrets(c.commandEnv),
    timeoutMs: seconds * 1000,
    signal: hooks.signal,
    keep: { head: half, tail: half },
    leftovers: 'end',
    onOutput: (chunk) => relay.add(chunk),
    onSpawn: hooks.onSpawn,
    mark: hooks.mark,
  })
  relay.end()
  hooks.signal.throwIfAborted()
  const how = outcomeOf(result, seconds)
  const output = result.stdout.toString('utf8').trimEnd()
  const short = args.command.length > 80 ? `${args.command.slice(0, 80)}…` : args.command
  const changed = c.resources
    .filter((one) => one.writable)
    .map((one) => ({ resourceId: one.resourceId, paths: 'all' as const }))
  return {
    content: output === '' ? `[${how}, no output]` : `${output}\n[${how}]`,
    title: `Ran \`${short.replace(/\s+/g, ' ')}\` (${how})`,
    changed,
    exitCode: result.code,
    failed: result.code !== 0 || result.timedOut,
  }
}

type Outcome = {
  readonly code: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly startError?: string
}

function outcomeOf(result: Outcome, seconds: number): string {
  if (result.startError) return `could not be started: ${result.startError}`
  if (result.timedOut) return `ended at its time limit of ${seconds} s`
  return result.code === null ? `ended by ${result.signal}` : `exit ${result.code}`
}

const longestLine = 8192

/** Passes output on line by line, so that a secret that two chunks share is seen whole by `redact`. */
function lineRelay(redact: (text: string) => string, onOutput: ((text: string) => void) | undefined) {
  const decoder = new TextDecoder()
  let pending = ''
  const emit = (text: string) => text !== '' && onOutput?.(redact(text))
  return {
    add(chunk: Buffer) {
      pending += decoder.decode(chunk, { stream: true })
      const end = pending.length > longestLine ? pending.length : pending.lastIndexOf('\n') + 1
      emit(pending.slice(0, end))
      pending = pending.slice(end)
    },
    end: () => emit(pending + decoder.decode()),
  }
}

/** All changes of the sandboxes against their base, new files included; the index of none is touched. */
export async function showDiff(c: ToolContext, signal: AbortSignal): Promise<Answer> {
  const parts: string[] = []
  for (const resource of c.resources) {
    if (resource.writable && resource.root !== null)
      parts.push(await diffOf(c, { ...resource, root: resource.root }, signal))
  }
  const text = parts.filter((part) => part !== '').join('\n')
  return { content: text === '' ? '[no changes]' : text, title: 'Looked at the changes' }
}

async function diffOf(c: ToolContext, resource: ToolResource & { root: string }, signal: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'index-'))
  const index = join(folder, 'index')
  const located = await worktreeOf(c.git, resource)
  const git = (args: readonly string[], env: Record<string, string> = {}) =>
    c.git.run(resource.root, args, { signal, env: { ...located, ...env }, keep: { head: 2_000_000, tail: 0 } })
  try {
    if ('GIT_DIR' in located) await git(['read-tree', resource.commit], { GIT_INDEX_FILE: index })
    else
      await copyFile(
        (await git(['rev-parse', '--path-format=absolute', '--git-path', 'index'])).stdout.toString('utf8').trimEnd(),
        index,
      )
    await git(['add', '--all', '--sparse', '--intent-to-add', '--', '.'], { GIT_INDEX_FILE: index })
    const prefix = c.plain?.resourceId === resource.resourceId ? '' : `${resource.name}/`
    const shape = [
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      '--relative',
      `--src-prefix=a/${prefix}`,
      `--dst-prefix=b/${prefix}`,
    ]
    const diff = await git(['diff', ...shape, resource.commit, '--', '.'], { GIT_INDEX_FILE: index })
    return diff.stdout.toString('utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
