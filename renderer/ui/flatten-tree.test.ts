import { describe, expect, it } from 'vitest'
import { findByTyping, flattenTree, moveInTree, type TreeNode } from './flatten-tree'

const leaf = (id: string): TreeNode<string> => ({ id, value: id, label: id })
const tree: TreeNode<string>[] = [
  {
    id: 'src',
    value: '',
    label: 'src',
    children: [{ id: 'routes', value: '', label: 'routes', children: [leaf('health')] }, leaf('main')],
  },
  leaf('readme'),
]
const all = flattenTree(tree, () => true)

describe('the rows of a tree', () => {
  it('shows the children of open nodes only', () => {
    expect(flattenTree(tree, () => false).map((row) => row.node.id)).toEqual(['src', 'readme'])
    expect(all.map((row) => row.node.id)).toEqual(['src', 'routes', 'health', 'main', 'readme'])
  })
  it('tells level, place and number of siblings', () => {
    expect(all[3]).toMatchObject({ level: 2, position: 2, siblings: 2, expanded: null, parent: 'src' })
  })
  it('stands a depth of 20,000', () => {
    let deep: TreeNode<string> = leaf('bottom')
    for (let level = 0; level < 20_000; level += 1) deep = { id: `${level}`, value: '', label: '', children: [deep] }
    expect(flattenTree([deep], () => true)).toHaveLength(20_001)
  })
})

describe('keys in a tree', () => {
  it.each([
    [0, 'ArrowDown', { type: 'select', index: 1 }],
    [0, 'ArrowUp', null],
    [0, 'ArrowLeft', { type: 'toggle', id: 'src', open: false }],
    [0, 'ArrowRight', { type: 'select', index: 1 }],
    [2, 'ArrowLeft', { type: 'select', index: 1 }],
    [2, 'ArrowRight', null],
    [0, 'End', { type: 'select', index: 4 }],
    [4, 'Home', { type: 'select', index: 0 }],
    [-1, 'ArrowDown', { type: 'select', index: 0 }],
  ])('on row %s, %s', (index, key, move) => expect(moveInTree(all, index, key)).toEqual(move))

  it('opens a closed node with the right arrow', () => {
    const closed = flattenTree(tree, () => false)
    expect(moveInTree(closed, 0, 'ArrowRight')).toEqual({ type: 'toggle', id: 'src', open: true })
  })
  it('finds a row by its first letters, going around', () => {
    expect(findByTyping(all, 0, 'r')).toBe(1)
    expect(findByTyping(all, 1, 'r')).toBe(4)
    expect(findByTyping(all, 4, 'r')).toBe(1)
    expect(findByTyping(all, 1, 're')).toBe(4)
    expect(findByTyping(all, 0, 'zz')).toBe(-1)
  })
})
