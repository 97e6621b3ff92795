import { plural } from '@shared/model/plural'
import { FileFault, readSandboxFile, type ToolResource } from '../tools'
import { groupByFolder, otherFolders, type Group } from './domain/groups'
import type { BuiltinActor, BuiltinActorDeps, PhaseContext, PhaseOutcome } from './ports'
import { patternHint, readRequest, requestFault, type RewriteRequest } from './read-request'
import { findInBase, rewriteBytes, type FoundFiles, type Notes, type RewrittenFile } from './rewrite-files'

/** How the choice to rewrite a group begins; what follows says how much. */
const rewriteChoice = 'Rewrite '
const leaveThem = 'Leave them as they are'
const filesPerCall = 200

/** Structural search and replace without a model: one decision per group of files, then the writes. */
export function createRewriteActor(deps: BuiltinActorDeps): BuiltinActor {
  return {
    argFault: (args) => requestFault(args, deps.syntax),
    async strategize(c) {
      const request = readRequest(c.args, deps.syntax)
      if ('kind' in request) return request
      const found = await findEverywhere(deps, request, c)
      const files = found.flatMap((one) => one.files)
      if (files.length === 0) return nothingFound(request, found)
      if (files.length > deps.limits.planChanges) return tooMany(files.length, deps.limits.planChanges)
      for (const { resource, groups } of found) {
        for (const group of groups) {
          const decision = await c.decide(proposal(resource, group, found.length > 1))
          if (decision.waiting) return { kind: 'paused' }
        }
      }
      return { kind: 'finished', summary: summaryOf('would be rewritten', files, found) }
    },
    async execute(c) {
      const request = readRequest(c.args, deps.syntax)
      if ('kind' in request) return request
      const found = await findEverywhere(deps, request, c)
      const chosen = new Map(c.decided().map((decision) => [decision.key, decision.chosen]))
      // A strategy that another actor made knows no groups of files; it was approved as a whole.
      const own = [...chosen.keys()].some((key) => key.startsWith(keyPrefix))
      const written: RewrittenFile[] = []
      for (const { resource, groups, notes } of found) {
        for (const group of groups) {
          if (own && !chosen.get(keyOf(resource, group))?.startsWith(rewriteChoice)) continue
          const outcome = await rewriteGroup(deps, request, resource, group, notes, c)
          if ('kind' in outcome) return outcome
          written.push(...outcome)
        }
      }
      return { kind: 'finished', summary: summaryOf('rewritten', written, found) }
    },
  }
}

type Found = FoundFiles & { readonly resource: ToolResource; readonly groups: readonly Group<RewrittenFile>[] }

async function findEverywhere(deps: BuiltinActorDeps, request: RewriteRequest, c: PhaseContext): Promise<Found[]> {
  const found: Found[] = []
  for (const resource of c.resources.filter((one) => one.writable)) {
    c.signal.throwIfAborted()
    try {
      const files = await findInBase(deps, request, resource, c)
      found.push({ ...files, resource, groups: groupByFolder(files.files) })
    } catch (error) {
      // A git that was ended by the abort fails in its own words.
      c.signal.throwIfAborted()
      throw error
    }
  }
  return found
}

const keyPrefix = 'rewrite:'
const keyOf = (resource: ToolResource, group: Group<RewrittenFile>): string =>
  `${keyPrefix}${resource.resourceId}:${group.folder}`

const matchesIn = (files: readonly RewrittenFile[]): string => {
  const count = files.reduce((sum, file) => sum + file.count, 0)
  return `${plural(count, 'match', 'matches')} in ${plural(files.length, 'file')}`
}

function proposal(resource: ToolResource, group: Group<RewrittenFile>, named: boolean) {
  const place =
    group.folder === '' ? 'the top folder' : group.folder === otherFolders ? otherFolders : `${group.folder}/`
  const under = `${group.folder === '' || group.folder === otherFolders ? 'in' : 'under'} ${place}${named ? ` of ${resource.name}` : ''}`
  const rewrite = `${rewriteChoice}${matchesIn(group.files)} ${under}`
  return {
    key: keyOf(resource, group),
    question: `${rewrite}?`,
    chosen: rewrite,
    alternatives: [rewrite, leaveThem],
    confidence: 1,
    rationale: samplesOf(group.files),
    artifacts: group.files.map((file) => (named ? `${resource.name}/${file.path}` : file.path)),
  }
}

const samplesShown = 3

function samplesOf(files: readonly RewrittenFile[]): string {
  const samples = files
    .flatMap((file) => file.samples.map((sample) => ({ path: file.path, sample })))
    .slice(0, samplesShown)
  const more = files.reduce((sum, file) => sum + file.count, 0) - samples.length
  const shown = samples
    .map(
      ({ path, sample }) =>
        `${path}, line ${sample.line}:\n${marked('- ', sample.before)}\n${marked('+ ', sample.after)}`,
    )
    .join('\n\n')
  return more > 0 ? `${shown}\n\nand ${more} more` : shown
}

