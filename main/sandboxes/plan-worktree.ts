import { join } from 'node:path'
import { conflict } from '@shared/model/refusal'
import type { Context } from './context'
import { noSides, openEdits, reasonOf, type TreeConflict } from './domain/parse-merge'
import type { ApplyConflict, ApplyMode, ConflictCause, ConflictSides } from './domain/types'
import type { TargetWorktree } from './apply-target'
import { inTheWay, kindIn, sidesInTheWay } from './in-the-way'
import { planFolder } from './apply-folder'
import type { Group } from './prepare-apply'
import { lineOf, textOf } from './repository-state'
import { changedPaths, copyIndex, mergeTrees, writeTree } from './trees'

/** What becomes of a checked-out target: its files as one tree, its index as another, each before and after. */
export type WorktreePlan = {
  readonly worktree: TargetWorktree
  /** Untouched copy of the index; an index that matches the files on disk; one to make the new index in. */
  readonly indexes: { readonly before: string; readonly work: string; readonly stage: string }
  readonly work: { readonly before: string; readonly after: string }
  readonly stage: { readonly before: string; readonly after: string }
  readonly paths: readonly { readonly status: string; readonly path: string }[]
}

export type PlannedWorktree = { readonly plan: WorktreePlan; readonly conflicts: readonly ApplyConflict[] }

/** Paths whose changes git was told not to look at (assume-unchanged, skip-worktree). */
async function hiddenFromGit(
  context: Context,
  top: string,
  index: string,
  paths: WorktreePlan['paths'],
): Promise<string[]> {
  const touched = new Set(paths.map((change) => change.path))
  const tagged = textOf(
    await context.git.run(top, ['ls-files', '-v', '-z'], { read: true, env: { GIT_INDEX_FILE: index } }),
  ).split('\0')
  const hidden = tagged.filter((line) => /^[a-zS] /.test(line)).map((line) => line.slice(2))
  const present = await Promise.all(
    hidden
      .filter((path) => touched.has(path))
      .map(async (path) => ((await kindIn(top, path)) === 'absent' ? '' : path)),
  )
  return present.filter((path) => path !== '')
}

/** Uncommitted new files that the plan started with are part of its base, so they count as the target's content too. */
async function addSnapshotFiles(context: Context, group: Group, top: string, index: string): Promise<void> {
  const { sandbox } = group.members[0]!
  if (!sandbox.base.includesUncommitted) return
  const added = (await changedPaths(context, top, sandbox.base.headCommit, sandbox.base.baseCommit)).filter(
    (change) => change.status === 'A',
  )
  const present = (
    await Promise.all(added.map(async ({ path }) => ((await kindIn(top, path)) === 'other' ? path : '')))
  ).filter((path) => path !== '')
  if (present.length === 0) return
  const env = { GIT_INDEX_FILE: index, GIT_LITERAL_PATHSPECS: '1' }
  await context.git.run(top, ['add', '--sparse', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'], {
    env,
    input: present.join('\0'),
  })
}

async function stagedTree(context: Context, worktree: TargetWorktree, index: string): Promise<string> {
  const unmerged = textOf(
    await context.git.run(worktree.path, ['ls-files', '-u', '-z'], { read: true, env: { GIT_INDEX_FILE: index } }),
  )
  if (unmerged !== '')
    throw conflict('apply.unresolved', `${worktree.path} has unresolved conflicts. Nothing was changed.`, {
      hint: 'Resolve them, then apply again.',
    })
  return writeTree(context, worktree.path, index)
}

/** The target's tracked files as they stand on disk, as a tree. */
async function presentTree(
  context: Context,
  group: Group,
  mode: ApplyMode,
  top: string,
  index: string,
): Promise<string> {
  const env = { GIT_INDEX_FILE: index }
  const addsMore = mode === 'working-tree'
  const added = await context.git.run(top, ['add', '-u', '--sparse'], { env, thenWriteTree: !addsMore })
  if (!addsMore) return lineOf(added)
  await addSnapshotFiles(context, group, top, index)
  return writeTree(context, top, index)
}

