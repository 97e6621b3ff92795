import { expect, it } from 'vitest'
import { mergeMessage } from './merge-message'

it('begins with what it is, keeps the body, and cuts a long subject at a word', () => {
  expect(mergeMessage('Fix it\n\nPlan: P')).toBe('Merge plan: Fix it\n\nPlan: P')
  const [subject = ''] = mergeMessage(`${'word '.repeat(14).trim()}\n\nPlan: P`).split('\n')
  expect(subject.length).toBeLessThanOrEqual(72)
  expect(subject).toMatch(/^Merge plan: word.* word…$/)
  expect(mergeMessage(`The endpoint throws while its database is down. · ${'Fix it '.repeat(5)}`)).toBe(
    'Merge plan: The endpoint throws while its database is down. · Fix it…',
  )
  const told = mergeMessage(`The endpoint throws while all of its databases are down. · ${'Fix it '.repeat(5)}`)
  expect(told).toBe('Merge plan: The endpoint throws while all of its databases are down…')
})