const linesShown = 12
const widthShown = 200

function marked(mark: string, text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => mark + (line.length > widthShown ? `${line.slice(0, widthShown)}…` : line))
  return lines.length > linesShown ? [...lines.slice(0, linesShown), `${mark}…`].join('\n') : lines.join('\n')
}

async function rewriteGroup(
  deps: BuiltinActorDeps,
  request: RewriteRequest,
  resource: ToolResource,
  group: Group<RewrittenFile>,
  notes: Notes,
  c: PhaseContext,
): Promise<RewrittenFile[] | Extract<PhaseOutcome, { kind: 'failed' }>> {
  const due: RewrittenFile[] = []
  const present: RewrittenFile[] = []
  for (const file of group.files) {
    c.signal.throwIfAborted()
    const now = await presentOf(deps, request, resource, file, notes)
    if (now === null) continue
    present.push(now)
    if (now.after !== now.before) due.push(now)
  }
  const title = `Rewriting ${group.folder === '' ? resource.name : group.folder}`
  for (let at = 0; at < due.length; at += filesPerCall) {
    const batch = due.slice(at, at + filesPerCall)
    c.progress(title, at, due.length)
    const files = batch.map((file) => ({ resource: resource.resourceId, path: file.path, content: file.after }))
    const result = await c.tool('write_files', { files })
    if (result.isError)
      return {
        kind: 'failed',
        code: 'rewrite.write_failed',
        message: `${plural(batch.length, 'file was', 'files were')} not rewritten: ${result.content.replace(/^Error: /, '')}`,
        hint: 'What was written before is kept in the sandbox. Remove the cause and run the plan again: it goes on from there.',
        raw: result.content,
      }
  }
  if (due.length > 0) c.progress(title, due.length, due.length)
  return present
}

const unix = (text: string): string => text.replace(/\r\n/g, '\n')

/**
 * What a file of the sandbox becomes. One that is as in the base, or as rewritten by a run before this one, gives what was
 * found there; one that someone changed meanwhile is searched anew. Null where it is gone or no longer text.
 */
async function presentOf(
  deps: BuiltinActorDeps,
  request: RewriteRequest,
  resource: ToolResource,
  file: RewrittenFile,
  notes: Notes,
): Promise<RewrittenFile | null> {
  if (resource.root === null) return null
  try {
    const { bytes } = await readSandboxFile(resource.root, file.path, deps.limits.fileBytes)
    const text = bytes.toString('utf8')
    if (text === file.before) return file
    // Line ends may differ from the base where git converts them.
    if (unix(text) === unix(file.after)) return { ...file, before: text, after: text }
    const found = await rewriteBytes(request, file.path, bytes, { unparsed: [], skipped: [] })
    if (found !== null) return { path: file.path, ...found }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
  }
  notes.skipped.push(file.path)
  return null
}

function nothingFound(request: RewriteRequest, found: readonly Found[]): PhaseOutcome {
  if ([...request.searches.values()].every((search) => search.doubtful))
    return {
      kind: 'failed',
      code: 'rewrite.bad_pattern',
      message: `The pattern \`${request.pattern}\` is not a whole piece of ${request.language.name}, and matches nothing.`,
      hint: patternHint,
    }
  const searched = found.reduce((sum, one) => sum + one.searched, 0)
  return {
    kind: 'finished',
    summary: `Nothing matches \`${request.pattern}\` in ${request.language.name}: ${plural(searched, 'file was', 'files were')} searched, and there is nothing to change.${notesOf(found)}`,
  }
}

const tooMany = (count: number, limit: number): PhaseOutcome => ({
  kind: 'failed',
  code: 'rewrite.too_many_changes',
  message: `The pattern matches in ${plural(count, 'file')}, more than the ${limit} that one plan may change. Nothing was changed.`,
  hint: 'Narrow the arg `paths` and run several plans, or raise the limit of changes in a plan.',
})

function summaryOf(verb: string, files: readonly RewrittenFile[], found: readonly Found[]): string {
  const nested = files.reduce((sum, file) => sum + file.nested, 0)
  const again =
    nested > 0
      ? ` ${plural(nested, 'match lies', 'matches lie')} inside other matches; run the plan's action again for those.`
      : ''
  return `${matchesIn(files)} ${verb}.${again}${notesOf(found)}`
}

function notesOf(found: readonly Found[]): string {
  const list = (paths: readonly string[]) =>
    `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`
  const unparsed = found.flatMap((one) => one.notes.unparsed)
  const skipped = found.flatMap((one) => one.notes.skipped)
  return [
    unparsed.length > 0 ? ` Could not be parsed in full, and was left alone where not: ${list(unparsed)}.` : '',
    skipped.length > 0 ? ` Left out, since too large, gone or no UTF-8 text: ${list(skipped)}.` : '',
  ].join('')
}
