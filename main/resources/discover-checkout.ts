import { basename, relative, sep } from 'node:path'
import { type ChildType } from '@shared/model/resource'
import { devcontainerName } from './domain/devcontainer'
import {
  type GitRef,
  parseScopedConfig,
  remotesOf,
  summarisePaths,
  summariseTree,
  type TreeSummary,
} from './domain/git-output'
import { redactUrls } from './domain/redact-url'
import { createdStatus, detectedStatus, type FoundChild, type Resource } from './domain/resource'
import { findDevcontainers } from './find-devcontainers'
import type { ResourceDeps } from './ports'
import { type Checkout, checkoutWarnings, commitOf, requireCheckout } from './probe-checkout'
import type { Discovered } from './repository'

type Deps = Pick<ResourceDeps, 'git' | 'disk'>
export type Report = (phase: string, found: number) => void
export type DiscoverOptions = {
  readonly signal: AbortSignal
  readonly report: Report
  /** What registering has just found out, so that it is not asked again. */
  readonly checkout?: Checkout | undefined
}

const child = (type: ChildType, key: string, name: string, detail: string, status = createdStatus): FoundChild => ({
  type,
  key,
  name,
  detail,
  status,
})

/** The part of the repository that the resource is: `''` for all of it, else a path that ends in `/`. */
export function prefixOf(checkout: Checkout, canonicalPath: string): string {
  const way = relative(checkout.topLevel, canonicalPath).split(sep).join('/')
  return way === '' ? '' : `${way}/`
}

/**
 * Finds the children of a checkout with few git processes, whatever its size: references, remotes, submodules and
 * devcontainers one by one, commits, tree entries, folders and files as counts.
 */
export async function discoverCheckout(deps: Deps, resource: Resource, options: DiscoverOptions): Promise<Discovered> {
  const { signal } = options
  let found = 0
  const add = <T>(phase: string, count: number, value: T): T => {
    found += count
    options.report(phase, found)
    return value
  }
  const folder = resource.canonicalPath
  const checkout = options.checkout ?? (await requireCheckout(deps, folder))
  signal.throwIfAborted()
  const commit = commitOf(checkout, resource.branch)
  const prefix = prefixOf(checkout, folder)
  add('references', 2 + checkout.refs.branches.length + checkout.refs.tags.length, undefined)
  const ask = (args: readonly string[], expect: readonly number[] = [0]) =>
    deps.git.run(folder, args, { read: true, signal, expect })
  const [tree, paths, commits, remotes, containers] = await Promise.all([
    commit === null ? emptyTree : treeOf(ask, commit, prefix).then((tree) => add('tree entries', tree.entries, tree)),
    pathsOf(ask).then((paths) => add('files', paths.files + paths.folders, paths)),
    commit === null ? 0 : countCommits(ask, commit, prefix).then((count) => add('commits', count, count)),
    remotesAt(ask).then((list) => add('remotes', list.length, list)),
    findDevcontainers(deps.disk, folder),
  ])
  const submodules = await submoduleChildren(deps, { ask, tree, commit, prefix, root: folder })
  const detected = containers.filter((one) => one.content !== undefined)
  const children = [
    child('git', 'git', basename(checkout.topLevel), checkout.gitFolder),
    child('fs-directory', '', basename(folder), folder),
    ...remotes.map(({ name, url }) => child('git-remote', name, name, redactUrls(url))),
    ...checkout.refs.branches.map((ref) => refChild('git-branch', ref)),
    ...checkout.refs.tags.map((ref) => refChild('git-tag', ref)),
    ...submodules,
    ...detected.map(({ path, content }) =>
      child('devcontainer-instance', path, devcontainerName(content ?? {}, path), path, detectedStatus),
    ),
  ]
  const counts = countsOf(children, {
    'git-commit': commits,
    'git-tree-entry': tree.entries,
    'fs-directory': paths.folders,
    'fs-file': paths.files,
  })
  const problems = containers.map((one) => one.problem).filter((problem) => problem !== null)
  const unread = paths.complete ? [] : ['some folders cannot be read and were skipped']
  const warnings = [...(await checkoutWarnings(deps, checkout, resource.branch)), ...problems, ...unread]
  return { children, counts, warnings }
}

