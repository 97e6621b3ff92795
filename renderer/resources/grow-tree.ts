import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'
import type { TreeNode } from '../ui'

export type Entry = InferContractRouterOutputs<Contract>['resources']['tree']['entries'][number]

/** The tree of what is listed so far; a folder that is not listed yet has no children to show. */
export function growTree(known: ReadonlyMap<string, readonly Entry[] | undefined>): readonly TreeNode<Entry>[] {
  const nodeOf = (entry: Entry): TreeNode<Entry> => {
    const leaf = { id: entry.path, value: entry, label: entry.name }
    return entry.kind === 'directory' ? { ...leaf, children: grow(entry.path) } : leaf
  }
  const grow = (folder: string): readonly TreeNode<Entry>[] =>
    (known.get(folder) ?? [])
      .filter((entry) => entry.path !== folder)
      .toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))
      .map(nodeOf)
  return grow('')
}

function rankOf(entry: Entry): number {
  return entry.kind === 'directory' ? 0 : 1
}
