import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = import.meta.dirname

type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean }

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(join(root, path)).isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$/.test(file) || /\/testing(\/|\.ts)/.test(file) || file.endsWith('.d.ts')

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = [
    ...text.matchAll(
      /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+()'([^']+)'|import\((?:)'([^']+)'\)/gm,
    ),
  ]
  return found.map((match) => {
    const target = match[2] ?? match[4] ?? match[5] ?? ''
    const to = target.startsWith('.')
      ? relative(root, normalize(join(root, dirname(file), target)))
      : target.startsWith('@shared/')
        ? target.replace('@shared/', 'shared/')
        : target
    return { from: file, to, typeOnly: match[1] !== undefined }
  })
}

const shipped = ['shared', 'main', 'preload', 'renderer'].flatMap(filesBelow).filter((file) => !isTest(file))
const imports = shipped.flatMap(importsOf)
const sliceOf = (path: string) => /^main\/([^/]+)\//.exec(path)?.[1]
const notSlices = new Set(['app', 'fronts', 'infrastructure', 'platform'])
const broken = (rule: (one: Import) => boolean) => imports.filter(rule).map((one) => `${one.from} imports ${one.to}`)

describe('architecture', () => {
  it('sees the imports it judges', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports.some((one) => one.to === 'main/decisions')).toBe(true)
  })

  it('keeps domain/ pure: only shared/model and its own files. Move what needs more into a use case.', () => {
    const own = (one: Import) => one.to.startsWith(`${one.from.slice(0, one.from.indexOf('/domain/'))}/domain/`)
    expect(broken((one) => one.from.includes('/domain/') && !own(one) && !one.to.startsWith('shared/model/'))).toEqual(
      [],
    )
  })

  it('lets slices reach each other only through index.ts. Export there what others may use.', () => {
    const crosses = (one: Import) => {
      const [from, to] = [sliceOf(one.from), sliceOf(`${one.to}/`)]
      if (!from || !to || from === to || notSlices.has(from) || notSlices.has(to)) return false
      return one.to !== `main/${to}`
    }
    expect(broken(crosses)).toEqual([])
  })

  it('lets slices know infrastructure only by type; create-app hands it in', () => {
    const reaches = (one: Import) => {
      const slice = sliceOf(one.from)
      return slice !== undefined && !notSlices.has(slice) && one.to.startsWith('main/infrastructure/') && !one.typeOnly
    }
    expect(broken(reaches)).toEqual([])
  })

  it('keeps tables with their slice', () => {
    expect(broken((one) => one.to.endsWith('/tables') && sliceOf(one.to) !== sliceOf(one.from))).toEqual([])
  })

  it('keeps shared/ to itself, zod and the contract library', () => {
    const allowed = (to: string) => to.startsWith('shared/') || to === 'zod' || to === '@orpc/contract'
    expect(broken((one) => one.from.startsWith('shared/') && !allowed(one.to))).toEqual([])
  })

  it('lets the command line know the contract only by type: with zod it would take half as long again to start', () => {
    const isHeavy = (to: string) => to.startsWith('shared/contract') || to === 'zod' || to.startsWith('@orpc/')
    expect(broken((one) => one.from.startsWith('main/fronts/cli/') && isHeavy(one.to) && !one.typeOnly)).toEqual([])
  })

  it('keeps electron in its front', () => {
    const here = (file: string) =>
      file.startsWith('main/fronts/electron/') || file === 'main/main.ts' || file.startsWith('preload/')
    expect(broken((one) => one.to === 'electron' && !here(one.from))).toEqual([])
  })

  it('keeps the renderer to shared/ and its own, and the headless kit in renderer/ui', () => {
    expect(broken((one) => one.from.startsWith('renderer/') && one.to.startsWith('main/'))).toEqual([])
    expect(
      broken(
        (one) =>
          one.from.startsWith('renderer/') && !one.from.startsWith('renderer/ui/') && one.to.startsWith('@base-ui'),
      ),
    ).toEqual([])
  })

  it('lets no text say "1 files". Write a count and its noun with plural().', () => {
    const nouns = 'files|paths|checks|commits|lines|conflicts|validations|folders|resources|matches|hunks|turns'
    // A limit that is written in the code is never 1.
    const counts = new RegExp(String.raw`\$\{(?!most|longest|largest)[^}]*\} (?:[a-z]+ )?(?:${nouns})\b`, 'g')
    const told = shipped.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(counts)].map(([text]) => `${file}: ${text}`),
    )
    expect(told).toEqual([])
  })

  it('names files in kebab-case', () => {
    expect(shipped.filter((file) => !/^[a-z0-9/.-]+$/.test(file))).toEqual([])
  })
})

describe('docs/cases.md', () => {
  it('names tests that are there. Correct the title or the file where a test was renamed or moved.', () => {
    const cases = readFileSync(join(root, 'docs/cases.md'), 'utf8')
    const named = [...cases.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+?)(?=<br>| \|$)/gm)]
    expect(named.length).toBeGreaterThan(50)
    const missing = named.filter(([, file = '', title = '']) => {
      const path = join(root, file)
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title.trim())
    })
    expect(missing.map(([whole]) => whole)).toEqual([])
  })
})
