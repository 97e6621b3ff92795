import { lstat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { conflict, missing } from '@shared/model/refusal'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { findFolderTarget } from './apply-folder'
import { isFolder } from './folder-repository'
import { exists, gitDirOf, headLine, operationIn, textOf } from './repository-state'
import { refOf } from './trees'

export type TargetWorktree = {
  readonly path: string
  readonly gitDir: string
  /** What points git from `path` to its repository; nothing where git finds that by itself. */
  readonly env: Readonly<Record<string, string>>
}

/** What one or more resources of a plan are applied to: a branch, or a folder, whose branch is then only a word for it. */
export type Target = {
  readonly folder: boolean
  readonly repoRoot: string
  readonly commonDir: string
  readonly branch: string
  readonly ref: string
  readonly head: string
  /** Where the branch is checked out; null where it is not. */
  readonly worktree: TargetWorktree | null
}

type Listed = { readonly path: string; readonly branch: string | null }

async function worktreesOf(context: Context, repoRoot: string): Promise<Listed[]> {
  const [major, minor] = await context.git.version()
  const zeros = major > 2 || minor >= 36
  const output = textOf(
    await context.git.run(repoRoot, ['worktree', 'list', '--porcelain', ...(zeros ? ['-z'] : [])], { read: true }),
  )
  const separator = zeros ? '\0' : '\n'
  return output.split(separator + separator).map((block) => {
    const lines = block.split(separator)
    const value = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? null
    return { path: value('worktree') ?? '', branch: value('branch') }
  })
}

const unchanged = 'Nothing was changed.'

async function refuseOperation(path: string, gitDir: string): Promise<void> {
  const operation = await operationIn(gitDir)
  if (operation === null) return
  throw conflict('apply.operation_in_progress', `A ${operation} is in progress in ${path}. ${unchanged}`, {
    hint: `Finish or end the ${operation}, then apply again.`,
    details: { operation, path },
  })
}

/** Refuses where some process holds the index, and says since when and whose the lock file is. */
export async function refuseIndexLock(context: Context, worktree: TargetWorktree): Promise<void> {
  const lock = join(worktree.gitDir, 'index.lock')
  const stat = await lstat(lock).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stat === null) return
  const ageMs = Math.max(0, context.clock() - Math.round(stat.mtimeMs))
  const owner = stat.uid === userInfo().uid ? userInfo().username : String(stat.uid)
  throw conflict(
    'apply.index_locked',
    `${lock} exists: another git works in ${worktree.path}, or one was killed there. ${unchanged}`,
    {
      hint: `The lock is ${Math.round(ageMs / 1000)} s old and belongs to ${owner}. Wait for that git to end; delete the file only if none runs.`,
      details: { lock, age_ms: ageMs, owner },
    },
  )
}

/** Where a branch is checked out; the repository's own working tree comes first in git's list too. */
async function worktreeOf(
  context: Context,
  sandbox: Sandbox,
  gitDir: string,
  ref: string,
): Promise<TargetWorktree | null> {
  const { repoRoot, commonDir } = sandbox
  if (gitDir === commonDir && (await headLine(gitDir)) === `ref: ${ref}`) return { path: repoRoot, gitDir, env: {} }
  const at = (await worktreesOf(context, repoRoot)).find((one) => one.branch === ref)
  if (!at || !(await exists(at.path))) return null
  return { path: at.path, gitDir: await gitDirOf(context.git, at.path), env: {} }
}

/** The branch that a checkout stands on now; null where it is detached. */
const checkedOut = async (gitDir: string): Promise<string | null> =>
  /^ref: refs\/heads\/(.+)$/.exec((await headLine(gitDir)) ?? '')?.[1] ?? null

/** Finds the target of a sandbox, and refuses one that must not be touched now. */
export async function findTarget(
  context: Context,
  sandbox: Sandbox,
  options: { readonly chosen: string | undefined; readonly preview: boolean },
): Promise<Target> {
  if (isFolder(sandbox)) return findFolderTarget(context, sandbox, options.preview)
  const { repoRoot, commonDir, base } = sandbox
  if (!(await exists(repoRoot)))
    throw missing('apply.source_missing', `The checkout of ${sandbox.name} is no longer at ${repoRoot}. ${unchanged}`, {
      hint: 'Put it back in its place, then apply again.',
    })
  const gitDir = await gitDirOf(context.git, repoRoot)
  const branch = options.chosen ?? base.branch ?? (await checkedOut(gitDir))
  await refuseOperation(repoRoot, gitDir)
  if (branch === null)
    throw conflict(
      'apply.detached',
      `${sandbox.name} is detached at ${base.headCommit.slice(0, 10)}, so there is no branch to apply to. ${unchanged}`,
      {
        hint: `Check out the branch that the changes are meant for in ${repoRoot}, then apply again: git switch -c NAME keeps this commit.`,
        details: { head_commit: base.headCommit },
      },
    )
  const ref = `refs/heads/${branch}`
  const head = await refOf(context, repoRoot, ref)
  if (head === null)
    throw missing('apply.branch_missing', `${sandbox.name} no longer has the branch ${branch}. ${unchanged}`, {
      hint: `Create it again (it was at ${base.headCommit.slice(0, 10)}), or choose another branch.`,
      details: { branch, head_commit: base.headCommit },
    })
  const worktree = await worktreeOf(context, sandbox, gitDir, ref)
  if (worktree === null) return { repoRoot, commonDir, branch, ref, head, folder: false, worktree }
  await refuseOperation(worktree.path, worktree.gitDir)
  await refuseIndexLock(context, worktree)
  return { repoRoot, commonDir, branch, ref, head, folder: false, worktree }
}
