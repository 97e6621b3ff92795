import { basename } from 'node:path'
import { invalid } from '@shared/model/refusal'
import { type ChildType, childTypes } from '@shared/model/resource'
import { parseTree, splitNul } from './domain/git-output'
import { type Child, createdStatus, type Resource } from './domain/resource'
import { prefixOf, treeListing } from './discover-checkout'
import { requireFolder } from './open-folder'
import { pathsBelow } from './list-tree'
import type { ResourceDeps } from './ports'
import { commitOf, requireCheckout } from './probe-checkout'
import { childrenOf } from './repository'

export type ListedChild = Pick<Child, 'name' | 'detail' | 'status'> & { readonly type: ChildType }
type Page = { readonly offset: number; readonly limit: number; readonly signal?: AbortSignal | undefined }
type Listed = { readonly children: readonly ListedChild[]; readonly total: number }

/** Lists a resource's children of one type, a page at a time; what is only counted is asked of git or the disk. */
export async function listChildren(deps: ResourceDeps, resource: Resource, type: string, page: Page): Promise<Listed> {
  const known = childTypes.find((one) => one === type)
  switch (known) {
    case undefined:
      throw invalid('resource.unknown_child_type', `There is no type "${type}" below a resource.`, {
        hint: `Types are ${childTypes.join(', ')}.`,
        details: { type },
      })
    case 'git-commit':
      return commits(deps, resource, page)
    case 'git-tree-entry':
      return treeEntries(deps, resource, page)
    case 'fs-file':
    case 'fs-directory':
      return paths(deps, resource, known, page)
    case 'git':
    case 'git-remote':
    case 'git-branch':
    case 'git-tag':
    case 'git-submodule':
    case 'devcontainer-instance':
      return childrenOf(deps.db, resource.id, known, page)
  }
}

const none: Listed = { children: [], total: 0 }
const one = (type: ChildType, name: string, detail: string): ListedChild => ({
  type,
  name,
  detail,
  status: createdStatus,
})

async function commits(deps: ResourceDeps, resource: Resource, page: Page): Promise<Listed> {
  if (resource.type !== 'git-checkout') return none
  const checkout = await requireCheckout(deps, resource.canonicalPath)
  const commit = commitOf(checkout, resource.branch)
  if (commit === null) return none
  const limit = resource.canonicalPath === checkout.topLevel ? [] : ['--', '.']
  const ask = (args: readonly string[]) =>
    deps.git.run(resource.canonicalPath, args, { read: true, signal: page.signal })
  const window = [`--skip=${page.offset}`, `--max-count=${page.limit}`]
  const [log, count] = await Promise.all([
    ask(['log', '-z', '--format=%H %s', '--no-show-signature', ...window, commit, ...limit]),
    ask(['rev-list', '--count', commit, ...limit]),
  ])
  const children = splitNul(log.stdout).map((line) =>
    one('git-commit', line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))),
  )
  return { children, total: Number(count.stdout.toString('utf8').trim()) }
}

async function treeEntries(deps: ResourceDeps, resource: Resource, page: Page): Promise<Listed> {
  if (resource.type !== 'git-checkout') return none
  const checkout = await requireCheckout(deps, resource.canonicalPath)
  const commit = commitOf(checkout, resource.branch)
  if (commit === null) return none
  const args = treeListing(commit, prefixOf(checkout, resource.canonicalPath))
  const expect = [0, 128]
  const { stdout } = await deps.git.run(resource.canonicalPath, args, { read: true, signal: page.signal, expect })
  const records = parseTree(stdout)
  const shown = records.slice(page.offset, page.offset + page.limit)
  return { children: shown.map((record) => one('git-tree-entry', record.path, record.objectId)), total: records.length }
}

async function paths(
  deps: ResourceDeps,
  resource: Resource,
  type: 'fs-file' | 'fs-directory',
  page: Page,
): Promise<Listed> {
  await requireFolder(deps, resource.canonicalPath)
  const below = await pathsBelow(deps, resource, '', { signal: page.signal })
  const root = one('fs-directory', basename(resource.canonicalPath), resource.canonicalPath)
  const inner = (type === 'fs-file' ? below.files : below.folders).map((path) => one(type, path, path))
  const all = type === 'fs-directory' ? [root, ...inner] : inner
  return { children: all.slice(page.offset, page.offset + page.limit), total: all.length }
}
