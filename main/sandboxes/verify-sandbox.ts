import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { conflict, missing } from '@shared/model/refusal'
import type { Context } from './context'
import type { Sandbox, SandboxCondition } from './domain/types'
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
    if (!present) return answer('missing')
    return answer(
      here.lockReason !== null && here.lockReason !== lockReasonOf(sandbox.planId) ? 'locked_by_other' : 'ok',
    )
  }
  if (present) return answer('unregistered')
  // Another sandbox of the plan in this repository has the same reason, and lies beside this one; a moved one does not.
  const moved = all.find(
    (one) => one.lockReason === lockReasonOf(sandbox.planId) && dirname(one.path) !== dirname(sandbox.path),
  )
  return moved && (await exists(moved.path)) ? answer('moved', moved.path) : answer('missing')
}

function refuse(sandbox: Sandbox, found: string) {
  return conflict('sandbox.mismatch', `The sandbox of ${sandbox.name} is not what it was: ${found}. Nothing was run.`, {
    hint: 'Discard the plan, or repair the sandbox and resume.',
    details: { path: sandbox.path, branch: sandbox.branch, planId: sandbox.planId, resourceId: sandbox.resourceId },
  })
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
        details: { planId: sandbox.planId, resourceId: sandbox.resourceId },
      },
    )
  if (!stat.isDirectory()) throw refuse(sandbox, 'a link or a file stands in its place')
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
  if (head !== `refs/heads/${sandbox.branch}`) throw refuse(sandbox, `it is on ${head}`)
}
