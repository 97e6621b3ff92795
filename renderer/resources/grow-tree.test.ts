import { expect, it } from 'vitest'
import { type Entry, growTree } from './grow-tree'

const entry = (path: string, kind: Entry['kind']): Entry => ({
  path,
  name: path.split('/').at(-1) ?? '',
  kind,
  size: null,
})

it('shows folders first and lists a folder only once it is known', () => {
  const known = new Map([['', [entry('readme.md', 'file'), entry('src', 'directory'), entry('docs', 'directory')]]])
  expect(growTree(known).map((node) => [node.id, node.children?.length])).toEqual([
    ['docs', 0],
    ['src', 0],
    ['readme.md', undefined],
  ])
  const more = new Map([...known, ['src', [entry('src/main.py', 'file')]] as const])
  expect(growTree(more)[1]?.children?.map((node) => node.id)).toEqual(['src/main.py'])
})
