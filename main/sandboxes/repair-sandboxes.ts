import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { conflict } from '@shared/model/refusal'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { openSandbox } from './open-sandbox'
import { lockAgain, lookAgain } from './reconcile-sandboxes'
import { exists } from './repository-state'
import { conditionOf, verifySandbox } from './verify-sandbox'

/** Brings a sandbox that was moved back to its place: nothing outside of our own folder could be removed later. */
async function bringBack(context: Context, sandbox: Sandbox, from: string): Promise<void> {
  await verifySandbox(context, { ...sandbox, path: from })
  if (await exists(sandbox.path))
    throw conflict('sandbox.in_the_way', `${sandbox.path} is taken by something else. Nothing was changed.`, {
      hint: 'Move that away and try again, or discard the plan.',
      details: { path: sandbox.path, moved_to: from },
    })
  await mkdir(dirname(sandbox.path), { recursive: true })
  const moved = await context.git.run(sandbox.repoRoot, ['worktree', 'move', '-f', '-f', from, sandbox.path], {
    expect: [0, 128],
  })
  if (moved.code === 0) return
  // git moves none that has submodules.
  await rename(from, sandbox.path).catch((error: NodeJS.ErrnoException) => {
    throw conflict('sandbox.not_moved', `The sandbox could not be moved back from ${from}: ${error.message}.`, {
      hint: `Move it to ${sandbox.path} by hand, or discard the plan.`,
      details: { path: sandbox.path, moved_to: from },
    })
  })
  await context.git.run(sandbox.repoRoot, ['worktree', 'repair', sandbox.path])
}

async function repairOne(context: Context, sandbox: Sandbox): Promise<void> {
  const { condition, movedTo } = await conditionOf(sandbox)
  if (condition === 'moved' && movedTo !== null) await bringBack(context, sandbox, movedTo)
  if (condition === 'locked_by_other') await lockAgain(context, sandbox)
  context.captured.delete(sandbox.id)
  const { base, resourceId, name, sourcePath: path } = sandbox
  // Makes it again where it is missing, and refuses what is not put right by any of this.
  await openSandbox(
    context,
    sandbox.planId,
    { strategy: base.strategy, resourceId, name, path, branch: base.branch },
    base,
  )
}

/** Puts every sandbox of a plan right: made again from its last checkpoint, brought back, or locked as ours. */
export async function repairSandboxes(context: Context, planId: string): Promise<void> {
  await context.lock(`plan:${planId}`, async () => {
    for (const sandbox of context.repository.sandboxesOf(planId)) {
      if (sandbox.state !== 'ready') continue
      try {
        await repairOne(context, sandbox)
      } finally {
        await lookAgain(context, sandbox)
      }
    }
  })
}
