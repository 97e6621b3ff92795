import { expect, it } from 'vitest'
import { mergeMessage } from './merge-message'

it('begins with what it is, keeps the body, and cuts a long subject at a word', () => {
  expect(mergeMessage('Fix it\n\nPlan: P')).toBe('Merge plan: Fix it\n\nPlan: P')
  const [subject = ''] = mergeMessage(`${'word '.repeat(14).trim()}\n\nPlan: P`).split('\n')
  expect(subject.length).toBeLessThanOrEqual(72)
  expect(subject).toMatch(/^Merge plan: word.* word…$/)
})
