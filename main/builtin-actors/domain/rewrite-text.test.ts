import { describe, expect, it } from 'vitest'
import { createSyntax } from '../../infrastructure/syntax/ast-grep'
import { keepsSemicolon, rewriteText } from './rewrite-text'
import { isOnlyVariable, parseTemplate, variablesOf } from './template'

const syntax = createSyntax()

async function rewritten(parser: string, pattern: string, rewrite: string, text: string) {
  const variables = variablesOf(pattern)
  const parsed = parseTemplate(rewrite, variables)
  if ('fault' in parsed) return { text: parsed.fault, count: -1, nested: 0, broken: 0, samples: [] }
  const search = syntax.open(parser, pattern, variables)
  const { matches } = await search.find(text)
  const options = { strings: await search.strings(text), samples: 3, keepSemicolon: keepsSemicolon(pattern, rewrite) }
  return rewriteText(text, matches, parsed.template, options)
}

describe('rewriting', () => {
  it.each([
    ['a list with what stands between', 'JavaScript', 'f($$$A)', 'g($$$A)', 'f(a,  /* x */ b)', 'g(a,  /* x */ b)'],
    ['an empty list with a neighbour behind', 'JavaScript', 'f($$$A)', 'g($$$A, 1)', 'f()', 'g(1)'],
    ['an empty list with a neighbour before', 'JavaScript', 'f($$$A)', 'g(1, $$$A)', 'f()', 'g(1)'],
    ['a trailing comma', 'JavaScript', 'f($$$A)', 'g($$$A, 1)', 'f(a, b,)', 'g(a, b, 1)'],
    ['swapped parts', 'python', 'eq($A, $B)', 'eq($B, $A)', 'eq(1, x[2])', 'eq(x[2], 1)'],
    ['text beyond the BMP before it', 'python', 'f($A)', 'g($A)', 's = "é𝒳"; f(1)', 's = "é𝒳"; g(1)'],
    ['a part used twice', 'JavaScript', 'inc($A)', '$A = $A + 1', 'inc(i)', 'i = i + 1'],
    ['dollar signs of the source', 'JavaScript', 'f($A)', 'g($A)', "f('$& $1')", "g('$& $1')"],
    ['deletion', 'JavaScript', 'debug($$$A);', '', 'a()\ndebug(1);\nb()', 'a()\n\nb()'],
    [
      'the semicolon of a statement',
      'rust',
      'let $A = $B',
      'let mut $A = $B',
      'fn f() { let x = 1; }',
      'fn f() { let mut x = 1; }',
    ],
    ['a CSS declaration', 'Css', 'color: red', 'color: blue', 'a { color: red; top: 0 }', 'a { color: blue; top: 0 }'],
    ['CRLF', 'JavaScript', 'f($A)', 'g(\n  $A\n)', 'x\r\n  f(1)\r\n', 'x\r\n  g(\r\n    1\r\n  )\r\n'],
    [
      'indentation of the match',
      'python',
      'f($A)',
      'g(\n    $A,\n)',
      'if x:\n    f(1)\n',
      'if x:\n    g(\n        1,\n    )\n',
    ],
    [
      'indentation of a part of several lines',
      'python',
      'with a: $$$B',
      'with b:\n    with c:\n        $$$B',
      'with a:\n    one\n    if two:\n        three\n',
      'with b:\n    with c:\n        one\n        if two:\n            three\n',
    ],
    [
      'a string of several lines as it is',
      'python',
      'with a: $$$B',
      'with b:\n    with c:\n        $$$B',
      'with a:\n    x = """\n    text"""\n    y\n',
      'with b:\n    with c:\n        x = """\n    text"""\n        y\n',
    ],
  ])('keeps %s', async (_, parser, pattern, rewrite, text, expected) => {
    expect((await rewritten(parser, pattern, rewrite, text)).text).toBe(expected)
  })

  it('takes the outermost of nested matches and counts the rest', async () => {
    expect(await rewritten('JavaScript', 'f($A)', 'g($A)', 'f(f(f(1))); f(2)')).toMatchObject({
      text: 'g(f(f(1))); g(2)',
      count: 2,
      nested: 2,
    })
  })

  it('leaves matches alone that it would not change, or that do not parse', async () => {
    expect(await rewritten('JavaScript', 'f($A)', 'f($A)', 'f(1)')).toMatchObject({ text: 'f(1)', count: 0 })
    const text = 'f(1)\nf(a b)\n'
    expect(await rewritten('JavaScript', 'f($$$A)', 'g($$$A)', text)).toMatchObject({
      text: 'g(1)\nf(a b)\n',
      count: 1,
    })
  })

  it('shows samples with their line', async () => {
    expect((await rewritten('JavaScript', 'f($A)', 'g($A)', '\n\nf(1)')).samples).toEqual([
      { line: 3, before: 'f(1)', after: 'g(1)' },
    ])
  })
})

describe('templates', () => {
  it.each([
    ['f($A)', 'g($B)', 'does not capture; it captures $A'],
    ['f()', 'g($B)', 'captures nothing'],
    ['f($_)', 'g($_)', 'stands for anything'],
    ['f($$$)', 'g($$$)', 'stands for anything'],
    ['f($$$A)', 'g($A)', 'write both alike'],
    ['f($A)', 'g($$$A)', 'write both alike'],
  ])('of %s refuse %s', (pattern, rewrite, why) => {
    expect(parseTemplate(rewrite, variablesOf(pattern))).toEqual({ fault: expect.stringContaining(why) })
  })

  it('take other dollar signs as text', () => {
    expect(parseTemplate('`${x} $5 $(y)`', variablesOf('f()'))).toEqual({ template: [{ text: '`${x} $5 $(y)`' }] })
    expect([isOnlyVariable('$A'), isOnlyVariable(' $$$A '), isOnlyVariable('f($A)')]).toEqual([true, true, false])
  })
})
