import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage, extractFile, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ensureBuilt } from './build.ts'
import { stageApplication, stageNode } from './stage-application.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'package-'))
const archive = join(folder, 'app.asar')
let files: readonly string[] = []

beforeAll(async () => {
  await ensureBuilt(root)
  stageApplication(root, join(folder, 'app'), { platform: 'linux', arch: 'x64' })
  await createPackage(join(folder, 'app'), archive)
  files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Node is laid out for this system, and missed where npm has none', () => {
  const node = join(folder, 'node')
  expect(stageNode(root, node, process)).toBe(true)
  expect(execFileSync(join(node, 'bin/node'), ['--version'], { encoding: 'utf8' })).toMatch(/^v2[4-9]\./)
  expect(stageNode(root, node, { platform: 'sunos', arch: 'x64' })).toBe(false)
})

const matching = (pattern: RegExp) => files.filter((file) => pattern.test(file))

describe('the archive', () => {
  test.each([
    '/package.json',
    '/out/main/main.js',
    '/out/main/server.js',
    '/out/main/cli.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/out/renderer/icons/tray.png',
    '/out/renderer/third-party-licences.json',
    '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    '/node_modules/nunjucks/src/parser.js',
  ])('holds %s', (file) => {
    expect(files).toContain(file)
  })

  test('holds no sources, tests or maps', () => {
    expect(matching(/\.(tsx?|map|c|cpp|h|gyp)$/)).toEqual([])
    expect(matching(/\.(test|spec)\.|\/(tests?|__tests__|e2e|docs)(\/|$)/)).toEqual([])
    expect(matching(/^\/(main|renderer|shared|preload|scripts|e2e|docs|resources)(\/|$)/)).toEqual([])
  })

  test('holds native add-ons of one system only', () => {
    expect(matching(/prebuilds\/[^/]+$/).sort()).toEqual(
      [
        '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
        ...['go', 'java', 'python', 'rust'].map(
          (one) => `/node_modules/@ast-grep/lang-${one}/prebuilds/prebuild-Linux-X64`,
        ),
      ].sort(),
    )
  })

  test('holds only packages that run', () => {
    for (const name of ['electron', 'vite', 'react', 'vitest', 'electron-builder', 'node', 'zod', 'ws'])
      expect(files).not.toContain(`/node_modules/${name}`)
  })

  test('says in its manifest what Electron needs, and nothing of building', () => {
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString())
    expect(manifest).toMatchObject({ productName: 'CleverAgents', type: 'module', main: 'out/main/main.js' })
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
    expect(manifest.scripts).toBeUndefined()
  })
})

describe('the configuration of the packages', () => {
  const config = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))

  test('closes every way to use the binary for something else', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  test('names the installed Electron, and files that are there', () => {
    const electron = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'))
    expect(config.electronVersion).toBe(electron.version)
    for (const file of [config.mac.icon, config.win.icon, config.linux.icon, 'resources/bin/agents'])
      expect(existsSync(join(root, file)), file).toBe(true)
  })

  test('keeps what the windows start from in the archive, and out of it what Node runs', () => {
    expect(config.asar).toBe(true)
    expect(config.asarUnpack).toContain('out/main/cli.js')
    expect(config.asarUnpack).not.toContain('out/main/**')
    expect(config.asarUnpack).not.toContain('out/main/main.js')
  })
})
