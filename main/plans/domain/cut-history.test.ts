import { describe, expect, it } from 'vitest'
import { cutHistory, placeOf, type NumberedTurn } from './cut-history'

const asks = (...ids: string[]) => ({
  role: 'assistant' as const,
  text: 'I think so.',
  calls: ids.map((id) => ({ id })),
})
const answers = (...ids: string[]) => ({ role: 'results' as const, results: ids.map((callId) => ({ callId })) })
const turns: NumberedTurn[] = [
  { seq: 1, turn: { role: 'user', text: 'Do it.' } },
  { seq: 2, turn: asks('a', 'b', 'c') },
  { seq: 3, turn: answers('a', 'b', 'c') },
  { seq: 4, turn: asks('d') },
]

describe('cutting a history', () => {
  it('keeps of the turn what was called before the place, without what was thought aloud', () => {
    expect(cutHistory(turns, { turnSeq: 2, callId: 'b', keeps: false })).toEqual({
      from: 4,
      turns: [
        { seq: 2, before: turns[1]!.turn, after: { role: 'assistant', text: '', calls: [{ id: 'a' }] } },
        { seq: 3, before: turns[2]!.turn, after: answers('a') },
      ],
    })
    expect(cutHistory(turns, { turnSeq: 2, callId: 'b', keeps: true }).turns[1]?.after).toEqual(answers('a', 'b'))
  })

  it('drops the turn where nothing was called before, and everything after it', () => {
    expect(cutHistory(turns, { turnSeq: 2, callId: 'a', keeps: false })).toEqual({ from: 2, turns: [] })
    expect(cutHistory(turns, { turnSeq: 4, callId: 'd', keeps: false })).toEqual({ from: 4, turns: [] })
  })

  it('without a call keeps or drops the whole turn', () => {
    expect(cutHistory(turns, { turnSeq: 3, callId: null, keeps: true })).toEqual({ from: 4, turns: [] })
    expect(cutHistory(turns, { turnSeq: 3, callId: null, keeps: false })).toEqual({ from: 3, turns: [] })
  })

  it('leaves results that are not there yet to be settled again', () => {
    expect(cutHistory(turns, { turnSeq: 4, callId: 'd', keeps: true })).toMatchObject({
      from: 5,
      turns: [{ seq: 4, after: { text: '', calls: [{ id: 'd' }] } }],
    })
  })

  it('reads the place of a decision from its call', () => {
    expect([placeOf('12:call:1'), placeOf('7:'), placeOf(null)]).toEqual([
      { turnSeq: 12, callId: 'call:1' },
      { turnSeq: 7, callId: null },
      null,
    ])
  })
})
