import { describe, expect, it } from 'vitest'
import { parseGlobs } from '@shared/model/globs'
import { groupByFolder, otherFolders } from './groups'
import { grammarFor, languageNamed } from './languages'

const matched = (globs: string, paths: string[]) => {
  const parsed = parseGlobs(globs)
  return 'fault' in parsed ? parsed.fault : paths.filter(parsed.filter)
}

describe('globs', () => {
  const paths = ['a.py', 'src/a.py', 'src/b/c.py', 'src/b/d.ts', 'test/a.py', 'srcs/x.py']
  it.each([
    ['', paths],
    ['src', ['src/a.py', 'src/b/c.py', 'src/b/d.ts']],
    ['./src/', ['src/a.py', 'src/b/c.py', 'src/b/d.ts']],
    ['**/*.py', ['a.py', 'src/a.py', 'src/b/c.py', 'test/a.py', 'srcs/x.py']],
    ['*.py', ['a.py']],
    ['src/**', ['src/a.py', 'src/b/c.py', 'src/b/d.ts']],
    ['src/*/c.py', ['src/b/c.py']],
    ['{src,test}/*.py', ['src/a.py', 'test/a.py']],
    ['src/**/*.{py,ts}, !src/b/c.py', ['src/a.py', 'src/b/d.ts']],
    ['test\n!**/b/**\n', ['test/a.py']],
    ['!src', ['a.py', 'test/a.py', 'srcs/x.py']],
    ['?.py', ['a.py']],
    ['[a-c].py', ['a.py']],
    ['.', paths],
  ])('%j', (globs, expected) => expect(matched(globs, paths)).toEqual(expected))

  it.each(['src/[ab', 'src/{a,b', 'a}', '[z-a]'])('%j is told to be none', (glob) => {
    expect(matched(glob, paths)).toContain('not a glob')
  })
})

describe('groups', () => {
  const names = (paths: string[]) =>
    groupByFolder(paths.map((path) => ({ path }))).map((group) => [group.folder, group.files.length])
  it.each([
    [
      ['a.py', 'src/b.py', 'src/c/d.py', 'test/e.py'],
      [
        ['', 1],
        ['src', 2],
        ['test', 1],
      ],
    ],
    [
      ['src/a/x.py', 'src/b/y.py', 'src/z.py'],
      [
        ['src', 1],
        ['src/a', 1],
        ['src/b', 1],
      ],
    ],
    [['src/a/x.py'], [['src/a', 1]]],
    [[], []],
  ])('%j', (paths, expected) => expect(names(paths)).toEqual(expected))

  it('are at most twenty', () => {
    const made = names(Array.from({ length: 50 }, (_, at) => `f${at % 30}/x${at}.py`))
    expect(made).toHaveLength(20)
    expect(made.at(-1)![0]).toBe(otherFolders)
    expect(made.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(50)
  })
})

it('languages are found by name and alias, grammars by extension', () => {
  expect([languageNamed('PY')?.name, languageNamed(' ts ')?.name, languageNamed('cobol')]).toEqual([
    'python',
    'typescript',
    null,
  ])
  const typescript = languageNamed('typescript')!
  expect([
    grammarFor(typescript, 'a/b.tsx')?.parser,
    grammarFor(typescript, 'a.mts')?.parser,
    grammarFor(typescript, 'ts'),
  ]).toEqual(['Tsx', 'TypeScript', null])
})
