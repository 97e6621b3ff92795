import type { DecisionNode } from '@shared/contract/decisions'
import type { TreeNode } from '../ui'

/** The decisions as a tree, in the order they were made; one whose parent is hidden or unknown stands at the top. */
export function decisionTree(nodes: readonly DecisionNode[]): readonly TreeNode<DecisionNode>[] {
  type Growing = TreeNode<DecisionNode> & { children?: TreeNode<DecisionNode>[] }
  const ordered = nodes.toSorted((one, other) => one.sequence - other.sequence)
  const byId = new Map<string, Growing>(
    ordered.map((node) => [node.id, { id: node.id, value: node, label: titleOf(node) }]),
  )
  const roots: Growing[] = []
  for (const node of ordered) {
    const own = byId.get(node.id) as Growing
    const parent = node.parent_id === null ? undefined : byId.get(node.parent_id)
    if (parent && parent !== own) (parent.children ??= []).push(own)
    else roots.push(own)
  }
  return roots
}

/** What a decision is called in a row: its answer where there is one, else its question. */
export function titleOf(node: Pick<DecisionNode, 'type' | 'question' | 'chosen' | 'waiting'>): string {
  if (node.type === 'prompt_definition' || node.waiting || node.chosen === '') return node.question || node.chosen
  return node.chosen
}

/** Which decision to show first: one that waits, else the first flagged, else the root. */
export function firstToShow(nodes: readonly DecisionNode[]): string | null {
  const live = nodes.filter((node) => !node.superseded)
  return (live.find((node) => node.waiting) ?? live.find((node) => node.flagged) ?? live[0])?.id ?? null
}
