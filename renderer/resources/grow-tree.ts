import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@shared/contract'
import type { TreeNode } from '../ui'

export type Entry = InferContractRouterOutputs<Contract>['resources']['tree']['entries'][number]

/** The tree of what is listed so far; a folder that is not listed yet has no children to show. */
export function growTree(known: ReadonlyMap<string, readonly Entry[] | undefined>): readonly TreeNode<Entry>[] {
  const grow = (folder: string): readonly TreeNode<Entry>[] =>
    (known.get(folder) ?? [])
      .filter((entry) => entry.path !== folder)
      .toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))
      .map((entry) => ({
        id: entry.path,
        value: entry,
        label: entry.name,
        ...(entry.kind === 'directory' ? { children: grow(entry.path) } : {}),
      }))
  return grow('')
}

function rankOf(entry: Entry): number {
  return entry.kind === 'directory' ? 0 : 1
}
