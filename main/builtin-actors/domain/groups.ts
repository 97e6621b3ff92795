export type Group<T> = { readonly folder: string; readonly files: readonly T[] }

const mostGroups = 20

/** The name of the group that takes what is left over. */
export const otherFolders = 'other folders'

/**
 * Groups files by the first folder below what all of them share, '' for files beside such folders. Where that makes too
 * many groups the smallest become one. The same files always make the same groups.
 */
export function groupByFolder<T extends { readonly path: string }>(files: readonly T[]): Group<T>[] {
  const shared = sharedFolder(files.map((file) => file.path))
  const groups = new Map<string, T[]>()
  for (const file of files) {
    const folder = folderBelow(file.path, shared)
    groups.set(folder, [...(groups.get(folder) ?? []), file])
  }
  const all = [...groups].map(([folder, list]) => ({ folder, files: list }))
  const largest = [...all].sort((a, b) => b.files.length - a.files.length || (a.folder < b.folder ? -1 : 1))
  if (all.length <= mostGroups) return byName(all)
  const kept = largest.slice(0, mostGroups - 1)
  const rest = largest.slice(mostGroups - 1).flatMap((group) => group.files)
  return [...byName(kept), { folder: otherFolders, files: rest }]
}

const byName = <T>(groups: Group<T>[]): Group<T>[] => groups.sort((a, b) => (a.folder < b.folder ? -1 : 1))

function sharedFolder(paths: readonly string[]): string {
  let shared = paths[0]?.split('/').slice(0, -1) ?? []
  for (const path of paths) {
    const segments = path.split('/').slice(0, -1)
    let same = 0
    while (same < shared.length && shared[same] === segments[same]) same += 1
    shared = shared.slice(0, same)
  }
  return shared.length === 0 ? '' : `${shared.join('/')}/`
}

function folderBelow(path: string, shared: string): string {
  const rest = path.slice(shared.length)
  const slash = rest.indexOf('/')
  return slash < 0 ? shared.replace(/\/$/, '') : shared + rest.slice(0, slash)
}
