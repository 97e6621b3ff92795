import type { ChangedFile } from '@shared/contract/plans'
import { expect, it } from 'vitest'
import { broughtBy, patchBlock } from './diff-blocks'

const hunk = (number: number, rejected: boolean) => ({
  number,
  old_start: number,
  old_count: 1,
  new_start: number,
  new_count: 2,
  rejected,
})

function file(path: string, rejected: boolean, hunks: readonly boolean[]): ChangedFile {
  const body = hunks.map((_, at) => `@@ -${at + 1} +${at + 1},2 @@\n-old\n+new\n+more\n`).join('')
  return {
    resource: 'local/a',
    path,
    old_path: null,
    status: 'modified',
    insertions: 2 * hunks.length,
    deletions: hunks.length,
    binary: false,
    patch: `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${body}`,
    too_large: false,
    kind: 'file',
    old_mode: '100644',
    new_mode: '100644',
    generated: false,
    content: 'x',
    rejected,
    rejection_void: false,
    hunks: hunks.map((one, at) => hunk(at + 1, rejected || one)),
  }
}

it('marks what is rejected in the patch, and says what Apply would bring', () => {
  const files = [file('a.js', true, [false]), file('b.js', false, [false, true]), file('c.js', false, [false])]
  const block = patchBlock(files)
  const text = block.kind === 'lines' ? block.lines.map((line) => (typeof line === 'string' ? line : line.text)) : []
  expect(text.filter((line) => line.includes('rejected'))).toEqual([
    'a.js is rejected: Apply leaves it out',
    '@@ -1 +1,2 @@  [hunk 1 rejected: Apply leaves it out]',
    '@@ -2 +2,2 @@  [hunk 2 rejected: Apply leaves it out]',
  ])
  expect(broughtBy(files)).toEqual({ files: 2, insertions: 4, deletions: 2 })
  expect(broughtBy([file('b.js', false, [true])])).toEqual({ files: 0, insertions: 0, deletions: 0 })
})

it('speaks of no Apply where nothing is rejected', () => {
  expect(broughtBy([file('c.js', false, [false])])).toBeNull()
})
