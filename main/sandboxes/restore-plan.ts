import { conflict } from '@shared/model/refusal'
import type { Context } from './context'
import { restoreKept } from './discard-sandbox'
import type { Sandbox } from './domain/types'
import { openSandbox } from './open-sandbox'
import { exists } from './repository-state'

async function restoreCheckpoints(context: Context, sandbox: Sandbox): Promise<void> {
  const lines = context.repository.everyCheckpointOf(sandbox.planId).flatMap(({ number, resources }) => {
    const commit = resources[sandbox.resourceId]?.commit
    return commit ? [`update refs/cleveragents/checkpoints/${sandbox.refName}/${number}\0${commit}\0\0`] : []
  })
  if (lines.length > 0)
    await context.git.run(sandbox.repoRoot, ['update-ref', '--stdin', '-z'], { input: lines.join('') })
}

/** Brings the sandboxes of a plan back from the trash, content and kept ignored files, for as long as it is kept. */
export async function restorePlan(context: Context, planId: string): Promise<Sandbox[]> {
  const restored: Sandbox[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    if (sandbox.state !== 'discarded' && sandbox.state !== 'applied') continue
    if (sandbox.trash === null || !(await exists(sandbox.commonDir)))
      throw conflict('sandbox.not_kept', `Nothing is kept any more of the sandbox of ${sandbox.name}.`, {
        hint: 'Start another plan.',
      })
    context.repository.saveSandbox({ ...sandbox, state: 'preparing', trash: null, ended: null })
    const source = {
      strategy: sandbox.base.strategy,
      resourceId: sandbox.resourceId,
      name: sandbox.name,
      path: sandbox.sourcePath,
      branch: sandbox.base.branch,
    }
    const open = await openSandbox(context, planId, source, sandbox.base)
    await restoreKept(context, { ...open, trash: sandbox.trash })
    await restoreCheckpoints(context, open)
    restored.push(open)
  }
  return restored
}
