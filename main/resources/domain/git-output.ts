export type GitRef = { readonly name: string; readonly objectId: string }
export type GitRefs = { readonly branches: readonly GitRef[]; readonly tags: readonly GitRef[] }

/** The format of `for-each-ref` that `parseRefs` reads. */
export const refFormat = '--format=%(refname)%00%(objectname)'

export function parseRefs(output: string): GitRefs {
  const refs = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\0'))
  const below = (prefix: string) =>
    refs
      .filter(([name = '']) => name.startsWith(prefix))
      .map(([name = '', objectId = '']) => ({ name: name.slice(prefix.length), objectId }))
  return { branches: below('refs/heads/'), tags: below('refs/tags/') }
}

export type TreeSummary = {
  readonly entries: number
  readonly submodules: readonly { readonly path: string; readonly commit: string }[]
}

/** Counts the entries of `ls-tree -r -t -z` on the bytes, making text of submodules only. */
export function summariseTree(output: Buffer): TreeSummary {
  const submodules: { path: string; commit: string }[] = []
  let entries = 0
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start)
    if (end < 0) break
    entries += 1
    // "160000 commit <id>\t<path>": only this mode begins with 16.
    if (output[start] === 0x31 && output[start + 1] === 0x36) {
      const [head = '', path = ''] = output.toString('utf8', start, end).split('\t')
      submodules.push({ path, commit: head.split(' ')[2] ?? '' })
    }
    start = end + 1
  }
  return { entries, submodules }
}

export type TreeRecord = { readonly path: string; readonly type: string; readonly objectId: string }

export function parseTree(output: Buffer): readonly TreeRecord[] {
  return splitNul(output).map((record) => {
    const tab = record.indexOf('\t')
    const [, type = '', objectId = ''] = record.slice(0, tab).split(' ')
    return { path: record.slice(tab + 1), type, objectId }
  })
}

/** Files and folders of a list of paths that ends each in NUL; a path that ends in `/` is a nested repository. */
export function summarisePaths(output: Buffer): { readonly files: number; readonly folders: number } {
  const folders = new Set<string>()
  let files = 0
  let lastFolder = ''
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start)
    if (end < 0) break
    const slash = output.lastIndexOf(0x2f, end - 1)
    if (slash !== end - 1) files += 1
    if (slash > start) {
      const folder = output.toString('latin1', start, slash)
      // Lists come sorted, so that most paths lie in the folder of the one before.
      if (folder !== lastFolder) addWithParents(folders, folder)
      lastFolder = folder
    }
    start = end + 1
  }
  return { files, folders: folders.size }
}

/** Adds a folder and every folder above it. */
export function addWithParents(folders: Set<string>, folder: string): void {
  for (let path = folder; path !== '' && !folders.has(path); path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) {
    folders.add(path)
  }
}

export function splitNul(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((part) => part !== '')
}

export type ConfigEntry = {
  readonly scope: string
  readonly origin: string
  readonly key: string
  readonly value: string
}

/** Reads `config --list --show-scope --show-origin -z`: scope, origin, then key and value parted by a new line. */
export function parseScopedConfig(output: string): readonly ConfigEntry[] {
  const parts = output.split('\0')
  const entries: ConfigEntry[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const pair = parts[at + 2] ?? ''
    const newline = pair.indexOf('\n')
    const key = newline < 0 ? pair : pair.slice(0, newline)
    // A key without `=` stands for true.
    const value = newline < 0 ? 'true' : pair.slice(newline + 1)
    entries.push({ scope: parts[at] ?? '', origin: parts[at + 1] ?? '', key, value })
  }
  return entries
}

/** Whether an entry is the repository's own: written in its configuration or its worktree's. */
export function isOwnEntry(entry: ConfigEntry): boolean {
  return entry.scope === 'local' || entry.scope === 'worktree'
}

/** Remotes with their first address, in the order of the configuration. */
export function remotesOf(entries: readonly ConfigEntry[]): readonly { readonly name: string; readonly url: string }[] {
  const remotes = new Map<string, string>()
  for (const entry of entries) {
    const name = /^remote\.([\s\S]+)\.url$/.exec(entry.key)?.[1]
    if (name !== undefined && isOwnEntry(entry) && !remotes.has(name)) remotes.set(name, entry.value)
  }
  return [...remotes].map(([name, url]) => ({ name, url }))
}
