import type { Context } from './context'
import { folderIndexOf } from './folder-repository'
import { isGitFailure } from './ports'
import { exists, lineOf, registrationsOf } from './repository-state'

/** Younger content may belong to a plan that is only being made. */
const youngest = '1.day.ago'

/**
 * Deletes what no plan and no trash needs any more from the private repository of a folder. Where a plan still works on
 * it, its indexes and what was captured for it name content that no ref does, so the last plan to end does this.
 * Not `git gc`: that packs, which costs as much as the folder is large, and looks after worktrees of its own accord.
 */
export async function pruneFolder(
  context: Context,
  place: { readonly repoRoot: string; readonly commonDir: string },
): Promise<void> {
  const { repoRoot, commonDir } = place
  await context.lock(`folder:${commonDir}`, async () => {
    if (!(await exists(repoRoot)) || (await registrationsOf(commonDir)).length > 0) return
    try {
      const ask = ['for-each-ref', '--count=1', '--format=%(refname)', 'refs/cleveragents/base/']
      if (lineOf(await context.git.run(repoRoot, ask, { read: true })) !== '') return
      // An unchanged file is not stored again, so what the index of the folder names has to stay.
      const index = folderIndexOf(place)
      const tree = lineOf(await context.git.run(repoRoot, ['write-tree'], { env: { GIT_INDEX_FILE: index } }))
      await context.git.run(repoRoot, ['prune', `--expire=${youngest}`, tree])
    } catch (error) {
      // Only space is lost by it, and the next plan to end tries again.
      if (!isGitFailure(error)) throw error
    }
  })
}
