import { backToBranch } from './back-to-branch'
import type { Context } from './context'
import { writeHeld } from './held'
import { presentTree } from './list-changes'
import { refOf } from './trees'

/**
 * Notes where the branches and files of a plan's sandboxes stand before something runs in them that is not to move them:
 * `backToBranch` afterwards, the next start or a repair puts right what was moved.
 */
export async function holdBranches(context: Context, planId: string): Promise<void> {
  await backToBranch(context, planId, { only: 'held', keepAs: 'what an interrupted check left' })
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    if (sandbox.state !== 'ready') continue
    const tree = await presentTree(context, sandbox)
    const own = await refOf(context, sandbox.repoRoot, `refs/heads/${sandbox.branch}`)
    await writeHeld(sandbox, { commit: own ?? sandbox.base.baseCommit, tree, moved: false })
  }
}
