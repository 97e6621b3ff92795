import { plural } from '@shared/model/plural'
import { lstat, realpath } from 'node:fs/promises'
import { conflict, failed, missing } from '@shared/model/refusal'
import type { Context } from './context'
import { contains, isInside } from './domain/contains'
import { sizeText, type LeftOut } from './domain/folder-content'
import type { BaseState, Fingerprint, Source, SourceDrift } from './domain/types'
import {
  folderEnv,
  folderIndexOf,
  openFolderRepository,
  pathsIn,
  stageFiles,
  type FolderPlace,
} from './folder-repository'
import { isGitFailure } from './ports'
import { baseRefOf, changedPaths, commitTree } from './trees'
import { walkFolder, type WalkedFolder } from './walk-folder'

const listed = 1000

/** Refuses a folder that is not there as it was registered, or that our own data lies in. */
export async function requireFolder(context: Context, name: string, folder: string): Promise<void> {
  const real = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (real !== folder || !(await lstat(folder)).isDirectory())
    throw missing('sandbox.folder_missing', `The folder of ${name} is no longer at ${folder}. Nothing was changed.`, {
      hint: 'Put it back in its place, or register the folder where it is now.',
    })
  const home = await context.home()
  if (contains(folder, home) || contains(home, folder))
    throw conflict(
      'sandbox.data_folder_inside',
      `${folder} and the data folder ${home} lie in each other; a sandbox must not.`,
      { hint: 'Register a folder without it, or move the data folder with CLEVERAGENTS_HOME.' },
    )
}

function refuseExceeded(context: Context, name: string, walked: WalkedFolder): void {
  if (walked.exceeded === null) return
  const { totalBytes, files } = context.folderLimits()
  const largest = [...walked.exceeded].sort(([, one], [, other]) => other - one).slice(0, 5)
  const most = largest.map(([path, bytes]) => `${path} (${sizeText(bytes)})`).join(', ')
  throw conflict(
    'sandbox.folder_too_large',
    `${name} holds more than the ${sizeText(totalBytes)} or ${plural(files, 'file')} that a plan copies. Nothing was changed.`,
    {
      hint: `Register a smaller folder. Largest of what was seen: ${most}.`,
      details: { largest: largest.map(([path, bytes]) => ({ path, bytes })), total_bytes: totalBytes, files },
    },
  )
}

export type CapturedFolder = { readonly tree: string; readonly signature: string; readonly leftOut: readonly LeftOut[] }

/** Brings an index of the private repository up to the folder as it is and writes it as a tree. The folder is only read. */
export async function captureInto(
  context: Context,
  name: string,
  place: FolderPlace,
  index: string,
): Promise<CapturedFolder> {
  await requireFolder(context, name, place.folder)
  const env = { ...folderEnv(place), GIT_INDEX_FILE: index }
  try {
    const known = await pathsIn(context, place.folder, env)
    const walked = await walkFolder(place.folder, context.folderLimits(), known)
    refuseExceeded(context, name, walked)
    const tree = await stageFiles(context, place.folder, env, walked.files, known)
    return { tree, signature: walked.signature, leftOut: walked.leftOut }
  } catch (error) {
    if (!isGitFailure(error)) throw error
    throw failed('sandbox.capture_failed', `The content of ${name} could not be read whole. Nothing was changed.`, {
      hint: 'Put the file that the details name right, and try again.',
      details: { stderr: error.stderr },
    })
  }
}

/** Captures the folder through the index that is kept for it. */
export function captureNow(context: Context, name: string, place: FolderPlace): Promise<CapturedFolder> {
  return context.lock(`folder:${place.commonDir}`, () => captureInto(context, name, place, folderIndexOf(place)))
}

const fingerprintOf = ({ tree, signature }: CapturedFolder): Fingerprint => ({
  head: tree,
  index: '',
  status: signature,
  dirty: {},
})

/** Records the state of a folder as what a plan starts from. */
export async function captureFolder(context: Context, source: Source, planId: string): Promise<BaseState> {
  if (!isInside(source.resourceId) || source.resourceId.includes('/'))
    throw new Error(`the id ${source.resourceId} cannot name a folder`)
  await requireFolder(context, source.name, source.path)
  const place = await openFolderRepository(context, source.resourceId, source.path)
  const { repoRoot, commonDir } = place
  // Named by a ref before the lock is let go: what none names may be pruned when another plan ends.
  const { captured, commit } = await context.lock(`folder:${commonDir}`, async () => {
    const captured = await captureInto(context, source.name, place, folderIndexOf(place))
    const commit = await commitTree(context, repoRoot, captured.tree, [], 'The folder at the start of a plan\n')
    await context.git.run(repoRoot, ['update-ref', baseRefOf(planId, source.resourceId), commit])
    return { captured, commit }
  })
  return {
    strategy: 'filesystem_copy',
    repoRoot,
    commonDir,
    subdir: '',
    branch: null,
    headCommit: commit,
    baseCommit: commit,
    baseTree: captured.tree,
    detached: false,
    operation: null,
    behindUpstream: null,
    uncommitted: [],
    uncommittedCount: 0,
    includesUncommitted: false,
    leftOut: captured.leftOut.slice(0, listed),
    fingerprint: fingerprintOf(captured),
  }
}

/** Refuses a folder that no plan could start from, without copying any of it. */
export async function inspectFolder(context: Context, source: Source): Promise<void> {
  await requireFolder(context, source.name, source.path)
  refuseExceeded(context, source.name, await walkFolder(source.path, context.folderLimits()))
}

/** What differs in the folder from what was recorded; null where nothing but times does. */
export async function compareFolder(
  context: Context,
  source: Source,
  recorded: Fingerprint,
): Promise<SourceDrift | null> {
  const place = await openFolderRepository(context, source.resourceId, source.path)
  const now = await captureNow(context, source.name, place)
  if (now.tree === recorded.head) return null
  const paths = (await changedPaths(context, place.repoRoot, recorded.head, now.tree)).map((change) => change.path)
  return { head: null, indexChanged: false, now: fingerprintOf(now), paths: paths.sort(), moved: [] }
}
