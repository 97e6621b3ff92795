import type { Context } from './context'
import { textOf } from './repository-state'
import { requireRepository } from './verify-sandbox'

/**
 * How many files a plan has changed by its last checkpoints: exact after every tool, and cheap, because the sandbox is
 * not looked at. What a command that still runs has written is not in it.
 */
export async function countChanges(context: Context, planId: string): Promise<number> {
  const last = context.repository.lastCheckpoint(planId)
  let count = 0
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const { resourceId, repoRoot, subdir, base } = sandbox
    const tree = last?.resources[resourceId]?.tree ?? base.baseTree
    if (tree === base.baseTree) continue
    await requireRepository(sandbox)
    const only = subdir === '' ? [] : [subdir]
    const args = ['diff-tree', '-r', '-z', '-M', '--name-only', base.baseTree, tree, '--', ...only]
    const found = await context.git.run(repoRoot, args, { read: true, env: { GIT_LITERAL_PATHSPECS: '1' } })
    count += textOf(found).split('\0').length - 1
  }
  return count
}
