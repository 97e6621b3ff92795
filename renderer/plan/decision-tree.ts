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

type Named = Pick<DecisionNode, 'question' | 'chosen' | 'waiting'>

/** What a decision is called in a row: its answer where there is one, else its question. */
export function titleOf(node: Named): string {
  return node.waiting || node.chosen === '' ? node.question : node.chosen
}

/** The question behind a row that is called by its answer. */
export function questionBehind(node: Named & Pick<DecisionNode, 'type'>): string {
  const title = titleOf(node)
  const bare = (text: string) =>
    text
      .trim()
      .replace(/[?.!]+$/, '')
      .toLowerCase()
  return node.type === 'prompt_definition' || bare(title) === bare(node.question) ? '' : node.question
}

/** Which decision to show first: one that waits, else the first flagged, else the first choice, else the root. */
export function firstToShow(nodes: readonly DecisionNode[]): string | null {
  const live = nodes.filter((node) => !node.superseded)
  const first =
    live.find((node) => node.waiting) ??
    live.find((node) => node.flagged) ??
    live.find((node) => node.type === 'strategy_choice') ??
    live[0]
  return first?.id ?? null
}
