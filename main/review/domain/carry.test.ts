import { describe, expect, it } from 'vitest'
import { carriedHunk, sameHunks } from './carry'

const hunk = (text: string, at: number, unended: readonly number[] = []) => ({ at, rows: text.split('|'), unended })
const [one, two, other] = [hunk(' a|-b|+c', 1), hunk(' a|-b|+c', 20), hunk('-x|+y', 40)]
const moved = (hunks: readonly (typeof one)[]) => hunks.map((each) => ({ ...each, at: each.at + 5 }))

describe('a hunk in a later patch', () => {
  it.each([
    ['stands elsewhere', [one, other], other, moved([one, other]), 45],
    ['is one of several that say the same', [one, two, other], two, moved([one, two]), 25],
    ['is not there any more', [one, other], other, moved([one]), undefined],
    ['is one of fewer that say the same', [one, two], two, moved([one]), undefined],
    ['has other lines around it', [other], other, [hunk(' new|-x|+y', 40)], undefined],
    ['ends the file in another way', [other], other, [hunk('-x|+y', 40, [1])], undefined],
  ])('that %s', (_what, before, rejected, after, at) => {
    expect(carriedHunk(before, rejected, after)?.at).toBe(at)
  })
  it('makes the same patch as before only with all the others', () => {
    expect(sameHunks([one, other], moved([one, other]))).toBe(true)
    expect(sameHunks([one, other], moved([one]))).toBe(false)
    expect(sameHunks([], [])).toBe(false)
  })
})
