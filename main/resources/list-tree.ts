import { addWithParents, splitNul } from './domain/git-output'
import type { Resource } from './domain/resource'
import { pathListing } from './discover-checkout'
import { skippedFolders } from './discover-folder'
import type { DiskEntry, ResourceDeps } from './ports'
import { pathInside, valueOf } from './read-contained'

export type TreeEntry = {
  readonly path: string
  readonly name: string
  readonly kind: 'directory' | 'file' | 'link' | 'submodule'
  readonly size: number | null
}
export type Tree = { readonly entries: readonly TreeEntry[]; readonly truncated: boolean }

const mostEntries = 5_000
const entriesAtOnce = 64

type Placed = { readonly entry: DiskEntry; readonly path: string }
type Options = { readonly path: string; readonly recursive: boolean; readonly signal?: AbortSignal | undefined }

/** Lists a folder of a resource at its present state on disk; recursively without what git or we ignore. */
export async function listTree(deps: ResourceDeps, resource: Resource, options: Options): Promise<Tree> {
  const path = pathInside(resource, options.path)
  const listed = valueOf(resource, path, await deps.disk.list(resource.canonicalPath, path))
  if (!options.recursive) {
    const sorted = [...listed].sort(byKindAndName)
    const shown = sorted.slice(0, mostEntries)
    return treeOf(
      shown.map((entry) => ({ entry, path: below(path, entry.name) })),
      sorted.length,
    )
  }
  const found = await pathsBelow(deps, resource, path, { most: mostEntries, signal: options.signal })
  const paths = [...found.folders, ...found.files].sort()
  const entries: Placed[] = []
  const wanted = paths.slice(0, mostEntries)
  for (let at = 0; at < wanted.length; at += entriesAtOnce) {
    options.signal?.throwIfAborted()
    const some = wanted.slice(at, at + entriesAtOnce).map(async (one) => {
      const entry = await deps.disk.entry(resource.canonicalPath, one)
      return entry ? [{ entry, path: one }] : []
    })
    entries.push(...(await Promise.all(some)).flat())
  }
  return treeOf(entries, paths.length)
}

const below = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function byKindAndName(a: DiskEntry, b: DiskEntry): number {
  const isFolder = (entry: DiskEntry) => entry.kind === 'directory' || entry.kind === 'submodule'
  return Number(isFolder(b)) - Number(isFolder(a)) || (a.name < b.name ? -1 : 1)
}

function treeOf(placed: readonly Placed[], total: number): Tree {
  const entries = placed.flatMap(({ path, entry: { name, kind, size } }) =>
    // Pipes, sockets and devices are nothing that a plan could read.
    kind === 'other' ? [] : [{ path, name, kind, size }],
  )
  return { entries, truncated: total > mostEntries }
}

/** Paths below a folder of a resource, relative to the resource, sorted; without what is ignored. */
export type PathsBelow = { readonly folders: readonly string[]; readonly files: readonly string[] }

/** Lists everything below a folder: as git sees it for a checkout, by walking for a folder. */
export async function pathsBelow(
  deps: ResourceDeps,
  resource: Resource,
  path: string,
  options: { readonly most?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<PathsBelow> {
  const folders = new Set<string>()
  const files = new Set<string>()
  if (resource.type === 'git-checkout') {
    const limit = path === '' ? [] : ['--', `:(literal)${path}/`]
    const args = [...pathListing, ...limit]
    const { stdout } = await deps.git.run(resource.canonicalPath, args, { read: true, signal: options.signal })
    for (const listed of splitNul(stdout)) {
      // A nested repository is listed as a folder, with a slash at its end.
      if (!listed.endsWith('/')) files.add(listed)
      addWithParents(folders, parentOf(listed))
    }
    for (let folder = path; folder !== ''; folder = parentOf(folder)) folders.delete(folder)
  } else {
    const { signal, most = Infinity } = options
    for await (const step of deps.disk.walk(resource.canonicalPath, { skip: skippedFolders, signal, from: path })) {
      for (const entry of step.entries)
        (entry.kind === 'directory' ? folders : files).add(below(step.folder, entry.name))
      if (folders.size + files.size > most) break
    }
  }
  return { folders: [...folders].sort(), files: [...files].sort() }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
