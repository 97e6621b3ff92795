import { mkdir, realpath, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { exists, lineOf, textOf } from './repository-state'

/** A folder and the private repository that keeps its states. */
export type FolderPlace = { readonly folder: string; readonly repoRoot: string; readonly commonDir: string }

/** The ref that holds the folder as the last Apply began with it, or left it. */
export const folderRef = 'refs/cleveragents/folder'

/** The index that the folder is captured through, kept so that an unchanged file is not read again. */
export const folderIndexOf = (place: { readonly commonDir: string }): string => join(place.commonDir, 'folder.index')

export const folderMarkerOf = (repoRoot: string): string => `${repoRoot}.json`

export const isFolder = (sandbox: Sandbox): boolean => sandbox.base.strategy === 'filesystem_copy'

export const folderOf = (sandbox: Sandbox): FolderPlace => ({
  folder: sandbox.sourcePath,
  repoRoot: sandbox.repoRoot,
  commonDir: sandbox.commonDir,
})

/** What makes git take the real folder for the working tree of its private repository. */
export const folderEnv = (place: FolderPlace): Readonly<Record<string, string>> => ({
  GIT_DIR: place.commonDir,
  GIT_WORK_TREE: place.folder,
})

// Of highest precedence, so that nothing in the folder makes git change a byte, run a filter or merge in another way.
const attributes = '* -text !eol !working-tree-encoding -ident -filter !merge !diff\n'

const settings: readonly (readonly [string, string])[] = [
  ['core.autocrlf', 'false'],
  ['core.fsyncMethod', 'batch'],
  ['core.logAllRefUpdates', 'false'],
  // What no ref names may be wanted by a plan that works, or is being made; `pruneFolder` knows when it is not.
  ['gc.auto', '0'],
]

/** Makes the private repository of a folder, or finds it; a start that was interrupted is gone through again. */
export async function openFolderRepository(context: Context, resourceId: string, folder: string): Promise<FolderPlace> {
  const repoRoot = join(await context.home(), 'folders', resourceId)
  const commonDir = join(repoRoot, '.git')
  if (!(await exists(folderMarkerOf(repoRoot)))) {
    await mkdir(repoRoot, { recursive: true, mode: 0o700 })
    await context.git.run(repoRoot, ['init', '--quiet', '--template='])
    for (const [key, value] of settings) await context.git.run(repoRoot, ['config', key, value])
    await mkdir(join(commonDir, 'info'), { recursive: true })
    await writeFile(join(commonDir, 'info/attributes'), attributes)
    await writeFile(join(commonDir, 'info/exclude'), 'node_modules\n')
    await writeFile(folderMarkerOf(repoRoot), JSON.stringify({ resource: resourceId }), { flush: true })
  }
  return { folder, repoRoot, commonDir: await realpath(commonDir) }
}

/** Paths that an index holds. */
export async function pathsIn(
  context: Context,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Set<string>> {
  const listed = textOf(await context.git.run(cwd, ['ls-files', '-z'], { read: true, env })).split('\0')
  return new Set(listed.filter((path) => path !== ''))
}

/** Makes an index hold exactly these files of a working tree as they are and answers its tree; one whose stat is as recorded is not read. */
export async function stageFiles(
  context: Context,
  cwd: string,
  env: Readonly<Record<string, string>> & { readonly GIT_INDEX_FILE: string },
  files: readonly string[],
  known: ReadonlySet<string>,
): Promise<string> {
  const lock = `${env.GIT_INDEX_FILE}.lock`
  // Nobody else uses this index, and the caller holds its lock: a lock file here is a killed process's.
  if (await exists(lock)) await unlink(lock)
  const update = (flags: readonly string[], paths: readonly string[], thenWriteTree: boolean) =>
    context.git.run(cwd, ['update-index', '-z', ...flags, '--stdin'], {
      env,
      input: paths.map((path) => `${path}\0`).join(''),
      thenWriteTree,
    })
  const present = new Set(files)
  const gone = [...known].filter((path) => !present.has(path))
  if (gone.length > 0) await update(['--force-remove'], gone, false)
  // Not `git add`: that stops at repositories inside, and heeds ignore rules, which say nothing of what a folder holds.
  return lineOf(await update(['--add', '--remove', '--replace'], files, true))
}
