import type { DecisionNode } from '@shared/contract/decisions'
import { expect, it } from 'vitest'
import { latestChoice, otherAnswers } from './other-answers'

const alternatives = ['Run it', 'Skip it'].map((text) => ({ text, proposed: false, chosen: text === 'Run it' }))
const node = { alternatives, chosen: 'Run it', confidence: 1 }

it('gives what was not taken, by its number', () => {
  expect(otherAnswers(node)).toEqual([{ number: 2, text: 'Skip it' }])
  expect(otherAnswers({ ...node, confidence: null })).toEqual([])
})

it('finds the latest decision that can be decided otherwise', () => {
  const decided = (id: string, sequence: number, over: Partial<DecisionNode> = {}) =>
    ({ ...node, id, sequence, superseded: false, waiting: false, ...over }) as DecisionNode
  const nodes = [
    decided('first', 1),
    decided('second', 2),
    decided('bare', 3, { alternatives: [] }),
    decided('gone', 4, { superseded: true }),
  ]
  expect(latestChoice(nodes)?.id).toBe('second')
  expect(latestChoice(nodes.slice(2))).toBeUndefined()
})
