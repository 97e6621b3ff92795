import { describe, expect, it } from 'vitest'
import { tokenKinds } from '@shared/model/review'
import { createColouring } from './colour-lines'
import type { Comment } from './comment'
import { composeGuidance } from './compose-guidance'
import { languageOf } from './languages'
import { endingsOf, isGenerated, onlyEndingsDiffer, pointsTo } from './line-endings'
import { marksOf, wordMarks } from './word-marks'

const marked = (line: string, marks: readonly number[]) =>
  Array.from({ length: marks.length / 2 }, (_, at) => line.slice(marks[at * 2], marks[at * 2 + 1]))

describe('marks inside a changed pair of lines', () => {
  it.each([
    ['return ok', 'return failed', ['ok'], ['failed']],
    ['const a = call(one)', 'const a = call(one, two)', [], [', two']],
    ['  x = 1', '    x = 1', ['  '], ['    ']],
    ['größe = 1', 'größe = 2', ['1'], ['2']],
    ['import { a } from "x"', 'while (true) spin()', [], []],
  ])('%s → %s', (old, next, before, after) => {
    const marks = wordMarks(old, next)
    expect([marked(old, marks.old), marked(next, marks.next)]).toEqual([before, after])
  })

  it('are taken pair by pair in each changed block, and not for endless lines', () => {
    const rows = [' same', '-a = 1', '-b = 1', '+a = 2', ' same', '+alone', '-c = 1', '+c = 3']
    expect([...marksOf(rows)]).toEqual([
      [1, [4, 5]],
      [3, [4, 5]],
      [6, [4, 5]],
      [7, [4, 5]],
    ])
    const endless = 'x '.repeat(5000)
    expect(wordMarks(`${endless}1`, `${endless}2`)).toEqual({ old: [], next: [] })
  })
})

function coloured(path: string, ...lines: string[]) {
  const colour = createColouring(languageOf(path)!)
  return lines.map((line) => {
    const tokens = colour(line)
    const found: string[] = []
    for (let at = 0; at < tokens.length; at += 3)
      found.push(`${tokenKinds[tokens[at + 2]!]}:${line.substr(tokens[at]!, tokens[at + 1])}`)
    return found
  })
}

describe('colours', () => {
  it.each([
    ['a.ts', 'const x = call("a // b") // no', ['keyword:const', 'function:call', 'string:"a // b"', 'comment:// no']],
    [
      'a.py',
      "def f(self): return Model(b'x', 1.5)",
      ['keyword:def', 'function:f', 'keyword:self', 'keyword:return', 'type:Model', "string:b'x'", 'number:1.5'],
    ],
    ['a.yaml', '- name: "x" # why', ['property:name', 'string:"x"', 'comment:# why']],
    ['a.json', '{"a": "b", "c": true}', ['property:"a"', 'string:"b"', 'property:"c"', 'keyword:true']],
    ['a.sql', 'SELECT id from t -- all', ['keyword:SELECT', 'keyword:from', 'comment:-- all']],
    ['a.rs', "fn f<'a>(x: &'a str) {", ['keyword:fn', "type:'a", "type:'a", 'keyword:str']],
  ])('%s: %s', (path, line, expected) => expect(coloured(path, line)[0]).toEqual(expected))

  it('go on from line to line', () => {
    expect(coloured('a.ts', '/* one', 'const', 'end */ let x = `a', 'b` + 1')).toEqual([
      ['comment:/* one'],
      ['comment:const'],
      ['comment:end */', 'keyword:let', 'string:`a'],
      ['string:b`', 'number:1'],
    ])
  })

  it('leave endless lines and unknown files plain', () => {
    expect(coloured('a.js', `"${'x'.repeat(2000)}"`, 'let')).toEqual([[], ['keyword:let']])
    expect(languageOf('LICENSE')).toBeNull()
    expect(languageOf('src/constructor')).toBeNull()
  })
})

describe('what a text tells of itself', () => {
  it.each([
    ['', 'none', true],
    ['a\nb\n', 'lf', true],
    ['a\r\nb', 'crlf', false],
    ['a\r\nb\n', 'mixed', true],
  ])('%j ends its lines with %s', (text, endings, lastEnds) => expect(endingsOf(text)).toEqual({ endings, lastEnds }))

  it('knows a change of line endings alone, pointers and files that programs write', () => {
    expect(onlyEndingsDiffer('a\r\nb\r\n', 'a\nb\n')).toBe(true)
    expect(onlyEndingsDiffer('a\r\n', 'b\n')).toBe(false)
    expect(pointsTo('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1234\n')).toBe(1234)
    expect(pointsTo('size 12\n')).toBeNull()
    expect(['web/package-lock.json', 'a.min.js', 'src/a.ts'].map(isGenerated)).toEqual([true, true, false])
  })
})

describe('the guidance made of comments', () => {
  it('quotes each line with its file, and names what is rejected', () => {
    const comment = (path: string, line: number, text: string): Comment => ({
      id: path + line,
      planId: 'P',
      resourceId: 'R',
      path,
      side: line === 9 ? 'old' : 'new',
      line,
      quote: `code ${line}`,
      text,
      created: 0,
      sent: null,
      decisionId: null,
    })
    const text = composeGuidance(
      [comment('b.ts', 3, 'Why?'), comment('a.ts', 12, 'Use 503.'), comment('a.ts', 9, 'Keep it.')],
      [
        { path: 'c.ts', lines: null },
        { path: 'a.ts', lines: 'lines 1 to 4' },
      ],
      () => null,
    )
    expect(text).toBe(
      [
        'Comments on the changes:',
        'a.ts:9 (before the change)\n> code 9\nKeep it.',
        'a.ts:12\n> code 12\nUse 503.',
        'b.ts:3\n> code 3\nWhy?',
        'Rejected, and not to be applied as it is:\n- c.ts\n- a.ts, lines 1 to 4',
      ].join('\n\n'),
    )
  })
})
