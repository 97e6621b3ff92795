import { countsOf, type DiscoverOptions, rootFolderChild } from './discover-checkout'
import type { Resource } from './domain/resource'
import { failed } from '@shared/model/refusal'
import { plural } from '@shared/model/plural'
import type { ResourceDeps } from './ports'
import type { Discovered } from './repository'

/** Folders that are never walked: git's own, and installed packages. */
export const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Entries after which a folder's discovery stops counting. */
const mostEntries = 1_000_000
const mostNamed = 10
const entriesPerBreath = 5_000

/** Counts the folders and files below a folder; links are counted as files and never followed. */
export async function discoverFolder(
  deps: Pick<ResourceDeps, 'disk'>,
  resource: Resource,
  options: DiscoverOptions,
): Promise<Discovered> {
  const root = resource.canonicalPath
  const unread: string[] = []
  let [folders, files, breath] = [0, 0, 0]
  let capped = false
  for await (const step of deps.disk.walk(root, { skip: skippedFolders, signal: options.signal })) {
    options.signal.throwIfAborted()
    if (!step.readable) unread.push(step.folder === '' ? '.' : step.folder)
    const inside = step.entries.filter((entry) => entry.kind === 'directory').length
    folders += inside
    files += step.entries.filter((entry) => entry.kind === 'file' || entry.kind === 'link').length
    options.report('files', 1 + folders + files)
    capped = folders + files >= mostEntries
    if (capped) break
    breath += step.entries.length
    if (breath > entriesPerBreath) {
      breath = 0
      // A walk answered from the cache would otherwise keep the loop from everything else.
      await new Promise((resume) => setImmediate(resume))
    }
  }
  if (unread[0] === '.') {
    throw failed('resource.unreadable', `${root} can no longer be read; what was known of it is kept.`, {
      hint: 'Check that the folder still exists and may be read, then run discovery again.',
    })
  }
  const children = [rootFolderChild(root)]
  const warnings = [
    ...unread.slice(0, mostNamed).map((folder) => `${folder} cannot be read and was skipped`),
    ...(unread.length > mostNamed
      ? [
          plural(
            unread.length - mostNamed,
            'more folder cannot be read and was skipped',
            'more folders cannot be read and were skipped',
          ),
        ]
      : []),
    ...(capped ? [`only the first ${mostEntries} entries were counted`] : []),
  ]
  return { children, counts: countsOf(children, { 'fs-directory': folders, 'fs-file': files }), warnings }
}
