import { plural } from '@shared/model/plural'
import { decodeText } from './domain/text-file'
import { sizeOf } from './domain/limits'
import type { ToolContext, Target } from './tool-context'
import type { ArgumentsOf } from './tool-arguments'
import { searchFiles } from './search-files'
import { FileFault } from './sandbox-files'

/** What a tool says before it is capped and redacted. */
export type Answer = { readonly content: string; readonly title: string }

export async function readFile(c: ToolContext, args: ArgumentsOf<'read_file'>): Promise<Answer> {
  const at = await c.locate(args.path)
  const bytes = await c.filesOf(at.resource).read(at.path, c.limits.fileBytes)
  const file = decodeText(bytes)
  const shown = c.show(at)
  if (!file) return { content: `[binary file, ${sizeOf(bytes.length)}]`, title: `Read ${shown} (binary)` }
  if (file.text === '') return { content: '[the file is empty]', title: `Read ${shown}` }
  const first = args.start_line ?? 1
  const { text, end, total } = linesOf(file.text, first, args.end_line ?? Infinity, c.limits.outputBytes)
  if (first > total)
    throw new FileFault('missing', `\`start_line\` is ${first}, but the file has ${plural(total, 'line')}`)
  if (end < first) throw new FileFault('missing', '`end_line` lies before `start_line`')
  const whole = first === 1 && end === total
  const rest = end < total && end < (args.end_line ?? Infinity) ? `; go on with start_line ${end + 1}` : ''
  return {
    content: whole ? text : `${text}${text.endsWith('\n') ? '' : '\n'}[lines ${first}-${end} of ${total}${rest}]`,
    title: whole ? `Read ${shown}` : `Read ${shown}, lines ${first}-${end}`,
  }
}

/** Whole lines from `first` to `last`, as many as fit; always at least one, however long that is. */
function linesOf(
  text: string,
  first: number,
  last: number,
  most: number,
): { text: string; end: number; total: number } {
  let line = 1
  let start = first === 1 ? 0 : -1
  let stop = 0
  let end = first - 1
  let full = false
  for (let at = 0; at < text.length; line += 1) {
    const next = text.indexOf('\n', at) + 1 || text.length
    if (line === first) start = at
    if (line >= first && line <= last && !full) {
      full = end >= first && next - start > most
      if (!full) {
        stop = next
        end = line
      }
    }
    at = next
  }
  return { text: start < 0 ? '' : text.slice(start, stop), end, total: line - 1 }
}

const listedWhole = 200

export async function listFiles(c: ToolContext, args: ArgumentsOf<'list_files'>, signal: AbortSignal): Promise<Answer> {
  const top = args.path === undefined || /^\.?\/?$/.test(args.path)
  if (top && c.plain === null) {
    return { content: c.resources.map((resource) => `${resource.name}/`).join('\n'), title: 'Listed the resources' }
  }
  const at = await c.locate(args.path ?? '.')
  const files = await c.filesOf(at.resource).list(at.path, signal)
  const shown = c.show(at)
  if (files.length === 0 && at.path !== '') {
    if (await c.filesOf(at.resource).has(at.path))
      return { content: '[no files, or ignored ones only]', title: `Listed ${shown}` }
    throw new FileFault('missing', `\`${args.path}\` does not exist`)
  }
  const lines =
    files.length <= listedWhole ? files.map((path) => c.show({ resource: at.resource, path })) : oneLevel(c, at, files)
  const others = top
    ? c.resources
        .filter((resource) => resource !== at.resource)
        .map((resource) => `${resource.name}/ (another resource)`)
    : []
  return {
    content: [...lines, ...others].join('\n') || '[no files]',
    title: `Listed ${shown} (${plural(files.length, 'file')})`,
  }
}

/** One folder's entries, with the number of files below each folder. */
function oneLevel(c: ToolContext, at: Target, files: readonly string[]): string[] {
  const skip = at.path === '' ? 0 : at.path.length + 1
  const folders = new Map<string, number>()
  const own: string[] = []
  for (const file of files) {
    const slash = file.indexOf('/', skip)
    if (slash < 0) own.push(file)
    else folders.set(file.slice(0, slash), (folders.get(file.slice(0, slash)) ?? 0) + 1)
  }
  return [
    ...[...folders].map(([path, count]) => `${c.show({ resource: at.resource, path })}/ (${plural(count, 'file')})`),
    ...own.map((path) => c.show({ resource: at.resource, path })),
  ]
}

/** The places that a search or a log without a path covers. */
async function placesOf(c: ToolContext, path: string | undefined): Promise<Target[]> {
  if (path !== undefined && !/^\.?\/?$/.test(path)) return [await c.locate(path)]
  return c.plain ? [{ resource: c.plain, path: '' }] : c.resources.map((resource) => ({ resource, path: '' }))
}

export async function searchText(
  c: ToolContext,
  args: ArgumentsOf<'search_files'>,
  signal: AbortSignal,
): Promise<Answer> {
  if (args.query === '') throw new FileFault('missing', '`query` is empty')
  const lines: string[] = []
  let total = 0
  let files = 0
  let literal = false
  for (const at of await placesOf(c, args.path)) {
    if (at.path !== '' && !(await c.filesOf(at.resource).has(at.path)))
      throw new FileFault('missing', `\`${args.path}\` does not exist`)
    const found = await searchFiles(c.git, c.filesOf(at.resource), {
      query: args.query,
      path: at.path,
      subdir: at.resource.subdir,
      signal,
    })
    lines.push(
      ...found.hits.map((hit) => `${c.show({ resource: at.resource, path: hit.path })}:${hit.line}: ${hit.text}`),
    )
    total += found.total
    files += found.files
    literal = found.literal
  }
  const note = literal ? ' (searched as plain text: it is not a valid regular expression)' : ''
  const title = `Searched for ${clip(args.query)} (${total} found)`
  if (total === 0) return { content: `[nothing found${note}]`, title }
  const more =
    total > lines.length
      ? `\n[${lines.length} of ${plural(total, 'matching line')}, in ${plural(files, 'file')}, are shown]`
      : ''
  return { content: lines.join('\n') + more + (note && `\n[${note.trim()}]`), title }
}

const clip = (text: string): string => `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``

const commitsShown = 30

export async function showLog(c: ToolContext, args: ArgumentsOf<'git_log'>, signal: AbortSignal): Promise<Answer> {
  const parts: string[] = []
  const places = await placesOf(c, args.path)
  for (const at of places) {
    const { repoRoot, commit, subdir } = at.resource
    const folder = [subdir, at.path].filter((part) => part !== '').join('/')
    const format = [
      'log',
      `--max-count=${commitsShown}`,
      '--date=short',
      '--format=%h %ad %an: %s',
      '--no-show-signature',
    ]
    const spec = folder === '' ? [] : ['--', `:(top,literal)${folder}`]
    const { stdout } = await c.git.run(repoRoot, [...format, '--end-of-options', commit, ...spec], {
      read: true,
      signal,
    })
    const text = stdout.toString('utf8').trimEnd() || '[no commits]'
    parts.push(places.length > 1 ? `${at.resource.name}:\n${text}` : text)
  }
  return { content: parts.join('\n\n'), title: args.path ? `Read the history of ${args.path}` : 'Read the history' }
}
