import type { DecisionNode } from '@shared/contract/decisions'

type Linked = Pick<DecisionNode, 'id' | 'parent_id' | 'influenced_by' | 'superseded'>

/**
 * What hangs on each decision: what stands under it and what any of that influenced, itself not counted. Nothing for the
 * root, on which everything hangs.
 */
export function dependantsIn(nodes: readonly Linked[]): (id: string) => ReadonlySet<string> {
  const next = new Map<string, string[]>()
  const roots = new Set<string>()
  const link = (from: string, to: string) => {
    const list = next.get(from)
    if (list) list.push(to)
    else next.set(from, [to])
  }
  for (const node of nodes) {
    if (node.parent_id === null) roots.add(node.id)
    if (node.superseded) continue
    if (node.parent_id !== null) link(node.parent_id, node.id)
    for (const source of node.influenced_by) link(source, node.id)
  }
  return (target) => {
    const reached = new Set<string>()
    if (roots.has(target)) return reached
    const open = [target]
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const to of next.get(id) ?? []) {
        if (to === target || reached.has(to)) continue
        reached.add(to)
        open.push(to)
      }
    return reached
  }
}
