import { mkdir, realpath, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { conflict, invalid } from '@shared/model/refusal'
import { backToBranch } from './back-to-branch'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { leadsTo } from './find-moved'
import { openSandbox } from './open-sandbox'
import { lockAgain, lookAgain } from './reconcile-sandboxes'
import { exists, registrationsOf } from './repository-state'
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
  // git moves none that has submodules, and knows nothing of one that was moved without it.
  await rename(from, sandbox.path).catch((error: NodeJS.ErrnoException) => {
    throw conflict('sandbox.not_moved', `The sandbox could not be moved back from ${from}: ${error.message}.`, {
      hint: `Move it to ${sandbox.path} by hand, or discard the plan.`,
      details: { path: sandbox.path, moved_to: from },
    })
  })
  await context.git.run(sandbox.repoRoot, ['worktree', 'repair', sandbox.path])
}

/** The sandbox that a person has found in a folder; refuses a folder that is none of the plan's. */
async function foundIn(planId: string, sandboxes: readonly Sandbox[], folder: string): Promise<Sandbox> {
  for (const sandbox of sandboxes) {
    const here = (await registrationsOf(sandbox.commonDir)).find((one) => one.path === sandbox.path)
    if (here && folder !== sandbox.path && (await leadsTo(folder, here.adminDir))) return sandbox
  }
  throw invalid(
    'sandbox.not_there',
    `${folder} is not a sandbox of plan ${planId} that was moved. Nothing was changed.`,
    {
      hint: 'Name the folder that holds its files itself. Without one, the sandbox is made again from its last checkpoint.',
      details: { path: folder, plan_id: planId },
    },
  )
}

async function repairOne(context: Context, sandbox: Sandbox, found: string | null): Promise<void> {
  const now = await conditionOf(sandbox)
  const condition = found === null ? now.condition : 'moved'
  const movedTo = found ?? now.movedTo
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

/**
 * Puts every sandbox of a plan right: made again from its last checkpoint, brought back, on its branch, or locked as ours. `movedTo` is
 * where a person found one that was moved further than is looked for.
 */
export async function repairSandboxes(context: Context, planId: string, movedTo?: string): Promise<void> {
  await backToBranch(context, planId, { keepAs: 'before the repair' })
  await context.lock(`plan:${planId}`, async () => {
    const sandboxes = context.repository.sandboxesOf(planId).filter(({ state }) => state === 'ready')
    // What cannot be resolved is no sandbox either, and is refused as it was given.
    const folder = movedTo === undefined ? null : await realpath(movedTo).catch(() => movedTo)
    const found = folder === null ? null : await foundIn(planId, sandboxes, folder)
    for (const sandbox of sandboxes) {
      try {
        await repairOne(context, sandbox, sandbox === found ? folder : null)
      } finally {
        await lookAgain(context, sandbox)
      }
    }
  })
  // What could not be reached before the repair.
  await backToBranch(context, planId, { only: 'held', keepAs: 'what an interrupted check left' })
}
