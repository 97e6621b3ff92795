import type { Context } from './context'
import type { Sandbox } from './domain/types'
import type { Trees } from './list-changes'
import { composeTree } from './restore-trees'
import { mergeTrees } from './trees'

export type MergedStates = {
  readonly trees: Trees
  readonly conflicts: readonly { readonly resourceId: string; readonly path: string }[]
}

type Three = { readonly base: string; readonly ours: string; readonly theirs: string }

async function mergeFitting(
  context: Context,
  sandbox: Sandbox,
  { base, ours, theirs }: Three,
  paths: readonly string[],
) {
  const fitting = await composeTree(context, sandbox, theirs, base, paths)
  const merged = await mergeTrees(context, sandbox.repoRoot, base, ours, fitting)
  return merged.conflicts.length > 0 ? ours : merged.tree
}

/**
 * Puts what lies between `base` and `theirs` on top of `ours`. Where anything conflicts, nothing of it is put there; with
 * `fitting`, everything but the paths that conflict.
 */
export async function mergeStates(
  context: Context,
  planId: string,
  states: { readonly base: Trees; readonly ours: Trees; readonly theirs: Trees },
  fitting: boolean,
): Promise<MergedStates> {
  const trees: Record<string, string> = {}
  const conflicts: { resourceId: string; path: string }[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const { resourceId, repoRoot } = sandbox
    const treeOf = (state: Trees) => state[resourceId] ?? sandbox.base.baseTree
    const three = { base: treeOf(states.base), ours: treeOf(states.ours), theirs: treeOf(states.theirs) }
    const merged = await mergeTrees(context, repoRoot, three.base, three.ours, three.theirs)
    const paths = merged.conflicts.map(({ path }) => path)
    trees[resourceId] = paths.length > 0 && fitting ? await mergeFitting(context, sandbox, three, paths) : merged.tree
    conflicts.push(...paths.map((path) => ({ resourceId, path })))
  }
  return conflicts.length > 0 && !fitting ? { trees: states.ours, conflicts } : { trees, conflicts }
}
