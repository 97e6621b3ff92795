import type { DecisionNode } from '@shared/contract/decisions'

type Node = Pick<DecisionNode, 'alternatives' | 'chosen' | 'confidence'>

/** The alternatives that a correction can take instead, by the number the core knows them by. */
export function otherAnswers(node: Node): readonly { readonly number: number; readonly text: string }[] {
  // Only what an actor weighed has alternatives that can be taken.
  if (node.confidence === null) return []
  return node.alternatives
    .map(({ text, chosen }, index) => ({ number: index + 1, text, taken: chosen || text === node.chosen }))
    .filter(({ taken }) => !taken)
    .map(({ number, text }) => ({ number, text }))
}

/** The latest decision that stands and could be decided otherwise; undefined where there is none. */
export const latestChoice = (nodes: readonly DecisionNode[]): DecisionNode | undefined =>
  nodes
    .filter((node) => !node.superseded && !node.waiting && otherAnswers(node).length > 0)
    .toSorted((one, other) => other.sequence - one.sequence)[0]
