import { decodeText, encodeText, parseTree, type ToolResource } from '../tools'
import { grammarFor } from './domain/languages'
import { rewriteText, type Sample } from './domain/rewrite-text'
import type { BuiltinActorDeps, PhaseContext } from './ports'
import type { RewriteRequest } from './read-request'

/** A file of the base commit in which matches were found. */
export type RewrittenFile = {
  readonly path: string
  readonly count: number
  readonly nested: number
  readonly samples: readonly Sample[]
  readonly before: string
  readonly after: string
}

/** What was looked at and left alone, for the summary. */
export type Notes = { readonly unparsed: string[]; readonly skipped: string[] }

export type FoundFiles = { readonly files: readonly RewrittenFile[]; readonly searched: number; readonly notes: Notes }

const samplesPerFile = 3
const progressEvery = 50

/** The matches of one resource's base commit, file by file, with what each file would become. */
export async function findInBase(
  deps: BuiltinActorDeps,
  request: RewriteRequest,
  resource: ToolResource,
  context: Pick<PhaseContext, 'signal' | 'progress'>,
): Promise<FoundFiles> {
  const entries = await candidates(deps, request, resource, context.signal)
  const files: RewrittenFile[] = []
  const notes: Notes = { unparsed: [], skipped: [] }
  const objects = deps.openObjects(resource.repoRoot)
  try {
    for (const [at, entry] of entries.entries()) {
      context.signal.throwIfAborted()
      if (at % progressEvery === 0) context.progress(`Searching ${resource.name}`, at, entries.length)
      const object = entry.size > deps.limits.fileBytes ? null : await objects.read(entry.oid)
      const found = object && (await rewriteBytes(request, entry.path, object.bytes, notes))
      if (found === null) notes.skipped.push(entry.path)
      else if (found.count > 0 || found.nested > 0) files.push({ path: entry.path, ...found })
    }
    context.progress(`Searching ${resource.name}`, entries.length, entries.length)
  } finally {
    objects.dispose()
  }
  return { files: files.filter((file) => file.count > 0), searched: entries.length, notes }
}

/** Rewrites one file's bytes; null where it is no UTF-8 text, which is then left alone. */
export async function rewriteBytes(
  request: RewriteRequest,
  path: string,
  bytes: Buffer,
  notes: Notes,
): Promise<Omit<RewrittenFile, 'path'> | null> {
  const file = decodeText(bytes)
  const grammar = grammarFor(request.language, path)
  const search = grammar && request.searches.get(grammar.parser)
  if (!file || file.encoding !== 'utf8' || !search) return null
  const { matches, broken } = await search.find(file.text)
  if (broken) notes.unparsed.push(path)
  const strings = matches.length > 0 && file.text.includes('\n') ? await search.strings(file.text) : []
  const { text, ...counts } = rewriteText(file.text, matches, request.template, {
    strings,
    samples: samplesPerFile,
    keepSemicolon: request.keepSemicolon,
  })
  const stored = (content: string) => Buffer.from(encodeText({ ...file, text: content }) ?? []).toString('utf8')
  return {
    count: counts.count,
    nested: counts.nested,
    samples: counts.samples,
    before: stored(file.text),
    after: stored(text),
  }
}

/** Files of the language below the resource and within the paths asked for, that hold the pattern's longest word. */
async function candidates(
  deps: BuiltinActorDeps,
  request: RewriteRequest,
  resource: ToolResource,
  signal: AbortSignal,
) {
  const { repoRoot, commit, subdir } = resource
  const below = subdir === '' ? [] : ['--', `${subdir}/`]
  const listed = await deps.git.run(repoRoot, ['ls-tree', '-r', '-z', '--long', '--full-tree', commit, ...below], {
    read: true,
    signal,
  })
  const word = longestWord(request.pattern)
  const holding = word === null ? null : await filesHolding(deps, resource, word, signal)
  const cut = subdir === '' ? 0 : subdir.length + 1
  return parseTree(listed.stdout)
    .filter((entry) => entry.mode === '100644' || entry.mode === '100755')
    .filter((entry) => holding === null || holding.has(entry.path))
    .map(({ oid, size, path }) => ({ oid, size, path: path.slice(cut) }))
    .filter((entry) => grammarFor(request.language, entry.path) !== null && request.filter(entry.path))
}

/** A word that stands in every match, since all but variables of a pattern is matched as it stands; null where there is none. */
function longestWord(pattern: string): string | null {
  // Comments of a pattern are not matched, and what begins one differs by language.
  if (/\/\/|\/\*|#|<!--/.test(pattern)) return null
  const words = pattern.replace(/\$+[A-Z_][A-Z0-9_]*/g, ' ').match(/[A-Za-z][A-Za-z0-9_]{2,}/g) ?? []
  return words.sort((a, b) => b.length - a.length)[0] ?? null
}

async function filesHolding(
  deps: BuiltinActorDeps,
  resource: ToolResource,
  word: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const { repoRoot, commit, subdir } = resource
  const spec = subdir === '' ? [] : ['--', `:(top,literal)${subdir}`]
  const args = ['grep', '-l', '-z', '-a', '-F', '--full-name', '-e', word, commit, ...spec]
  const { stdout } = await deps.git.run(repoRoot, args, { read: true, signal, expect: [0, 1] })
  return new Set(
    stdout
      .toString('utf8')
      .split('\0')
      .map((path) => path.slice(commit.length + 1)),
  )
}
