import { expect, it } from 'vitest'
import { depthOf, treeLines } from './tree-lines'

const node = (id: string, parent_id: string | null, change = {}) => ({
  id,
  parent_id,
  type: 'strategy_choice',
  question: 'Which?',
  proposed: `do ${id}`,
  chosen: `do ${id}`,
  confidence: 0.9,
  superseded: false,
  waiting: false,
  flagged: false,
  ...change,
})

it('draws branches, marks what waits, and keeps a node whose parent is hidden', () => {
  const nodes = [
    node('a', null, { type: 'prompt_definition', confidence: null }),
    node('b', 'a'),
    node('c', 'b', { chosen: '', waiting: true, confidence: 0.4 }),
    node('d', 'a', { superseded: true }),
    node('e', 'gone'),
  ]
  expect(
    `\n${treeLines(nodes)
      .map((line) => line.text)
      .join('\n')}`,
  ).toMatchInlineSnapshot(`
    "
    ├─ [prompt_definition] "do a"
    │  ├─ [strategy_choice] "do b" (conf: 0.90)
    │  │  └─ [strategy_choice] "do c" (conf: 0.40, waiting for you)
    │  └─ [strategy_choice] "do d" (conf: 0.90, superseded)
    └─ [strategy_choice] "do e" (conf: 0.90)"
  `)
  expect(depthOf(nodes.slice(0, 4))).toBe(2)
})

it('draws a chain of ten thousand', () => {
  const nodes = Array.from({ length: 10_000 }, (_, index) =>
    node(String(index), index === 0 ? null : String(index - 1)),
  )
  expect(treeLines(nodes.slice(0, 500))).toHaveLength(500)
  expect(depthOf(nodes)).toBe(9999)
})
