import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAction } from './parse-action'

describe('hostile texts', () => {
  it.each([
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghij'[index]}`).join(',')}]`).join('\n')}`,
    ],
    ['an alias of itself', 'a: &a [*a]'],
    ['deep nesting', '['.repeat(10_000)],
    ['a deep block', '- '.repeat(20_000)],
    ['many keys', Array.from({ length: 30_000 }, (_, index) => `k${index}: 1`).join('\n')],
  ])('%s is refused in good time', (_what, source) => {
    const started = performance.now()
    const read = parseAction(source, {})
    expect(read.definition).toBeUndefined()
    expect(read.diagnostics.length).toBeGreaterThan(0)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parseAction(text, {})),
      { numRuns: 500 },
    )
    const pieces = fc.constantFrom(
      'name',
      ': ',
      '- ',
      '\n',
      '  ',
      '\t',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '"',
      '|',
      'args',
      '${X}',
      'x',
      '#',
      '!!',
      '---',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => void parseAction(parts.join(''), {})),
      { numRuns: 1000 },
    )
  })
})
