import { describe, expect, it } from 'vitest'
import { readYaml } from './read-yaml'

const faultsOf = (source: string) => readYaml(source).diagnostics.map(({ message }) => message)

describe('a text that would take long to read', () => {
  it.each([
    ['brackets', '['.repeat(200_000), 'nests deeper than the 100 levels'],
    ['braces', '{'.repeat(200_000), 'nests deeper than the 100 levels'],
    ['dashes on one line', '- '.repeat(100_000), 'nests deeper than the 100 levels'],
    ['question marks', '? '.repeat(100_000), 'nests deeper than the 100 levels'],
    ['values', '- a\n'.repeat(60_000), 'more than the 20,000 values'],
    ['anchors', '- &a\n'.repeat(20_000), 'more than the 5,000 anchors'],
    ['a very long text', 'a'.repeat(1_000_001), 'longer than the 1,000,000 characters'],
  ])('is refused before that for %s, and the limit is named', (_what, source, limit) => {
    const began = performance.now()
    expect(faultsOf(source)).toEqual([expect.stringContaining(limit)])
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('is none that only holds many brackets in what is no list', () => {
    const text = `a: |\n  ${'['.repeat(500)}\n  ${'- '.repeat(500)}\nb: "${'{'.repeat(500)}"\nc: [[1], [2]]\n`
    expect(faultsOf(text)).toEqual([])
    expect(faultsOf('- [a, {b: c}]\n'.repeat(300))).toEqual([])
  })

  it('points at the place where it passes the limit', () => {
    const [fault] = readYaml(`a: 1\nb: ${'['.repeat(300)}`).diagnostics
    expect(fault?.span).toMatchObject({ line: 2, column: 104 })
  })
})

describe('a text whose form is broken', () => {
  it.each([
    [
      'a line indented too deep',
      'name: local/x\ndescription: a\n  of: b\nargs:\n  - name: a\n   type: t\n',
      3,
      3,
      /deeper than the key above/,
    ],
    ['a key beside an item', 'args:\n  - name: a\n   type: t\n  - name: b\n', 3, 1, /neither to the list above/],
    ['a second colon, and more', 'a: b: c\nd: [1,\ne: 2\n', 1, 4, /second ": "/],
    ['a tab, and more', 'name: x\n\tfoo: y\nb: {\n', 2, 1, /A tab indents/],
    ['a key that stands twice too', 'a: 1\na: 2\nb: "x\n', 4, 1, /closing quote/],
  ])('is told its first cause alone, with its place: %s', (_what, source, line, column, message) => {
    const { diagnostics, broken } = readYaml(source)
    expect(broken).toBe(true)
    expect(diagnostics).toMatchObject([{ span: { line, column }, message: expect.stringMatching(message) as unknown }])
  })
})
