import type { Git } from './ports'
import type { ResourceFiles } from './resource-files'

export type SearchHit = { readonly path: string; readonly line: number; readonly text: string }
export type SearchResult = {
  readonly hits: readonly SearchHit[]
  readonly total: number
  readonly files: number
  readonly literal: boolean
}

const mostHits = 200
const mostFiles = 100
const lineLength = 300
const timeoutMs = 60_000

function isExpression(query: string): boolean {
  try {
    return new RegExp(query) instanceof RegExp
  } catch {
    // Not a regular expression, so it is looked for as it stands.
    return false
  }
}

/**
 * Searches text files with git's own search: counts first, then shows lines of the first files, so that a query that
 * matches everywhere costs no memory. `query` is a regular expression where it is a valid one.
 */
export async function searchFiles(
  git: Git,
  files: ResourceFiles,
  o: { readonly query: string; readonly path: string; readonly subdir: string; readonly signal: AbortSignal },
): Promise<SearchResult> {
  const { cwd, options, version } = await files.grep()
  const atCommit = version.length > 0
  const folder = atCommit ? [o.subdir, o.path].filter((part) => part !== '').join('/') : o.path
  const spec = (path: string) => `:(${atCommit ? 'top,' : ''}literal)${path}`
  const specs = folder === '' ? [] : [spec(folder)]
  const grep = (kind: string, more: readonly string[], paths: readonly string[]) =>
    git.run(
      cwd,
      ['grep', '-I', '-z', '--no-color', ...options, kind, ...more, '-e', o.query, ...version, '--', ...paths],
      {
        read: true,
        signal: o.signal,
        timeoutMs,
        expect: [0, 1, 128],
        keep: { head: 4_000_000, tail: 0 },
      },
    )
  const kinds = isExpression(o.query) ? (['-P', '-E', '-F'] as const) : (['-F'] as const)
  for (const kind of kinds) {
    const counted = await grep(kind, ['-c'], specs)
    // 128: this git has no such kind of expression, or reads it differently; the next kind is tried.
    if (counted.code === 128 && kind !== '-F') continue
    if (counted.code === 128) throw new Error(`git grep: ${counted.stderr}`)
    const literal = kind === '-F'
    const counts = parseCounts(counted.stdout.toString('utf8'), version[0])
    const total = counts.reduce((sum, one) => sum + one.count, 0)
    const shown = firstFiles(counts)
    if (shown.length === 0) return { hits: [], total, files: 0, literal }
    const found = await grep(kind, ['-n'], shown.map(spec))
    const hits = parseHits(found.stdout.toString('utf8'), version[0]).slice(0, mostHits)
    const strip = atCommit && o.subdir !== '' ? o.subdir.length + 1 : 0
    return {
      hits: hits.map(({ path, line, text }) => ({ path: path.slice(strip), line, text })),
      total,
      files: counts.length,
      literal,
    }
  }
  throw new Error('git grep knows no kind of expression')
}

const unversioned = (path: string, commit: string | undefined): string =>
  commit ? path.slice(commit.length + 1) : path

function parseCounts(output: string, commit: string | undefined): { path: string; count: number }[] {
  return output
    .split('\n')
    .map((line) => line.split('\0'))
    .filter((parts) => parts.length === 2)
    .map(([path = '', count = '0']) => ({ path: unversioned(path, commit), count: Number(count) }))
}

function firstFiles(counts: readonly { path: string; count: number }[]): string[] {
  const shown: string[] = []
  let hits = 0
  for (const { path, count } of counts) {
    if (hits >= mostHits || shown.length >= mostFiles) break
    shown.push(path)
    hits += count
  }
  return shown
}

function parseHits(output: string, commit: string | undefined): SearchHit[] {
  return output
    .split('\n')
    .map((line) => line.split('\0'))
    .filter((parts) => parts.length >= 3)
    .map(([path = '', line = '0', ...text]) => ({
      path: unversioned(path, commit),
      line: Number(line),
      text: clip(text.join('\0').replace(/\r$/, '')),
    }))
}

const clip = (text: string): string => (text.length > lineLength ? `${text.slice(0, lineLength)}…` : text)
