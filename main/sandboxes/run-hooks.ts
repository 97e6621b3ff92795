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

const hookTimeout = 600_000
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

async function runHook(context: Context, path: string, args: readonly string[], cwd: string, index: string | null) {
  const env = { GIT_EDITOR: ':', ...(index === null ? {} : { GIT_INDEX_FILE: index }) }
  return context.runProgram(path, args, { cwd, env, timeoutMs: hookTimeout })
}

export type HookedCommit = { readonly tree: string; readonly message: string }

/** Puts a sandbox back that was lent to hooks, whatever they or a crash did to tracked files. */
export async function takeBackLent(context: Context, sandbox: Sandbox): Promise<void> {
  if (!(await exists(lentOf(sandbox)))) return
  const { tree, head } = lent.parse(JSON.parse(await readFile(lentOf(sandbox), 'utf8')))
  await context.git.run(sandbox.path, ['read-tree', '--reset', '-u', tree])
  await context.git.run(sandbox.path, ['update-ref', `refs/heads/${sandbox.branch}`, head])
  context.captured.delete(sandbox.id)
  await unlink(lentOf(sandbox))
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
      const result = await runHook(context, path, name === 'commit-msg' ? [messageFile] : [], sandbox.path, index)
      if (result.code !== 0)
        throw failed(
          'apply.hook_failed',
          `The hook ${name} of ${sandbox.name} refused the commit. The target was not touched.`,
          {
            hint: 'Fix what it names, leave the changes uncommitted (mode working-tree), or skip the hooks once.',
            details: {
              hook: name,
              output: result.output,
              exitCode: result.code,
              choices: ['fix', 'working_tree', 'skip_once'],
            },
          },
        )
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
  path: string,
  mode: 'merge' | 'squash',
  cwd: string,
): Promise<string | null> {
  const result = await runHook(context, path, mode === 'merge' ? ['0'] : [], cwd, null)
  return result.code === 0 ? null : `The hook ${afterHook(mode)} failed after the commit: ${result.output.trim()}`
}
