import { chmod, constants, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from './context'
import type { JournalWorktree } from './domain/journal'
import { textOf } from './repository-state'
import { lstatOrNull, strangeParent } from './saved-paths'

type Move = { readonly from: string; readonly to: string }

/**
 * What went from one path to another. A name that resembles a file that goes takes its mode rather than the default one,
 * so the likeness asked for is low: a private file that is moved and rewritten stays private.
 */
async function movesOf(context: Context, { path, env, treeBefore, treeAfter }: JournalWorktree): Promise<Move[]> {
  if (treeBefore === treeAfter) return []
  const ask = ['diff-tree', '-r', '-z', '--find-renames=30%', '--diff-filter=R', '--name-status', treeBefore, treeAfter]
  const parts = textOf(await context.git.run(path, ask, { read: true, env })).split('\0')
  const moves: Move[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) moves.push({ from: parts[at + 1]!, to: parts[at + 2]! })
  return moves
}

/** Gives a file the mode that one had, with the right to run it as it is now. */
export async function giveMode(top: string, path: string, had: number): Promise<void> {
  const at = join(top, path)
  if ((await strangeParent(top, path)) !== null) return
  const stat = await lstatOrNull(at)
  if (!stat?.isFile()) return
  const runs = (stat.mode & 0o100) !== 0
  const ran = (had & 0o100) !== 0
  const mode = runs === ran ? had : runs ? had | ((had & 0o444) >> 2) : had & ~0o111
  if (mode === (stat.mode & 0o7777)) return
  const file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    await file.chmod(mode)
  } finally {
    await file.close()
  }
}

/** For each folder that Apply made, the mode of the folder that its files come from, or the strictest of several. */
function folderModes(written: JournalWorktree, moves: readonly Move[]): ReadonlyMap<string, number> {
  const were = new Map((written.folders ?? []).map(({ path, mode }) => [path, mode]))
  const made = new Set(written.absentFolders)
  const modes = new Map<string, number>()
  for (const move of moves)
    for (
      let [from, to] = [dirname(move.from), dirname(move.to)];
      made.has(to) && from !== '.';
      [from, to] = [dirname(from), dirname(to)]
    ) {
      const mode = were.get(from)
      if (mode !== undefined) modes.set(to, mode & (modes.get(to) ?? 0o7777))
    }
  return modes
}

/** Gives files that were written anew, and those that were moved with their folders, the modes they had. */
export async function keepModes(context: Context, written: JournalWorktree): Promise<void> {
  const top = written.path
  const moves = await movesOf(context, written)
  const had = new Map(written.saved.flatMap((one) => (one.kind === 'file' ? [[one.path, one.mode] as const] : [])))
  for (const [path, mode] of had) await giveMode(top, path, mode)
  for (const { from, to } of moves) {
    const mode = had.get(from)
    if (mode !== undefined && !had.has(to)) await giveMode(top, to, mode)
  }
  for (const [folder, mode] of folderModes(written, moves)) {
    const stat = await lstatOrNull(join(top, folder))
    if (stat?.isDirectory() && (await strangeParent(top, folder)) === null) await chmod(join(top, folder), mode)
  }
}
