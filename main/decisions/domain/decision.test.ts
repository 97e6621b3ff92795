import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionOf } from '../testing'
import { choices, lowestOpenConfidence, standingOf } from './decision'
import { affectedBy } from './impact'

describe('standingOf', () => {
  it.each([
    [0.1, 0, false, 'decided'],
    [1, 1, true, 'flagged'],
    [1, 1, false, 'waiting'],
    [0.7, 0.7, true, 'decided'],
    [0.69, 0.7, true, 'waiting'],
  ] as const)('confidence %d at threshold %d, review follows %s: %s', (confidence, threshold, review, standing) => {
    expect(standingOf(confidence, threshold, review)).toBe(standing)
  })
})

describe('choices', () => {
  it('lists the proposal first where it is not among the alternatives', () => {
    expect(choices({ proposed: 'a', alternatives: ['b', 'a'] })).toEqual(['b', 'a'])
    expect(choices({ proposed: 'a', alternatives: ['b'] })).toEqual(['a', 'b'])
  })
})

describe('lowestOpenConfidence', () => {
  it('leaves out superseded ones, answered ones and those without a confidence', () => {
    const decisions = [
      decisionOf({ id: 'r', confidence: null }),
      decisionOf({ id: 'a', confidence: 0.9 }),
      decisionOf({ id: 'b', confidence: 0.2, answeredBy: 'person' }),
      decisionOf({ id: 'c', confidence: 0.1, supersededAt: 5 }),
      decisionOf({ id: 'd', confidence: 0.3, phase: 'execute' }),
    ]
    expect(lowestOpenConfidence(decisions, 'strategize')).toBe(0.9)
    expect(lowestOpenConfidence([], 'strategize')).toBe(1)
  })
})

describe('affectedBy', () => {
  it('counts descendants and what they influence, once', () => {
    const decisions = [
      decisionOf({ id: 'root', parentId: null }),
      decisionOf({ id: 'a', parentId: 'root' }),
      decisionOf({ id: 'a1', parentId: 'a', artifacts: ['x.ts', 'y.ts'] }),
      decisionOf({ id: 'b', parentId: 'root', influencedBy: ['a1'] }),
      decisionOf({ id: 'c', parentId: 'root' }),
    ]
    expect([...affectedBy('a', decisions)].sort()).toEqual(['a1', 'b'])
  })

  it('ends on cycles of influence and never counts its target', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 60 }), (links) => {
        const decisions = Array.from({ length: 21 }, (_, index) =>
          decisionOf({
            id: `d${index}`,
            parentId: null,
            influencedBy: links.filter(([, to]) => to === index).map(([from]) => `d${from}`),
          }),
        )
        const reached = affectedBy('d0', decisions)
        expect(reached.has('d0')).toBe(false)
        for (const id of reached) {
          const decision = decisions.find((candidate) => candidate.id === id)!
          expect(decision.influencedBy.some((from) => from === 'd0' || reached.has(from))).toBe(true)
        }
      }),
    )
  })
})
