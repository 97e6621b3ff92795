import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editText } from './edit-text'

const edited = (text: string, old: string, replacement: string, all = false) => {
  const outcome = editText(text, old, replacement, all)
  return outcome.done ? outcome.text : `! ${outcome.why}`
}

describe('editText', () => {
  it.each([
    ['one line', 'a\nb\nc\n', 'b', 'x', 'a\nx\nc\n'],
    ['no final newline stays so', 'a\nb', 'b', 'x', 'a\nx'],
    ['CRLF file, LF given', 'a\r\nb\r\nc\r\n', 'a\nb\n', 'a\nx\ny\n', 'a\r\nx\r\ny\r\nc\r\n'],
    ['CRLF file, new lines inserted', 'a\r\nb\r\n', 'a', 'a\nx', 'a\r\nx\r\nb\r\n'],
    ['LF file, CRLF given', 'a\nb\n', 'a\r\nb', 'a\r\nx\r\nb', 'a\nx\nb\n'],
    ['mixed: each line keeps its end', 'a\r\nb\nc\r\nd\n', 'a\nb\nc', 'a\nB\nc', 'a\r\nB\nc\r\nd\n'],
    ['mixed: ends in the region are kept in order', 'a\r\nb\nc\n', 'a\nb\nc', 'x\ny\nz', 'x\r\ny\nz\n'],
    ['delete a line', 'a\r\nb\r\nc', 'b\n', '', 'a\r\nc'],
    ['dollar signs are plain', 'a', 'a', '$& $1 $$', '$& $1 $$'],
    ['a lone CR is a character', 'a\rb\n', 'a\rb', 'x', 'x\n'],
  ])('%s', (_, text, old, replacement, expected) => {
    expect(edited(text, old, replacement)).toBe(expected)
  })

  it('replaces all where asked, and otherwise says where they are', () => {
    expect(edited('a\nb\na\n', 'a', 'x', true)).toBe('x\nb\nx\n')
    expect(edited('a\nb\na\n', 'a', 'x')).toContain('2 times, at lines 1, 3')
  })

  it.each([
    ['if (a) {\n\treturn\n}\n', 'if (a) {\n  return\n}', 'white space from the text at line 1'],
    ['one\ntwo\nthree\n', 'two\nfour', 'at line 3 the file has `three`'],
    ['one\ntwo', 'two\nthree', 'the file ends'],
    ['one\n', 'nowhere', 'does not occur in the file'],
    ['one\n', '', '`old` is empty'],
    ['one\n', 'one', 'the same'],
  ])('explains a miss in %j', (text, old, why) => {
    expect(edited(text, old, old === 'one' ? 'one' : 'new')).toContain(why)
  })

  it('leaves every byte outside the replaced text alone, whatever the line ends', () => {
    const line = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '𝒳', '\t') }),
      fc.constantFrom('\n', '\r\n', ''),
    )
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(line),
        fc.string({ unit: fc.constantFrom('n', 'e', '\n', 'w') }),
        (before, after, replacement) => {
          const head = before.map((part) => part.join('')).join('')
          const tail = after.map((part) => part.join('')).join('')
          fc.pre(!head.endsWith('\r'))
          const outcome = editText(`${head}MARK\r\nER${tail}`, 'MARK\nER', replacement, false)
          if (!outcome.done) throw new Error(outcome.why)
          expect(outcome.text.startsWith(head)).toBe(true)
          expect(outcome.text.endsWith(tail)).toBe(true)
          const middle = outcome.text.slice(head.length, outcome.text.length - tail.length)
          expect(middle.replace(/\r\n/g, '\n')).toBe(replacement)
        },
      ),
    )
  })
})
