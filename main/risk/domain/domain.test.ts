import { describe, expect, it } from 'vitest'
import type { Touched } from './file-roles'
import { isSource, isTest, sensitiveKind, stemOf } from './file-roles'
import { compareNames } from './public-names'
import { rateApi, settleMoves } from './rate-api'
import { rateBreaking } from './rate-breaking'
import { rateResources } from './rate-resources'
import { rateTests } from './rate-tests'

const file = (path: string, more: Partial<Touched> = {}): Touched => ({
  resourceId: 'r',
  path,
  oldPath: null,
  status: 'modified',
  insertions: 1,
  deletions: 0,
  binary: false,
  ...more,
})
const name = (text: string, signature = '') => ({ name: text, signature })

describe('the role of a file', () => {
  it('is told by its path', () => {
    for (const path of ['src/a.test.ts', 'tests/test_a.py', 'a_test.go', 'src/test/java/ATest.java', 'e2e/a.ts'])
      expect([path, isTest(path), isSource(path)]).toEqual([path, true, false])
    for (const path of ['src/latest.ts', 'contest.py', 'src/a.rs']) expect([path, isSource(path)]).toEqual([path, true])
    expect(sensitiveKind('migrations/0001_a.sql')).toBe('migration')
    expect(sensitiveKind('.github/workflows/ci.yml')).toBe('pipeline')
    expect(sensitiveKind('package.json')).toBe('manifest')
    expect(sensitiveKind('src/package.json.ts')).toBeNull()
    expect(stemOf('src/pool/index.ts')).toBe('pool')
    expect(stemOf('index.ts')).toBeNull()
  })
})

describe('the risk of a changeset', () => {
  it('is high for the API where a public name goes, medium where its signature changes, low where names are added', () => {
    const changes = compareNames([name('a', '(x)'), name('b')], [name('a', '(x, y)'), name('c')])
    expect(rateApi([{ path: 'p.ts', changes }], [])).toMatchObject({
      level: 'high',
      reason: '1 public name removed, 1 signature changed, 1 public name added.',
      evidence: ['removed b (p.ts)', 'a (p.ts): (x) → (x, y)', 'added c (p.ts)'],
    })
    expect(rateApi([{ path: 'p', changes: compareNames([name('a', '1')], [name('a', '2')]) }], []).level).toBe('medium')
    expect(rateApi([{ path: 'p', changes: compareNames([], [name('a')]) }], []).level).toBe('low')
    expect(rateApi([], ['x.ts']).reason).toContain('1 file could not be read')
  })

  it('does not take a name for removed that another file of the changeset has now', () => {
    const moved = settleMoves([
      { path: 'old.ts', changes: compareNames([name('a', '()')], []) },
      { path: 'new.ts', changes: compareNames([], [name('a', '()')]) },
    ])
    expect(rateApi(moved, []).level).toBe('low')
  })

  it('is high for breaking where what is gone is still named', () => {
    const names = [{ path: 'p.ts', changes: compareNames([name('gone')], []) }]
    const used = rateBreaking(names, [], new Map([['gone', ['p.ts', 'user.ts']]]))
    expect(used).toMatchObject({ level: 'high', evidence: ['gone, removed from p.ts, is still named in user.ts'] })
    expect(rateBreaking(names, [], new Map([['gone', ['p.ts']]])).level).toBe('medium')
    const deleted = [{ path: 'src/pool.ts', stem: 'pool' }]
    expect(rateBreaking([], deleted, new Map([['pool', ['src/app.ts']]])).level).toBe('high')
    expect(rateBreaking([], deleted, new Map()).level).toBe('low')
  })

  it('is by tests: changed with the source, there already, missing, deleted', () => {
    const files = [file('src/a.ts'), file('src/b.ts'), file('src/b.test.ts')]
    const covered = new Map([
      ['src/a.ts', { changed: [], existing: ['src/a.test.ts'] }],
      ['src/b.ts', { changed: ['src/b.test.ts'], existing: [] }],
    ])
    expect(rateTests(files, covered)).toMatchObject({
      level: 'low',
      evidence: ['src/a.ts: existing test src/a.test.ts', 'src/b.ts: changed test src/b.test.ts'],
    })
    expect(rateTests(files, new Map())).toMatchObject({ level: 'medium' })
    expect(rateTests([...files, file('src/c.ts'), file('src/d.ts')], new Map()).level).toBe('high')
    expect(rateTests([file('src/a.test.ts', { status: 'deleted' })], new Map()).level).toBe('high')
    expect(rateTests([file('README.md')], new Map()).level).toBe('low')
  })

  it('is by resources: how much, and whether the ground is touched', () => {
    expect(rateResources([file('src/a.ts')], new Map([['src/a.ts', 1000]]))).toMatchObject({
      level: 'low',
      reason: '1 file, 1 line, 1 kB.',
    })
    expect(rateResources([file('package.json')], new Map())).toMatchObject({
      level: 'medium',
      evidence: ['manifest: package.json'],
    })
    expect(rateResources([file('db/migrations/1.sql')], new Map()).level).toBe('high')
    expect(rateResources([file('a.ts', { insertions: 5000 })], new Map()).level).toBe('high')
    expect(rateResources([file('a.bin')], new Map([['a.bin', 3_000_000]]))).toMatchObject({
      level: 'medium',
      evidence: ['2.9 MB: a.bin'],
    })
  })
})
