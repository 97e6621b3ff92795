export type TreeNode<T> = {
  readonly id: string
  readonly value: T
  readonly label: string
  /** Undefined for a leaf; empty while its children are still unknown. */
  readonly children?: readonly TreeNode<T>[]
}

export type TreeRow<T> = {
  readonly node: TreeNode<T>
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly expanded: boolean | null
  readonly parent: string | null
}

/** The rows that a tree shows, in order, given which nodes are open. Iterative, so depth never overflows. */
export function flattenTree<T>(roots: readonly TreeNode<T>[], isOpen: (id: string) => boolean): TreeRow<T>[] {
  const rows: TreeRow<T>[] = []
  const stack: TreeRow<T>[] = []
  const push = (nodes: readonly TreeNode<T>[], level: number, parent: string | null) => {
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index] as TreeNode<T>
      const expanded = node.children ? isOpen(node.id) : null
      stack.push({ node, level, position: index + 1, siblings: nodes.length, expanded, parent })
    }
  }
  push(roots, 1, null)
  for (let row = stack.pop(); row; row = stack.pop()) {
    rows.push(row)
    if (row.expanded && row.node.children) push(row.node.children, row.level + 1, row.node.id)
  }
  return rows
}

export type TreeMove =
  | { readonly type: 'select'; readonly index: number }
  | { readonly type: 'toggle'; readonly id: string; readonly open: boolean }
  | null

/** What a key does on the row at `index`, after the tree pattern of ARIA. */
export function moveInTree<T>(rows: readonly TreeRow<T>[], index: number, key: string): TreeMove {
  const row = rows[index]
  if (!row) return rows.length > 0 ? { type: 'select', index: 0 } : null
  const select = (next: number): TreeMove =>
    next >= 0 && next < rows.length && next !== index ? { type: 'select', index: next } : null
  switch (key) {
    case 'ArrowDown':
      return select(index + 1)
    case 'ArrowUp':
      return select(index - 1)
    case 'Home':
      return select(0)
    case 'End':
      return select(rows.length - 1)
    case 'ArrowRight':
      if (row.expanded === false) return { type: 'toggle', id: row.node.id, open: true }
      return row.expanded && rows[index + 1]?.parent === row.node.id ? select(index + 1) : null
    case 'ArrowLeft':
      if (row.expanded) return { type: 'toggle', id: row.node.id, open: false }
      return select(rows.findIndex((other) => other.node.id === row.parent))
    default:
      return null
  }
}

/** The next row, after `index` and around, whose label begins with what was typed. */
export function findByTyping<T>(rows: readonly TreeRow<T>[], index: number, typed: string): number {
  const wanted = typed.toLowerCase()
  // One letter steps on; more letters may still mean the row one is on.
  const from = typed.length === 1 ? index + 1 : Math.max(index, 0)
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length
    if (rows[at]?.node.label.toLowerCase().startsWith(wanted)) return at
  }
  return -1
}
