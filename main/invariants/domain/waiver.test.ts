import { describe, expect, it } from 'vitest'
import { carriedOn, coveredWith, filesKey, verdictOn } from './waiver'

const path = (name: string) => ({ keys: [`path r ${name}`], what: name })
const found = (...names: string[]) => ({ evidence: `changed: ${names.join(', ')}`, findings: names.map(path) })
const none = { waivedReason: null, waivedFor: [] }
const waived = { waivedReason: 'Agreed', waivedFor: coveredWith(none, [path('a'), path('b')]) }

describe('the verdict on a rule', () => {
  it.each([
    ['nothing, not waived', none, found(), 'holds'],
    ['something, not waived', none, found('a'), 'violated'],
    ['nothing any more', waived, found(), 'holds'],
    ['the same', waived, found('b', 'a'), 'waived'],
    ['less', waived, found('a'), 'waived'],
    ['something else', waived, found('c'), 'violated'],
    ['more', waived, found('a', 'b', 'c'), 'violated'],
  ])('where a look found %s', (_what, waiver, what, verdict) => {
    expect(verdictOn(waiver, what).verdict).toBe(verdict)
  })
  it('tells what the earlier waiver does not cover', () => {
    expect(verdictOn(none, found('c')).evidence).toBe('changed: c')
    expect(verdictOn(waived, found('c')).evidence).toMatch(/an earlier waiver \("Agreed"\) does not cover this$/)
    expect(verdictOn(waived, found('a', 'c')).evidence).toMatch(/does not cover c$/)
  })
  it('goes by any name of a finding, and a second waiver adds to the first', () => {
    const command = { keys: ['files 1', 'output 1'], what: 'what it says' }
    const both = { waivedReason: 'Yes', waivedFor: coveredWith(waived, [command]) }
    const again = { evidence: '', findings: [path('a'), { ...command, keys: ['files 2', 'output 1'] }] }
    expect(verdictOn(both, again).verdict).toBe('waived')
  })
  it('goes on with the states of files that it was found in, and with nothing else', () => {
    const first = { keys: [filesKey('1'), filesKey('2'), 'output 1'], what: 'what it says' }
    const waiver = { waivedReason: 'Yes', waivedFor: coveredWith(none, [first]) }
    const again = { keys: [filesKey('2'), filesKey('3'), 'output 2'], what: 'what it says' }
    expect(carriedOn(waiver, [again])).toEqual([...first.keys, filesKey('3')])
  })
})