async function mergeWork(
  context: Context,
  group: Group,
  mode: ApplyMode,
  before: string,
): Promise<{ tree: string; conflicts: TreeConflict[] }> {
  const top = group.target.repoRoot
  if (mode !== 'working-tree') {
    const merged = await mergeTrees(context, top, group.headTree, before, group.mergedTree)
    return { tree: merged.tree, conflicts: [...merged.conflicts] }
  }
  let tree = before
  const conflicts: TreeConflict[] = []
  for (const member of group.members) {
    const merged = await mergeTrees(context, top, member.sandbox.base.baseTree, tree, member.delta)
    conflicts.push(...merged.conflicts)
    if (merged.conflicts.length === 0) tree = merged.tree
  }
  return { tree, conflicts }
}

/**
 * Works out what becomes of the files and the index of a checked-out target. Its uncommitted work is taken as a tree of
 * its own and merged with what the plan brings, staged and unstaged apart, so that it stays uncommitted on top.
 * Nothing of the target is written; the indexes are copies in `folder`.
 */
export async function planWorktree(
  context: Context,
  group: Group,
  mode: ApplyMode,
  worktree: TargetWorktree,
  folder: string,
): Promise<PlannedWorktree> {
  if (group.target.folder) return planFolder(context, group, worktree, folder)
  const indexes = {
    before: join(folder, 'index.before'),
    work: join(folder, 'index.work'),
    stage: join(folder, 'index.stage'),
  }
  for (const copy of Object.values(indexes)) await copyIndex(join(worktree.gitDir, 'index'), copy)
  const both = [
    stagedTree(context, worktree, indexes.stage),
    presentTree(context, group, mode, worktree.path, indexes.work),
  ] as const
  // Where one fails, the folder must not be removed while the other works in it.
  await Promise.allSettled(both)
  const [staged, before] = await Promise.all(both)
  const work = await mergeWork(context, group, mode, before)
  const stage =
    mode === 'working-tree'
      ? { tree: staged, conflicts: [] }
      : await mergeTrees(context, worktree.path, group.headTree, staged, group.mergedTree)
  const paths = work.conflicts.length > 0 ? [] : await changedPaths(context, worktree.path, before, work.tree)
  const owner = (path: string) => group.members.find((member) => member.files.includes(path)) ?? group.members[0]!
  // With mode working-tree one merge brings both the branch's commits and the edits on top of them.
  const edited =
    mode === 'working-tree' && work.conflicts.length > 0
      ? new Set((await changedPaths(context, worktree.path, group.headTree, before)).map((change) => change.path))
      : null
  const fromWork = (one: TreeConflict): ApplyConflict =>
    edited === null || edited.has(one.path)
      ? at(one.path, reasonOf(one, openEdits), 'uncommitted', one.sides)
      : at(one.path, reasonOf(one, group.target.branch), 'committed', one.sides)
  const at = (path: string, reason: string, cause: ConflictCause, sides: ConflictSides): ApplyConflict => ({
    resource: owner(path).sandbox.name,
    resourceId: owner(path).sandbox.resourceId,
    path,
    reason,
    cause,
    sides,
  })
  const inWay = await inTheWay(worktree.path, paths)
  const hidden = await hiddenFromGit(context, worktree.path, indexes.before, paths)
  const seen = await sidesInTheWay(context, worktree.path, [...inWay, ...hidden], { before, after: work.tree })
  const conflicts = [
    ...work.conflicts.map(fromWork),
    ...stage.conflicts
      .filter((one) => !work.conflicts.some((other) => other.path === one.path))
      .map((one) => at(one.path, reasonOf(one, 'staged edits in your working folder'), 'uncommitted', one.sides)),
    ...inWay.map((path, n) => at(path, 'an untracked file is in the way', 'in_the_way', seen[n] ?? noSides)),
    ...hidden.map((path, n) =>
      at(path, 'git was told not to look at this file', 'in_the_way', seen[inWay.length + n] ?? noSides),
    ),
  ]
  const plan = {
    worktree,
    indexes,
    work: { before, after: work.tree },
    stage: { before: staged, after: stage.tree },
    paths,
  }
  return { plan, conflicts }
}
