import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeEditor } from '../../sandboxes'
import type { Git } from './git'
import { writeLoose } from './loose-objects'
import { createObjectReader, type ObjectReader } from './object-reader'
import { openLines, type OpenLines } from './open-lines'
import { repositoryOf } from './repository-of'

/** Milliseconds after which processes that nobody used are ended. */
const idleMs = 5000
/** Trees that are remembered of one working tree. */
const mostTrees = 200

type Open = {
  readonly objects: ObjectReader
  readonly blobs: OpenLines
  readonly trees: Map<string, Buffer>
}

type Entry = { readonly mode: string; readonly oid: string; readonly at: number }

/** What a tree has under a name, and where in its bytes the entry's object stands; null where it has nothing. */
function entryOf(tree: Buffer, name: Buffer, bytes: number): Entry | null {
  let from = 0
  while (from < tree.length) {
    const space = tree.indexOf(0x20, from)
    const end = tree.indexOf(0, space)
    if (tree.subarray(space + 1, end).equals(name)) {
      const oid = tree.toString('hex', end + 1, end + 1 + bytes)
      return { mode: tree.toString('latin1', from, space), oid, at: end + 1 }
    }
    from = end + 1 + bytes
  }
  return null
}

/** A file as a tree would have it: no link leads to it. */
async function modeOf(worktree: string, parts: readonly string[]): Promise<string | null> {
  for (const at of parts.keys()) {
    const stat = await lstat(join(worktree, ...parts.slice(0, at + 1)))
    if (at === parts.length - 1) return stat.isFile() ? (stat.mode & 0o100 ? '100755' : '100644') : null
    if (!stat.isDirectory()) return null
  }
  return null
}

type Level = { readonly tree: Buffer; readonly entry: Entry }

/** The trees from the top down to a path's own, each with the entry that leads on; null where the path is no file of the tree. */
async function levelsOf(open: Open, root: string, parts: readonly string[]): Promise<Level[] | null> {
  const levels: Level[] = []
  let oid = root
  for (const [at, part] of parts.entries()) {
    const tree = open.trees.get(oid) ?? (await open.objects.read(oid))?.bytes
    if (!tree) return null
    remember(open, oid, tree)
    const entry = entryOf(tree, Buffer.from(part), root.length / 2)
    if (!entry || at < parts.length - 1 !== (entry.mode === '40000')) return null
    levels.push({ tree, entry })
    oid = entry.oid
  }
  return levels
}

function remember(open: Open, oid: string, tree: Buffer): void {
  open.trees.set(oid, tree)
  const [oldest] = open.trees.keys()
  if (open.trees.size > mostTrees && oldest !== undefined) open.trees.delete(oldest)
}

async function writeLevels(open: Open, objects: string, levels: readonly Level[], blob: string): Promise<string> {
  let oid = blob
  for (const { tree, entry } of levels.toReversed()) {
    const content = Buffer.from(tree)
    content.write(oid, entry.at, 'hex')
    oid = await writeLoose(objects, { type: 'tree', content, digits: oid.length })
    remember(open, oid, content)
  }
  return oid
}

/**
 * Puts what a file of a tree holds now into the tree with gits that stay open, where adding it to an index and writing that
 * takes two processes that go through every entry. Only what is certain is done so: a regular file that the tree has with the
 * same mode. Line ends are for git and its index to settle.
 */
export function createTreeEditor(git: Git): TreeEditor {
  const open = new Map<string, { readonly opened: Promise<Open>; readonly timer: NodeJS.Timeout }>()

  const forget = (worktree: string): void => {
    const one = open.get(worktree)
    if (!one) return
    open.delete(worktree)
    clearTimeout(one.timer)
    const close = ({ objects, blobs }: Open) => {
      objects.dispose()
      blobs.close()
    }
    // One that could not be opened has nothing to close, and whoever asked for it was told.
    void one.opened.then(close, () => undefined)
  }

  const start = async (worktree: string): Promise<Open> => {
    const blobs = openLines(await git.startConfigured(worktree, ['hash-object', '-w', '--stdin-paths']))
    return { objects: createObjectReader(git, worktree), blobs, trees: new Map() }
  }

  const use = (worktree: string): Promise<Open> => {
    const known = open.get(worktree)
    if (known) {
      known.timer.refresh()
      return known.opened
    }
    const timer = setTimeout(() => forget(worktree), idleMs)
    timer.unref()
    const opened = start(worktree)
    open.set(worktree, { opened, timer })
    return opened
  }

  const replace = async (worktree: string, tree: string, path: string): Promise<string | null> => {
    const parts = path.split('/')
    // The first reads as quoting and the others as another request; attributes are read once by a git that stays open.
    if (/^"|[\n\r]/.test(path) || parts.at(-1) === '.gitattributes') return null
    const mode = await modeOf(worktree, parts)
    if (mode === null || (await readFile(join(worktree, path))).includes(0x0d)) return null
    const one = await use(worktree)
    const levels = await levelsOf(one, tree, parts)
    const entry = levels?.at(-1)?.entry
    if (!levels || entry?.mode !== mode) return null
    const blob = await one.blobs.ask(`${path}\n`)
    if (blob === null || blob.length !== tree.length) return null
    if (blob === entry.oid) return tree
    return writeLevels(one, join(await repositoryOf(worktree), 'objects'), levels, blob)
  }

  return {
    // Whatever goes wrong here is for the ordinary way to tell.
    replace: (worktree, tree, path) =>
      replace(worktree, tree, path).catch(() => {
        forget(worktree)
        return null
      }),
    forget,
  }
}