/** Rows and counts together, by type. */
export function countsOf(children: readonly FoundChild[], counted: Readonly<Partial<Record<ChildType, number>>>) {
  const counts: Partial<Record<ChildType, number>> = { ...counted }
  for (const { type } of children) counts[type] = (counts[type] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

export function rootFolderChild(path: string): FoundChild {
  return child('fs-directory', '', basename(path), path)
}

type Ask = (
  args: readonly string[],
  expect?: readonly number[],
) => Promise<{ code: number; stdout: Buffer; stderr: string }>

const emptyTree: TreeSummary = { entries: 0, submodules: [] }
const refChild = (type: ChildType, ref: GitRef) => child(type, ref.name, ref.name, ref.objectId)

/** Lists what the folder holds on disk as git sees it: tracked and untracked, without what is ignored. */
export const pathListing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'] as const

/**
 * Lists every entry of a commit's tree, or of a folder's part of it, relative to that folder. Ends with 128 and without
 * output where the commit has no such folder.
 */
export function treeListing(commit: string, prefix: string): readonly string[] {
  return ['ls-tree', '-r', '-t', '-z', '--full-tree', `${commit}:${prefix}`]
}

async function treeOf(ask: Ask, commit: string, prefix: string): Promise<TreeSummary> {
  return summariseTree((await ask(treeListing(commit, prefix), [0, 128])).stdout)
}

async function pathsOf(ask: Ask) {
  const { stdout, stderr } = await ask(pathListing)
  // Git passes over what it cannot read, and says so on its error stream only.
  return { ...summarisePaths(stdout), complete: stderr.trim() === '' }
}

async function countCommits(ask: Ask, commit: string, prefix: string): Promise<number> {
  const { stdout } = await ask(['rev-list', '--count', commit, ...(prefix === '' ? [] : ['--', '.'])])
  return Number(stdout.toString('utf8').trim())
}

async function remotesAt(ask: Ask) {
  const { stdout } = await ask(['config', '--list', '--show-scope', '--show-origin', '-z'])
  return remotesOf(parseScopedConfig(stdout.toString('utf8')))
}

type SubmoduleQuestion = {
  readonly ask: Ask
  readonly tree: TreeSummary
  readonly commit: string | null
  readonly prefix: string
  readonly root: string
}

async function submoduleChildren(deps: Deps, question: SubmoduleQuestion): Promise<readonly FoundChild[]> {
  const { ask, tree, commit, prefix, root } = question
  if (tree.submodules.length === 0 || commit === null) return []
  // Read from the commit, not from disk, where the file might be a link.
  const { stdout } = await ask(['config', '--blob', `${commit}:.gitmodules`, '-z', '--list'], [0, 1, 128])
  const urls = urlsByPath(stdout.toString('utf8'))
  const rows = tree.submodules.map(async ({ path, commit: pinned }) => {
    const entry = await deps.disk.entry(root, path)
    const url = urls.get(`${prefix}${path}`)
    const detail = url === undefined ? pinned : redactUrls(url)
    return child('git-submodule', path, path, detail, entry?.kind === 'submodule' ? createdStatus : 'not fetched')
  })
  return Promise.all(rows)
}

function urlsByPath(config: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  const urls = new Map<string, string>()
  for (const line of config.split('\0')) {
    const newline = line.indexOf('\n')
    const [, name, key] = /^submodule\.([\s\S]+)\.(path|url)$/.exec(line.slice(0, Math.max(0, newline))) ?? []
    if (name !== undefined) (key === 'path' ? paths : urls).set(name, line.slice(newline + 1))
  }
  return new Map([...paths].flatMap(([name, path]) => (urls.has(name) ? [[path, urls.get(name) ?? ''] as const] : [])))
}
