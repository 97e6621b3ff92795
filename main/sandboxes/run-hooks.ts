import { access, constants, readFile, unlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { failed } from '@shared/model/refusal'
import * as z from 'zod'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { indexOf, lentOf } from './remove-ours'
import { exists, gitDirOf, lineOf, textOf } from './repository-state'
import { copyIndex, refOf } from './trees'

const defaultSeconds = 600
const lent = z.object({ tree: z.string(), head: z.string() })

/** The folder of the repository's hooks as its owner configured it; our own calls of git switch it off. */
async function hooksFolder(context: Context, repoRoot: string, commonDir: string): Promise<string> {
  const ask = ['config', '--show-scope', '-z', '--get-all', 'core.hooksPath']
  const parts = textOf(await context.git.run(repoRoot, ask, { read: true, expect: [0, 1] })).split('\0')
  let folder = join(commonDir, 'hooks')
  for (let at = 0; at + 1 < parts.length; at += 2) if (parts[at] !== 'command') folder = parts[at + 1] ?? folder
  if (folder.startsWith('~/')) return join(homedir(), folder.slice(2))
  return isAbsolute(folder) ? folder : join(repoRoot, folder)
}

/** The hooks among `names` that are there and executable, as paths by name. */
export async function hooksPresent(
  context: Context,
  repoRoot: string,
  commonDir: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const folder = await hooksFolder(context, repoRoot, commonDir)
  const found = new Map<string, string>()
  for (const name of names) {
    const path = join(folder, name)
    const runs = await access(path, constants.X_OK).then(
      () => true,
      // Absent, or a sample that is not executable: git itself would pass over it.
      () => false,
    )
    if (runs) found.set(name, path)
  }
  return found
}

export const commitHooks = (mode: 'merge' | 'squash'): readonly string[] => [
  mode === 'merge' ? 'pre-merge-commit' : 'pre-commit',
  'commit-msg',
]
export const afterHook = (mode: 'merge' | 'squash'): string => (mode === 'merge' ? 'post-merge' : 'post-commit')

/** Who looks on while hooks run, and may end them. */
export type HookWatch = { readonly signal?: AbortSignal; readonly onHook?: () => void }

type Hook = {
  readonly sandbox: Sandbox
  readonly name: string
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly index: string | null
}

/** Runs a hook where it can be seen and ended with all its processes. */
async function runHook(context: Context, hook: Hook, watch: HookWatch) {
  const { sandbox, name, path, args, cwd, index } = hook
  const { planId } = sandbox
  const env = { GIT_EDITOR: ':', ...(index === null ? {} : { GIT_INDEX_FILE: index }) }
  const timeoutMs = (context.hookSeconds?.() ?? defaultSeconds) * 1000
  const stop = new AbortController()
  const after = index === null
  const running = { name, resource: sandbox.name, since: context.clock(), timeoutMs, after, stop: () => stop.abort() }
  context.hooks.set(planId, running)
  watch.onHook?.()
  try {
    // What follows the commit may start something that is meant to last; what decides about it may not.
    const signal = after || !watch.signal ? stop.signal : AbortSignal.any([stop.signal, watch.signal])
    return await context.runProgram(path, args, { cwd, env, timeoutMs, signal, endLeftovers: !after })
  } finally {
    context.hooks.delete(planId)
    watch.onHook?.()
  }
}

export type HookedCommit = { readonly tree: string; readonly message: string }

const isThere = (sandbox: Sandbox): Promise<boolean> => exists(join(sandbox.path, '.git'))

/** Puts a sandbox back that was lent to hooks, whatever they or a crash did to tracked files. */
export async function takeBackLent(context: Context, sandbox: Sandbox): Promise<void> {
  if (!(await exists(lentOf(sandbox)))) return
  const { tree, head } = lent.parse(JSON.parse(await readFile(lentOf(sandbox), 'utf8')))
  // A hook may have removed the sandbox; git would then work in whatever lies above it. It is made again when it is needed.
  if (await isThere(sandbox)) await context.git.run(sandbox.path, ['read-tree', '--reset', '-u', tree])
  await context.git.run(sandbox.repoRoot, ['update-ref', `refs/heads/${sandbox.branch}`, head])
  context.captured.delete(sandbox.id)
  await unlink(lentOf(sandbox))
}

const choices = ['fix', 'working_tree', 'skip_once']

function hookFailed(
  context: Context,
  sandbox: Sandbox,
  hook: string,
  result: Awaited<ReturnType<typeof runHook>> & { readonly removed: boolean },
) {
  const { output, code, timedOut, removed } = result
  const seconds = context.hookSeconds?.() ?? defaultSeconds
  const ended = timedOut ? `did not end within ${seconds} s and was ended` : 'refused the commit'
  const what = removed ? 'removed the sandbox, which the next apply makes again from its last checkpoint' : ended
  return failed('apply.hook_failed', `The hook ${hook} of ${sandbox.name} ${what}. The target was not touched.`, {
    hint: 'Have it fixed in the sandbox, leave the changes uncommitted (mode working-tree), or skip the hooks once.',
    details: { hook, resource: sandbox.name, output, exit_code: code, timed_out: timedOut, choices },
  })
}

/**
 * Runs the commit hooks of a trusted repository in the sandbox, which holds the merged tree meanwhile. What they add to
 * the index or change in the message counts. A hook that fails refuses the whole Apply, with its output.
 */
export async function runCommitHooks(
  context: Context,
  sandbox: Sandbox,
  hooks: ReadonlyMap<string, string>,
  commit: { readonly own: string; readonly merged: string; readonly head: string; readonly message: string },
  watch: HookWatch = {},
): Promise<HookedCommit> {
  const gitDir = await gitDirOf(context.git, sandbox.path)
  const index = join(gitDir, 'index')
  const before = (await refOf(context, sandbox.path, 'HEAD')) ?? sandbox.base.baseCommit
  const messageFile = join(gitDir, 'COMMIT_EDITMSG')
  await writeFile(lentOf(sandbox), JSON.stringify({ tree: commit.own, head: before }), { flush: true })
  try {
    await copyIndex(indexOf(sandbox), index)
    await context.git.run(sandbox.path, ['read-tree', '-m', '-u', commit.own, commit.merged])
    await context.git.run(sandbox.path, ['update-ref', `refs/heads/${sandbox.branch}`, commit.head])
    await writeFile(messageFile, commit.message)
    for (const [name, path] of hooks) {
      const args = name === 'commit-msg' ? [messageFile] : []
      const result = await runHook(context, { sandbox, name, path, args, cwd: sandbox.path, index }, watch)
      const removed = !(await isThere(sandbox))
      if (result.code !== 0 || removed) throw hookFailed(context, sandbox, name, { ...result, removed })
    }
    return {
      tree: lineOf(await context.git.run(sandbox.path, ['write-tree'])),
      message: await readFile(messageFile, 'utf8'),
    }
  } finally {
    await takeBackLent(context, sandbox)
  }
}

/** Runs the hook that follows the commit, where the branch is checked out; its failure is told and changes nothing. */
export async function runAfterHook(
  context: Context,
  sandbox: Sandbox,
  hook: { readonly path: string; readonly mode: 'merge' | 'squash'; readonly cwd: string },
  watch: HookWatch,
): Promise<string | null> {
  const { path, mode, cwd } = hook
  const name = afterHook(mode)
  const args = mode === 'merge' ? ['0'] : []
  const result = await runHook(context, { sandbox, name, path, args, cwd, index: null }, watch)
  return result.code === 0 ? null : `The hook ${name} failed after the commit: ${result.output.trim()}`
}
