import { expect, it } from 'vitest'
import { firstPicked } from './decision-answer'

const alternative = (text: string, proposed: boolean) => ({ text, proposed, chosen: false })
const node = (type: 'tool_invocation' | 'strategy_choice') => ({
  type,
  proposed: 'So',
  alternatives: [alternative('Otherwise', false), alternative('So', true)],
})

it('picks nothing for a held call before a person has chosen, so that one key cannot allow it', () => {
  expect(firstPicked(node('tool_invocation'))).toBeNull()
})

it('picks the proposal of any other decision', () => {
  expect(firstPicked(node('strategy_choice'))).toBe('2')
})
