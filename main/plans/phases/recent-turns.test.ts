import { describe, expect, it } from 'vitest'
import type { Turn } from '../../models'
import { recentTurns } from './recent-turns'

const said = (text: string): Turn => ({ role: 'user', text })
const answered = (id: string): Turn[] => [
  { role: 'assistant', text: id, calls: [{ id, name: 'read_file', arguments: {}, rawArguments: '{}' }] },
  { role: 'results', results: [{ callId: id, content: `of ${id}`, isError: false }] },
]

describe('what a request holds of a conversation', () => {
  const turns = [said('task'), ...answered('a'), said('guidance'), ...answered('b'), ...answered('c'), said('latest')]

  it.each([undefined, 3, 100])('is all of it with a history of %s', (most) => {
    expect(recentTurns(turns, most)).toEqual(turns)
  })

  it('is the latest answers with their results, and every word of a person', () => {
    expect(recentTurns(turns, 2)).toEqual([
      said('task\n\nguidance'),
      ...answered('b'),
      ...answered('c'),
      said('latest'),
    ])
    expect(recentTurns(turns, 1)).toEqual([said('task\n\nguidance'), ...answered('c'), said('latest')])
  })

  it('is the first message before anything was answered', () => {
    expect(recentTurns([said('task')], 1)).toEqual([said('task')])
  })
})
