import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainRelative } from './containment'
import { devcontainerItems, devcontainerName, devcontainerSources, parseDevcontainer } from './devcontainer'
import { parseScopedConfig, parseTree, remotesOf, summarisePaths, summariseTree } from './git-output'
import { parseJsonc } from './jsonc'
import { nearNames } from './near-names'
import { redactUrls } from './redact-url'
import { configTrustItems } from './trust-items'

describe('JSON with comments', () => {
  it.each([
    ['{"a": 1, /* x */ "b": [1, 2,], // y\n}', { a: 1, b: [1, 2] }],
    ['{"url": "http://x/*y*/", "t": ",}"}', { url: 'http://x/*y*/', t: ',}' }],
    ['\uFEFF{"q": "\\"// no"}', { q: '"// no' }],
    ['{"a": ', undefined],
    ['', undefined],
  ])('reads %s', (text, value) => expect(parseJsonc(text)).toEqual(value))

  it('reads all JSON as JSON', () => {
    const reads = fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 2)
      expect(parseJsonc(text)).toEqual(JSON.parse(text))
    })
    fc.assert(reads)
  })
})

describe('addresses', () => {
  it.each([
    ['https://me:s3cret@h/r.git', 'https://***@h/r.git'],
    ['https://t0ken@h/r.git', 'https://***@h/r.git'],
    ['https://me:p@ss@h/r.git', 'https://***@h/r.git'],
    ['ssh://git@h/r.git', 'ssh://git@h/r.git'],
    ['git+ssh://git:pw@h/r', 'git+ssh://git:***@h/r'],
    ['git@github.com:org/r.git', 'git@github.com:org/r.git'],
    ['https://h/r?access_token=abc&x=1', 'https://h/r?access_token=***&x=1'],
    ['/srv/r@b.git', '/srv/r@b.git'],
  ])('%s becomes %s', (url, redacted) => expect(redactUrls(url)).toBe(redacted))
})

describe('paths inside a resource', () => {
  it.each([
    ['a//b/./c', 'a/b/c'],
    ['', ''],
    ['a\\b', 'a\\b'],
    ['..', undefined],
    ['a/../b', undefined],
    ['a\\..\\..\\b', undefined],
    ['/a', undefined],
    ['\\\\host\\share', undefined],
    ['C:\\x', undefined],
    ['.git/config', undefined],
    ['sub/.GIT', undefined],
    ['.git . /x', undefined],
    ['git~1/config', undefined],
    ['a\0b', undefined],
    ['.gitignore', '.gitignore'],
  ])('%j is %j', (path, plain) => expect(plainRelative(path)).toBe(plain))
})

describe("git's answers", () => {
  const tree = Buffer.from(['100644 blob aa\ta b', '040000 tree bb\tsub', '160000 commit cc\tlib/ñ', ''].join('\0'))

  it('counts tree entries and names submodules', () => {
    expect(summariseTree(tree)).toEqual({ entries: 3, submodules: [{ path: 'lib/ñ', commit: 'cc' }] })
    expect(parseTree(tree).map((entry) => entry.path)).toEqual(['a b', 'sub', 'lib/ñ'])
    expect(summariseTree(Buffer.alloc(0)).entries).toBe(0)
  })

  it('counts files and every folder above them', () => {
    expect(summarisePaths(Buffer.from('a\0x/y/z/b\0x/c\0nested/\0'))).toEqual({ files: 3, folders: 4 })
    const paths = fc.uniqueArray(
      fc.array(fc.constantFrom('a', 'b', 'ñ'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    )
    fc.assert(
      fc.property(paths, (list) => {
        const folders = new Set(list.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at).join('/'))))
        folders.delete('')
        const buffer = Buffer.from(list.map((path) => `${path}\0`).join(''))
        expect(summarisePaths(buffer)).toEqual({ files: list.length, folders: folders.size })
      }),
    )
  })

  it('reads configuration with its scope; remotes are the repository’s own', () => {
    const config = [
      'global',
      'file:/h',
      'remote.x.url\nu',
      'local',
      'file:c',
      'remote.a.b.url\nfirst',
      'local',
      'file:c',
      'remote.a.b.url\nsecond',
      'local',
      'file:c',
      'core.bare',
      '',
    ]
    const entries = parseScopedConfig(config.join('\0'))
    expect(entries.at(-1)).toEqual({ scope: 'local', origin: 'file:c', key: 'core.bare', value: 'true' })
    expect(remotesOf(entries)).toEqual([{ name: 'a.b', url: 'first' }])
  })

  it('knows which of the repository’s own settings can run a program', () => {
    const runs = [
      'core.fsmonitor',
      'core.sshcommand',
      'filter.X.process',
      'alias.st',
      'diff.a.b.textconv',
      'credential.https://h.helper',
      'include.path',
      'includeif.gitdir:/x.path',
    ]
    const harmless = ['core.bare', 'user.name', 'branch.main.remote', 'remote.origin.fetch', 'diff.algorithm']
    const entry = (key: string, scope = 'local', value = 'v') => ({ scope, origin: 'file:.git/config', key, value })
    const items = configTrustItems(
      [...runs, ...harmless].map((key) => entry(key)),
      (origin) => `/r/${origin}`,
    )
    expect(items.map((item) => item.text)).toEqual(runs.map((key) => `${key} = v`))
    expect(items[0]?.path).toBe('/r/.git/config')
    expect(
      configTrustItems([entry('core.fsmonitor', 'global'), entry('core.fsmonitor', 'local', 'false')], String),
    ).toEqual([])
  })
})

describe('devcontainers', () => {
  it('lists what runs and what loosens, and what it is built from', () => {
    const content =
      parseDevcontainer(
        '{"name":" ","postStartCommand":["a","b"],"privileged":false,"runArgs":["--net=host"],"build":{"dockerfile":"D"},"dockerComposeFile":["c.yml"]}',
      ) ?? {}
    expect(devcontainerItems(content).map((item) => item.kind)).toEqual([
      'devcontainer command postStartCommand',
      'devcontainer option build',
      'devcontainer option dockerComposeFile',
      'devcontainer option runArgs',
    ])
    expect(devcontainerSources(content)).toEqual(['D', 'c.yml'])
    expect(devcontainerName(content, '.devcontainer/py/devcontainer.json')).toBe('py')
    expect(devcontainerName(content, '.devcontainer.json')).toBe('devcontainer')
    expect(parseDevcontainer('[]')).toBeUndefined()
  })
})

describe('near names', () => {
  it('puts the likest first', () => {
    expect(nearNames('mian', ['develop', 'main', 'maintenance'])[0]).toBe('main')
    expect(nearNames('login', ['a', 'feature/login', 'log'])).toEqual(['feature/login', 'log', 'a'])
    expect(nearNames('x', ['a', 'b', 'c', 'd', 'e', 'f'])).toHaveLength(5)
  })
})
