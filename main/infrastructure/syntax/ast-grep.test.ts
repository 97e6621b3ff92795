import { describe, expect, it } from 'vitest'
import { createSyntax } from './ast-grep'

const syntax = createSyntax()
const none = { single: [], multiple: [] }

async function found(parser: string, pattern: string, text: string) {
  const single = [...pattern.matchAll(/(?<!\$)\$([A-Z]+)/g)].map((match) => match[1]!)
  const multiple = [...pattern.matchAll(/\$\$\$([A-Z]+)/g)].map((match) => match[1]!)
  const search = syntax.open(parser, pattern, { single, multiple })
  expect(search.fault).toBeNull()
  const { matches } = await search.find(text)
  const slice = (span: { start: number; end: number } | null) => span && text.slice(span.start, span.end)
  return matches.map((match) => [match, ...Object.values(match.captures)].map(slice))
}

describe('structural search', () => {
  it.each([
    [
      'go',
      'fmt.Println($A)',
      'package m\nfunc f() { fmt.Println("é𝒳"); fmt.Println(x) }\n',
      [
        ['fmt.Println("é𝒳")', '"é𝒳"'],
        ['fmt.Println(x)', 'x'],
      ],
    ],
    ['go', '$A := $B', 'package m\nfunc f() { x := g(1) }\n', [['x := g(1)', 'x', 'g(1)']]],
    [
      'go',
      'func $A($$$B) error { $$$C }',
      'package m\nfunc f(a int, b int) error { return nil }\n',
      [['func f(a int, b int) error { return nil }', 'f', 'a int, b int', 'return nil']],
    ],
    [
      'java',
      'System.out.println($A)',
      'class A { void f() { System.out.println("x"); } }',
      [['System.out.println("x")', '"x"']],
    ],
    [
      'java',
      'public void $A() { $$$B }',
      'class A { public void f() { g(); } }',
      [['public void f() { g(); }', 'f', 'g();']],
    ],
    ['python', 'print($$$A)', '# é𝒳\nprint(1, 2)\n', [['print(1, 2)', '1, 2']]],
    [
      'python',
      'def $A($$$B): $$$C',
      'def f(a, b):\n    return 1\n',
      [['def f(a, b):\n    return 1', 'f', 'a, b', 'return 1']],
    ],
    ['rust', '$A.unwrap()', 'fn main() { g(1).unwrap(); }', [['g(1).unwrap()', 'g(1)']]],
    ['rust', 'let $A = $B', 'fn main() { let x = 1; }', [['let x = 1;', 'x', '1']]],
    ['Html', '<b>$A</b>', '<p><b>hi</b></p>', [['<b>hi</b>', 'hi']]],
    ['Css', 'color: $A', 'a { color: red; }', [['color: red;', 'red']]],
    ['JavaScript', 'require($A)', 'const a = require("x")', [['require("x")', '"x"']]],
    ['TypeScript', '$A as any', 'f(x as any)', [['x as any', 'x']]],
    ['TypeScript', 'private $A: $B', 'class C { private x: string }', [['private x: string', 'x', 'string']]],
    ['Tsx', '<B $$$A />', 'const x = <B a={1} b />', [['<B a={1} b />', 'a={1} b']]],
    ['JavaScript', 'f($$$A)', 'f()', [['f()', null]]],
  ])('finds in %s the pattern %s', async (parser, pattern, text, expected) => {
    const sorted = (rows: (string | null)[][]) =>
      JSON.stringify(
        rows
          .map(([first, ...rest]) => [first, ...rest.sort((a, b) => String(a).localeCompare(String(b)))])
          .sort((a, b) => (a < b ? -1 : 1)),
      )
    expect(sorted(await found(parser, pattern, text))).toBe(sorted(expected))
  })

  it.each([
    ['JavaScript', 'a; b'],
    ['JavaScript', ''],
  ])('says that %s cannot use %j', (parser, pattern) => {
    expect(syntax.open(parser, pattern, none).fault).not.toBeNull()
  })

  it.each([
    ['JavaScript', 'foo('],
    ['python', 'def f('],
    ['go', 'func {'],
  ])('doubts in %s the pattern %j', (parser, pattern) => {
    expect(syntax.open(parser, pattern, none)).toMatchObject({ fault: null, doubtful: true })
  })

  it('tells what could not be parsed', async () => {
    const search = syntax.open('JavaScript', 'f($A)', { single: ['A'], multiple: [] })
    expect(await search.find('f(1)\nclass {{{ ;;\n')).toMatchObject({ broken: true })
    expect(await search.find('f(1)\n')).toMatchObject({ broken: false, matches: [{ start: 0, end: 4, broken: false }] })
  })

  it('knows strings of several lines', async () => {
    const search = syntax.open('python', 'f($A)', { single: ['A'], multiple: [] })
    const text = 'f(\n    """one\n  two""",\n)\nx = "short"\n'
    const spans = await search.strings(text)
    expect(spans.map((span) => text.slice(span.start, span.end))).toEqual(['"""one\n  two"""'])
  })
})
