import { describe, expect, it } from 'vitest'
import { changedLines, lineDiff } from './line-diff'

const told = (lines: readonly ({ kind: string; text: string } | null)[]) =>
  lines.map((line) => (line ? `${{ same: ' ', gone: '-', new: '+' }[line.kind]}${line.text}` : '…'))

describe('what differs between two revisions', () => {
  it('keeps the longest common part and tells the rest in place', () => {
    expect(told(lineDiff('a\nb\nc\nd\n', 'a\nc\nx\nd'))).toEqual([' a', '-b', ' c', '+x', ' d'])
    expect(told(lineDiff('a\n', 'a\nb\n'))).toEqual([' a', '+b'])
    expect(told(lineDiff('a\nb\n', 'b\n'))).toEqual(['-a', ' b'])
    expect(told(lineDiff('a\n', 'a\n'))).toEqual([' a'])
  })

  it('leaves out what is far from every change', () => {
    const before = Array.from({ length: 9 }, (_, at) => String(at)).join('\n')
    expect(told(changedLines(lineDiff(before, before.replace('4', 'four')), 1))).toEqual([
      '…',
      ' 3',
      '-4',
      '+four',
      ' 5',
      '…',
    ])
  })
})
