import { backToBranch } from './back-to-branch'
import type { Context } from './context'
import { writeHeld } from './held'
import { presentTree } from './list-changes'
import { refOf } from './trees'

/**
 * Notes where the branches and files of a plan's sandboxes stand before something runs in them that is to look, not to work:
 * `backToBranch` afterwards, the next start or a repair puts back what was moved or written.
 */
export async function holdBranches(context: Context, planId: string): Promise<void> {
  await backToBranch(context, planId, { only: 'held', keepAs: 'what an interrupted check left' })
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    if (sandbox.state !== 'ready') continue
    const tree = await presentTree(context, sandbox)
    const own = await refOf(context, sandbox.repoRoot, `refs/heads/${sandbox.branch}`)
    const since = context.repository.nextCheckpointNumber(planId) - 1
    await writeHeld(sandbox, { commit: own ?? sandbox.base.baseCommit, tree, moved: false, since })
  }
}
