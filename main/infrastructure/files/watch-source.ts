import { existsSync, type FSWatcher, lstatSync, readFileSync, watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** What is watched: a folder, and of a checkout where git keeps what it has checked out. */
export type Watched = { readonly top: string; readonly commonDir: string | null; readonly branch: string | null }

export type SourceWatch = {
  /** Watches the folder of this path too, where not everything is watched anyway. */
  add(path: string): void
  /** Whether anything happened since it was last asked; the answer says nothing of what. */
  stirred(): boolean
  close(): void
}

/** Folders that one source has watches on at most, so that no plan uses up what the system has of them. */
const mostFolders = 256

/** One watch sees a whole tree there; elsewhere node makes one for each file in it. */
const wholeTrees = process.platform === 'darwin' || process.platform === 'win32'

/** What in a git folder tells of another commit, branch or index; a lock that becomes one of these is told as its own name. */
const telling = new Set(['HEAD', 'index', 'packed-refs'])

function gitDirOf(top: string): string | null {
  const git = join(top, '.git')
  try {
    if (lstatSync(git).isDirectory()) return git
    const line = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1]
    return line === undefined ? null : resolve(top, line)
  } catch {
    // A folder without one, or one that is away: then its files alone are watched, and a comparison says the rest.
    return null
  }
}

function isTelling(path: string, branch: string | null): boolean {
  const [first, ...rest] = path.split(/[\\/]/)
  if (first !== '.git') return true
  const inside = rest.join('/')
  return telling.has(inside) || (branch !== null && inside === `refs/heads/${branch}`)
}

/** The nearest folder above a path of the source that is there. */
function folderAbove(top: string, path: string): string {
  let folder = dirname(join(top, path))
  while (folder.length > top.length && !existsSync(folder)) folder = dirname(folder)
  return folder.startsWith(top) ? folder : top
}

/**
 * Watches a source for changes that others make: whole where one watch does that, else what git has checked out and the
 * folders of the paths that are added. It may miss something and may tell of nothing; a comparison says what happened.
 */
export function watchSource({ top, commonDir, branch }: Watched): SourceWatch {
  const watchers = new Map<string, FSWatcher>()
  let happened = false
  const on = (folder: string, recursive: boolean, concerns: (name: string) => boolean): void => {
    if (watchers.has(folder) || watchers.size >= mostFolders) return
    try {
      const watcher = watch(folder, { persistent: false, recursive }, (_event, name) => {
        if (name === null || concerns(name)) happened = true
      })
      watcher.on('error', () => {
        // The folder went, which is a change as well.
        happened = true
        watcher.close()
      })
      watchers.set(folder, watcher)
    } catch {
      // It is gone, or the system has no more watches: the comparisons at the ends of phases still see every change.
    }
  }
  if (wholeTrees) on(top, true, (name) => isTelling(name, branch))
  const gitDir = commonDir === null ? null : gitDirOf(top)
  const isInside = gitDir === join(top, '.git')
  if (gitDir !== null && commonDir !== null && !(wholeTrees && isInside)) {
    on(gitDir, false, (name) => telling.has(name))
    const ref = branch === null ? null : join(commonDir, 'refs/heads', branch)
    if (ref !== null) on(dirname(ref), false, (name) => name === basename(ref))
  }
  return {
    add: (path) => {
      if (!wholeTrees) on(folderAbove(top, path), false, (name) => name !== '.git')
    },
    stirred: () => {
      const now = happened
      happened = false
      return now
    },
    close: () => {
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}
