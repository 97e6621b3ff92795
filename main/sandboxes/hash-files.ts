import type { Context } from './context'
import { textOf } from './repository-state'

type Environment = Readonly<Record<string, string>>

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r' }

/** A path as one line of input: git takes a first quote for quoting, and a line's end for the path's. */
function lineFor(path: string): string {
  return /^"|[\n\r]/.test(path) ? `"${path.replace(/[\\"\n\r]/g, (found) => escapes[found]!)}"` : path
}

/** The names that git gives the contents of files, filters and all, with one process however many there are; each file must exist. */
export async function hashFiles(
  context: Context,
  top: string,
  paths: readonly string[],
  options: { readonly env?: Environment; readonly store?: boolean } = {},
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const { env, store = false } = options
  const args = ['hash-object', ...(store ? ['-w'] : []), '--stdin-paths']
  const input = paths.map((path) => `${lineFor(path)}\n`).join('')
  const names = textOf(await context.git.run(top, args, { input, read: !store, ...(env ? { env } : {}) })).split('\n')
  return new Map(paths.map((path, at) => [path, names[at] ?? '']))
}

/** Paths that are named to git; of more of them the whole tree is listed, as a command line has only so much room. */
const mostNamed = 100

/** What stands at paths of a tree, with one process however many there are; what is no file or link is left out. */
export async function entriesIn(
  context: Context,
  top: string,
  tree: string,
  paths: readonly string[],
  env: Environment = {},
): Promise<ReadonlyMap<string, { readonly mode: string; readonly oid: string }>> {
  const wanted = new Set(paths)
  if (wanted.size === 0) return new Map()
  const named = wanted.size <= mostNamed ? ['--', ...wanted] : []
  const ask = ['ls-tree', '-r', '-z', '--full-tree', tree, ...named]
  const listed = await context.git.run(top, ask, { read: true, env: { ...env, GIT_LITERAL_PATHSPECS: '1' } })
  const found = new Map<string, { mode: string; oid: string }>()
  for (const entry of textOf(listed).split('\0')) {
    const tab = entry.indexOf('\t')
    const [mode = '', type, oid = ''] = entry.slice(0, tab).split(' ')
    const path = entry.slice(tab + 1)
    if (type === 'blob' && wanted.has(path)) found.set(path, { mode, oid })
  }
  return found
}
