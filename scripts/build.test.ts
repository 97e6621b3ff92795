import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuilt, sourceState } from './build.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(root, 'main/deep'), { recursive: true })
  mkdirSync(join(root, 'out'))
  writeFileSync(join(root, 'main/deep/a.ts'), 'one')
  writeFileSync(join(root, 'package.json'), '{}')
  writeFileSync(join(root, 'out/built-from'), sourceState(root))
})
afterEach(() => rmSync(root, { recursive: true }))

test('a build of the present sources is not stale', () => {
  expect(isBuilt(root)).toBe(true)
})

test('no build is stale', () => {
  rmSync(join(root, 'out'), { recursive: true })
  expect(isBuilt(root)).toBe(false)
})

test.each([
  ['a changed source', () => writeFileSync(join(root, 'main/deep/a.ts'), 'two!')],
  ['one changed to the same length', () => utimesSync(join(root, 'main/deep/a.ts'), 1, 1)],
  ['a new source', () => writeFileSync(join(root, 'main/b.ts'), '')],
  ['a removed source', () => rmSync(join(root, 'main/deep/a.ts'))],
  ['other dependencies', () => writeFileSync(join(root, 'package-lock.json'), '{}')],
])('%s makes it stale', (_name, change) => {
  change()
  expect(isBuilt(root)).toBe(false)
})

test.each([
  ['a test', 'main/deep/a.test.ts'],
  ['a file elsewhere', 'README.md'],
])('%s does not', (_name, file) => {
  writeFileSync(join(root, file), 'text')
  expect(isBuilt(root)).toBe(true)
})
