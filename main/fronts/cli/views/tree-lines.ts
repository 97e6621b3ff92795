import type { DecisionNode } from '@shared/contract/decisions'
import type { Line } from '../output/block'

type Node = Pick<
  DecisionNode,
  'id' | 'parent_id' | 'type' | 'question' | 'proposed' | 'chosen' | 'confidence' | 'superseded' | 'waiting' | 'flagged'
>

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function told(node: Node): Line {
  const what = oneLine(node.chosen || node.proposed || node.question)
  const notes = [
    node.confidence === null ? '' : `conf: ${node.confidence.toFixed(2)}`,
    node.superseded ? 'superseded' : '',
    node.waiting ? 'waiting for you' : '',
    node.flagged && !node.waiting ? 'to be reviewed' : '',
  ].filter((note) => note !== '')
  const suffix = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  return {
    text: `[${node.type}] "${what}"${suffix}`,
    tone: node.waiting ? 'warn' : node.superseded ? 'dim' : 'plain',
  }
}

/** Decisions with their branches drawn; a node whose parent is not among them stands at the top. */
export function treeLines(nodes: readonly Node[]): Line[] {
  const ids = new Set(nodes.map((node) => node.id))
  const children = Map.groupBy(nodes, (node) => (node.parent_id && ids.has(node.parent_id) ? node.parent_id : ''))
  const found: Line[] = []
  // An explicit stack: a long plan's decisions may hang one under the other, deeper than calls may nest.
  const stack = [...(children.get('') ?? [])].reverse().map((node, index) => ({ node, indent: '', last: index === 0 }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, indent, last } = next
    const line = told(node)
    found.push({ ...line, text: `${indent}${last ? '└─ ' : '├─ '}${line.text}` })
    const inner = [...(children.get(node.id) ?? [])].reverse()
    stack.push(
      ...inner.map((child, index) => ({ node: child, indent: `${indent}${last ? '   ' : '│  '}`, last: index === 0 })),
    )
  }
  return found
}

/** How many levels of branches there are. */
export function depthOf(nodes: readonly Pick<Node, 'id' | 'parent_id'>[]): number {
  const depths = new Map<string, number>()
  for (const node of nodes) depths.set(node.id, (node.parent_id === null ? -1 : (depths.get(node.parent_id) ?? -1)) + 1)
  return Math.max(0, ...depths.values())
}
