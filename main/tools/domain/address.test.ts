import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayPath, isWithin, locate, locateWithin, reservedSegment, type Addressed } from './address'

const resource = (name: string, writable = true, more: Partial<Addressed> = {}): Addressed => ({
  resourceId: name,
  name,
  writable,
  repoRoot: `/repos/${name}`,
  subdir: '',
  root: `/data/${name}`,
  ...more,
})
const api = resource('local/api')
const docs = resource('local/docs', false)
const web = resource('team/web')

const where = (path: string, resources: Addressed[]) => {
  const located = locate(path, resources)
  return 'found' in located ? `${located.found.resource.name}:${located.found.path}` : `! ${located.refused}`
}

describe('locate', () => {
  it.each([
    ['src/a.ts', [api], 'local/api:src/a.ts'],
    ['./src//a.ts', [api], 'local/api:src/a.ts'],
    ['', [api], 'local/api:'],
    ['src/../b', [api], 'local/api:b'],
    ['local/api/src', [api], 'local/api:src'],
    ['api/src', [api], 'local/api:api/src'],
    ['src', [docs], 'local/docs:src'],
    ['src', [api, docs], 'local/api:src'],
    ['docs/x', [api, docs], 'local/docs:x'],
    ['Local/Docs/x', [api, docs], 'local/docs:x'],
    ['api/x', [api, web], 'local/api:x'],
    ['team/web', [api, web], 'team/web:'],
    ['/data/local/api/a', [api], 'local/api:a'],
    ['/data/local/api', [api], 'local/api:'],
  ])('%s', (path, resources, expected) => {
    expect(where(path, resources)).toBe(expected)
  })

  it.each([
    ['../x', [api], 'leads out'],
    ['a/../../x', [api], 'leads out'],
    ['/etc/passwd', [api], 'outside'],
    ['/data/local/api-other/a', [api], 'outside'],
    ['/data/local/api/../web/a', [api], 'outside'],
    ['/repos/local/api/a', [api], 'outside'],
    ['src/a', [api, web], 'local/api/, team/web/'],
    ['web/x', [api, web, resource('other/web')], 'does not say which'],
    ['a\0b', [api], 'NUL'],
    ['.git/config', [api], 'belongs to git'],
    ['sub/.GIT/hooks/x', [api], 'belongs to git'],
  ])('refuses %j', (path, resources, why) => {
    expect(where(path, resources)).toMatch(new RegExp(`^! .*${why}`))
  })

  it('leaves a short name to the writable resource where that has such an entry', () => {
    const located = locate('docs/x', [api, docs])
    expect('found' in located && located.found.rather).toEqual({ resource: api, path: 'docs/x' })
  })

  it('accepts paths of the checkout while only its commit is read', () => {
    expect(where('/repos/local/api/a', [{ ...api, root: null }])).toBe('local/api:a')
  })

  it('never finds a path that leaves its resource or names git', () => {
    const segment = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      '.git',
      '.GIT',
      '.git ',
      'git~1',
      'local',
      'api',
      'b\\.git',
      '.g\u200cit',
    )
    fc.assert(
      fc.property(fc.array(segment), fc.boolean(), (segments, absolute) => {
        const located = locate((absolute ? '/data/' : '') + segments.join('/'), [api, docs])
        if (!('found' in located)) return
        const { path } = located.found
        expect(path.split('/')).not.toContain('..')
        expect(path.startsWith('/')).toBe(false)
        expect(reservedSegment(path)).toBeNull()
      }),
    )
  })
})

describe('paths', () => {
  it('are shown as the model has to write them', () => {
    expect(displayPath([api], api, 'a')).toBe('a')
    expect(displayPath([api, docs], docs, 'a')).toBe('local/docs/a')
    expect(displayPath([api, web], api, '')).toBe('local/api')
    expect(displayPath([api], api, '')).toBe('.')
  })

  it('are compared by segment', () => {
    expect(isWithin('/a/b', '/a')).toBe(true)
    expect(isWithin('/ab', '/a')).toBe(false)
  })

  it('of a given resource hold no name', () => {
    expect(locateWithin(api, 'local/api/x')).toEqual({ found: { resource: api, path: 'local/api/x' } })
    expect(locateWithin(api, '/x')).toHaveProperty('refused')
    expect(locateWithin(api, '../x')).toHaveProperty('refused')
  })

  it.each([
    '.git',
    '.GIT',
    '.git.',
    '.git ',
    '.git::$INDEX_ALLOCATION',
    'git~1',
    'GIT~2',
    '.g\u200cit',
    '\uff0egit',
    'a\\.git',
  ])('know %j as reserved', (segment) => expect(reservedSegment(`a/${segment}/b`)).not.toBeNull())

  it.each(['.gitignore', '.github', 'git', '.gitmodules', 'x.git'])('leave %j free', (segment) => {
    expect(reservedSegment(segment)).toBeNull()
  })
})
