import { acceptedTrees } from './accepted-tree'
import type { Context } from './context'
import { presentTree, presentTrees, type Trees } from './list-changes'
import { composeTree, restoreTrees } from './restore-trees'
import { changedPaths } from './trees'

/** What stood in the sandboxes of a plan, and what they hold in its place while what was rejected is set aside. */
export type Aside = { readonly whole: Trees; readonly accepted: Trees }

/**
 * Puts what was set aside in its place again, also after a crash in the middle. What was written meanwhile stays, at the very
 * paths that were set aside too.
 */
export async function bringBack(context: Context, planId: string): Promise<void> {
  const aside = context.repository.asideOf(planId)
  if (!aside) return
  const trees: Record<string, string> = {}
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const { resourceId, repoRoot, state } = sandbox
    const [whole, accepted] = [aside.whole[resourceId], aside.accepted[resourceId]]
    if (state !== 'ready' || whole === undefined || accepted === undefined) continue
    const present = await presentTree(context, sandbox)
    const rejected = await changedPaths(context, repoRoot, accepted, whole)
    const written = new Set((await changedPaths(context, repoRoot, accepted, present)).map(({ path }) => path))
    const paths = rejected.map(({ path }) => path).filter((path) => !written.has(path))
    trees[resourceId] = await composeTree(context, sandbox, present, whole, paths)
  }
  await restoreTrees(context, planId, trees)
  context.repository.dropAside(planId)
}

/**
 * Has a plan's sandboxes hold what Apply would bring while something looks at them; afterwards what was rejected stands there
 * again. The caller keeps what stands there as a checkpoint first.
 */
export function whileAccepted<T>(context: Context, planId: string, look: () => Promise<T>): Promise<T> {
  return context.lock(`accepted:${planId}`, async () => {
    await bringBack(context, planId)
    const whole = await presentTrees(context, planId)
    const accepted = await acceptedTrees(context, planId, whole)
    if (Object.entries(whole).every(([resourceId, tree]) => accepted[resourceId] === tree)) return look()
    context.repository.setAside(planId, { whole, accepted }, context.clock())
    try {
      await restoreTrees(context, planId, accepted)
      return await look()
    } finally {
      await bringBack(context, planId)
    }
  })
}
