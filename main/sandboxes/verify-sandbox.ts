import { lstat, readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { conflict, missing } from '@shared/model/refusal'
import type { Context } from './context'
import type { Sandbox, SandboxCondition } from './domain/types'
import { findMoved } from './find-moved'
import { exists, lineOf, registrationsOf } from './repository-state'

export const lockReasonOf = (planId: string): string => `cleveragents:${planId}`

/** How a sandbox stands, told from the file system alone. */
export async function conditionOf(
  sandbox: Sandbox,
): Promise<{ readonly condition: SandboxCondition; readonly movedTo: string | null }> {
  const all = await registrationsOf(sandbox.commonDir)
  const here = all.find((one) => one.path === sandbox.path)
  const present = await exists(join(sandbox.path, '.git'))
  const answer = (condition: SandboxCondition, movedTo: string | null = null) => ({ condition, movedTo })
  if (here) {
    if (!present) {
      const found = await findMoved(sandbox, here.adminDir)
      return found === null ? answer('missing') : answer('moved', found)
    }
    if (here.lockReason !== null && here.lockReason !== lockReasonOf(sandbox.planId)) return answer('locked_by_other')
    const head = await lineIn(join(here.adminDir, 'HEAD'))
    return answer(head === null || head === `ref: refs/heads/${sandbox.branch}` ? 'ok' : 'off_branch')
  }
  if (present) return answer('unregistered')
  // Another sandbox of the plan in this repository has the same reason, and lies beside this one; a moved one does not.
  const moved = all.find(
    (one) => one.lockReason === lockReasonOf(sandbox.planId) && dirname(one.path) !== dirname(sandbox.path),
  )
  return moved && (await exists(moved.path)) ? answer('moved', moved.path) : answer('missing')
}

function refuse(sandbox: Sandbox, found: string, todo?: string) {
  const { planId } = sandbox
  return conflict('sandbox.mismatch', `The sandbox of ${sandbox.name} is not what it was: ${found}. Nothing was run.`, {
    hint:
      todo ??
      `Resume the plan, which makes what is missing again from the last checkpoint. Where that does not help: agents plan cancel ${planId}, then agents plan restore ${planId}.`,
    details: { path: sandbox.path, branch: sandbox.branch, plan_id: sandbox.planId, resource_id: sandbox.resourceId },
  })
}

/** A file of git's that holds one line; null where there is none. */
async function lineIn(file: string): Promise<string | null> {
  return readFile(file, 'utf8').then(
    (text) => text.replace(/\n$/, ''),
    // Whatever is wrong with it, git is asked next and says so.
    () => null,
  )
}

/**
 * Whether git's own files say what `git rev-parse` would: the folder leads to its record, the record leads back, belongs
 * to the repository, and is on the branch. False means that git must be asked, not that something is wrong.
 */
export async function isPlainlyOurs(sandbox: Sandbox): Promise<boolean> {
  const link = await lineIn(join(sandbox.path, '.git'))
  if (link === null || !link.startsWith('gitdir: ')) return false
  const own = resolve(sandbox.path, link.slice('gitdir: '.length))
  const [back, common, head] = await Promise.all(['gitdir', 'commondir', 'HEAD'].map((name) => lineIn(join(own, name))))
  // A configuration of its own may move the working tree.
  if (!back || !common || (await exists(join(own, 'config.worktree')))) return false
  return (
    resolve(own, back) === join(sandbox.path, '.git') &&
    (await realpath(sandbox.path)) === sandbox.path &&
    (await realpath(resolve(own, common))) === sandbox.commonDir &&
    head === `ref: refs/heads/${sandbox.branch}`
  )
}

/** Refuses where the repository of a sandbox is away. */
export async function requireRepository(sandbox: Sandbox): Promise<void> {
  if (!(await exists(sandbox.commonDir)))
    throw missing(
      'sandbox.source_missing',
      `The repository of ${sandbox.name} is no longer at ${sandbox.repoRoot}, and its sandbox cannot be used without it. Its files are kept.`,
      {
        hint: 'Put it back in its place and resume the plan, or discard the plan.',
        details: { path: sandbox.repoRoot, plan_id: sandbox.planId, resource_id: sandbox.resourceId },
      },
    )
}

/** Refuses unless the sandbox is its own working tree, on its own branch, of the recorded repository. */
export async function verifySandbox(context: Context, sandbox: Sandbox): Promise<void> {
  const stat = await lstat(sandbox.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (stat === null)
    throw missing(
      'sandbox.missing',
      `The sandbox of ${sandbox.name} is no longer at ${sandbox.path}. Its checkpoints are kept.`,
      {
        hint: 'Resume the plan to make it again from the last checkpoint, or discard the plan.',
        details: { plan_id: sandbox.planId, resource_id: sandbox.resourceId },
      },
    )
  if (!stat.isDirectory()) throw refuse(sandbox, 'a link or a file stands in its place')
  await requireRepository(sandbox)
  if (await isPlainlyOurs(sandbox)) return
  const ask = [
    'rev-parse',
    '--path-format=absolute',
    '--show-toplevel',
    '--git-common-dir',
    '--symbolic-full-name',
    'HEAD',
  ]
  const found = await context.git.run(sandbox.path, ask, { read: true, expect: [0, 128] })
  const [top = '', common = '', head = ''] = lineOf(found).split('\n')
  if (found.code !== 0) throw refuse(sandbox, 'git does not know it as a working tree')
  if (top !== (await realpath(sandbox.path))) throw refuse(sandbox, `its top level is ${top}`)
  if ((await realpath(common)) !== sandbox.commonDir) throw refuse(sandbox, `it belongs to ${common}`)
  if (head !== `refs/heads/${sandbox.branch}`)
    throw refuse(
      sandbox,
      `it is on ${head}`,
      `Bring it back to its own branch with its work: agents plan repair ${sandbox.planId}`,
    )
}
