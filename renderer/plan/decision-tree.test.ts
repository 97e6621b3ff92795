import type { DecisionNode } from '@shared/contract/decisions'
import { describe, expect, it } from 'vitest'
import { decisionTree, firstToShow, questionBehind, titleOf } from './decision-tree'

const node = (id: string, parent: string | null, sequence: number, over: Partial<DecisionNode> = {}): DecisionNode => ({
  id,
  plan_id: 'p',
  parent_id: parent,
  sequence,
  type: 'strategy_choice',
  question: `${id}?`,
  proposed: id,
  chosen: id,
  confidence: 0.9,
  threshold: 0.7,
  alternatives: [],
  superseded: false,
  superseded_by: null,
  corrects: null,
  influenced_by: [],
  waiting: false,
  flagged: false,
  phase: 'strategize',
  attempt: 1,
  created: 0,
  ...over,
})

describe('the tree of decisions', () => {
  it('hangs each under its parent in the order they were made', () => {
    const [root] = decisionTree([node('b', 'root', 3), node('a', 'root', 2), node('root', null, 1), node('c', 'a', 4)])
    expect(root?.children?.map((child) => child.id)).toEqual(['a', 'b'])
    expect(root?.children?.[0]?.children?.map((child) => child.id)).toEqual(['c'])
    expect(root?.children?.[1]?.children).toBeUndefined()
  })
  it('loses no decision whose parent is hidden', () => {
    expect(decisionTree([node('a', 'gone', 1)]).map((one) => one.id)).toEqual(['a'])
  })
  it('shows first what waits', () => {
    const nodes = [
      node('root', null, 1),
      node('flag', 'root', 2, { flagged: true }),
      node('wait', 'root', 3, { waiting: true }),
    ]
    expect(firstToShow(nodes)).toBe('wait')
    expect(firstToShow(nodes.slice(0, 2))).toBe('flag')
    expect(firstToShow([])).toBeNull()
  })
  it('shows the first choice of the strategy before the task that all begins with', () => {
    const task = node('task', null, 1, { type: 'prompt_definition' })
    expect(firstToShow([task, node('choice', 'task', 2)])).toBe('choice')
    expect(firstToShow([task])).toBe('task')
  })
  it('does not say the answer again as its question', () => {
    expect(questionBehind(node('a', null, 1, { question: 'Rewrite 5 matches?', chosen: 'Rewrite 5 matches' }))).toBe('')
    expect(questionBehind(node('a', null, 1))).toBe('')
    expect(questionBehind(node('a', null, 1, { question: 'Which way?' }))).toBe('Which way?')
  })
  it('calls an open decision by its question', () => {
    expect(titleOf(node('a', null, 1, { chosen: '' }))).toBe('a?')
    expect(titleOf(node('a', null, 1))).toBe('a')
  })
})
