import { join } from 'node:path'
import { missing } from '@shared/model/refusal'
import type { Target, TargetWorktree } from './apply-target'
import { captureInto, captureNow } from './capture-folder'
import type { Context } from './context'
import { noSides, reasonOf } from './domain/parse-merge'
import type { ApplyConflict, ConflictCause, ConflictSides, Sandbox } from './domain/types'
import { folderEnv, folderIndexOf, folderRef, folderOf } from './folder-repository'
import { inTheWay } from './in-the-way'
import type { PlannedWorktree } from './plan-worktree'
import type { Group } from './prepare-apply'
import { exists } from './repository-state'
import { changedPaths, commitTree, copyIndex, mergeTrees } from './trees'

export const folderNotice =
  'The files of the folder were changed in place: without history, merge, squash and working-tree mean the same.'

/** The folder that a sandbox is a copy of, captured as it is now: what others changed meanwhile is merged with. */
export async function findFolderTarget(context: Context, sandbox: Sandbox, preview: boolean): Promise<Target> {
  const place = folderOf(sandbox)
  if (!(await exists(place.folder)))
    throw missing(
      'apply.source_missing',
      `The folder of ${sandbox.name} is no longer at ${place.folder}. Nothing was changed.`,
      { hint: 'Put it back in its place, then apply again.' },
    )
  const { repoRoot, commonDir } = place
  const { tree } = await captureNow(context, sandbox.name, place)
  const head = await commitTree(context, repoRoot, tree, [], 'The folder before an apply\n')
  // Only an apply moves the ref, which then tells after a crash whether it had come to its end.
  if (!preview) await context.git.run(repoRoot, ['update-ref', folderRef, head])
  const worktree = { path: place.folder, gitDir: commonDir, env: folderEnv(place) }
  return { folder: true, repoRoot, commonDir, branch: 'the folder', ref: folderRef, head, worktree }
}

/**
 * Works out what becomes of the files of a folder, as `planWorktree` does for a checkout: the folder is captured once more,
 * so that a change since the merge in memory is merged too, or is a conflict. Nothing of the folder is written.
 */
export async function planFolder(
  context: Context,
  group: Group,
  worktree: TargetWorktree,
  folder: string,
): Promise<PlannedWorktree> {
  const [member] = group.members
  if (!member) throw new Error('a group has at least one member')
  const place = folderOf(member.sandbox)
  const { name: resource, resourceId } = member.sandbox
  const indexes = {
    before: join(folder, 'index.before'),
    work: join(folder, 'index.work'),
    stage: join(folder, 'index.stage'),
  }
  await copyIndex(folderIndexOf(place), indexes.work)
  const { tree: before } = await captureInto(context, resource, place, indexes.work)
  const merged = await mergeTrees(context, place.repoRoot, group.headTree, before, group.mergedTree)
  const after = merged.conflicts.length > 0 ? before : merged.tree
  const paths = await changedPaths(context, place.repoRoot, before, after)
  const at = (path: string, reason: string, cause: ConflictCause, sides: ConflictSides): ApplyConflict => ({
    resource,
    resourceId,
    path,
    reason,
    cause,
    sides,
  })
  const inWay = await inTheWay(place.folder, paths)
  const conflicts = [
    ...merged.conflicts.map((one) => at(one.path, reasonOf(one, group.target.branch), 'committed', one.sides)),
    ...inWay.map((path) => at(path, 'a file that the plan does not cover is in the way', 'in_the_way', noSides)),
  ]
  const stage = { before, after: before }
  return { plan: { worktree, indexes, work: { before, after }, stage, paths }, conflicts }
}
