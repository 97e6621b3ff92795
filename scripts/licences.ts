import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Licence = {
  readonly name: string
  readonly version: string
  /** The licence's short name, as the package states it. */
  readonly licence: string
  readonly text: string
}

type Manifest = {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Where a package that another one asks for is installed: beside it or further up; null where it is not, as for another system. */
function installed(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === dirname(folder)) return null
  }
}

/** The folders of packages and of everything that they need to run. */
export function withDependencies(folders: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (folder: string) => {
    if (seen.has(folder)) return
    seen.add(folder)
    const { dependencies, optionalDependencies } = manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = installed(name, folder)
      if (found !== null) visit(found)
    }
  }
  for (const folder of folders) visit(folder)
  return seen
}

/** The folder of the package that a bundled module comes from; null for our own. */
export function packageOfModule(id: string): string | null {
  const match = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))
  return match?.[1] ?? null
}

function licenceOf(folder: string): Licence {
  const { name, version, license } = manifestOf(folder)
  const stated = typeof license === 'object' ? license.type : (license ?? 'see its text')
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return { name, version, licence: stated, text: text || `${name} ${version} is licensed under ${stated}.` }
}

/**
 * The licences of everything that is shipped: what the application needs to run, Electron, and the packages that a
 * bundle was found to hold. Each version of a package once, by name.
 */
export function collectLicences(root: string, bundled: Iterable<string>): readonly Licence[] {
  const { dependencies = {} } = manifestOf(root)
  const roots = [...Object.keys(dependencies), 'electron'].map((name) => {
    const found = installed(name, root)
    if (found === null) throw new Error(`${name} is not installed; run npm ci`)
    return found
  })
  // Electron's own dependencies only fetch its binary.
  const electron = roots.at(-1) as string
  const folders = new Set([...withDependencies(roots.slice(0, -1)), electron, ...bundled])
  const all = new Map<string, Licence>()
  for (const folder of folders) {
    const licence = licenceOf(folder)
    all.set(`${licence.name}@${licence.version}`, licence)
  }
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version))
}
