import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict, missing } from '@shared/model/refusal'
import type { Context } from './context'
import type { Journal, JournalGroup, JournalState, JournalWorktree } from './domain/journal'
import type { Receipt } from './domain/types'
import { refuseIndexLock, type TargetWorktree } from './apply-target'
import type { WorktreePlan } from './plan-worktree'
import type { Group } from './prepare-apply'
import { exists } from './repository-state'
import { keepModes } from './keep-modes'
import { putBackPaths, savePaths } from './saved-paths'
import { makeLock } from './stale-locks'
import { refOf } from './trees'
import { writtenByApply } from './written-by-apply'

/** An inode alone is given to the next file as soon as it is free. */
const identityOf = (stat: { readonly ino: bigint; readonly birthtimeNs: bigint }): string =>
  `${stat.ino}:${stat.birthtimeNs}`

const lockOf = (gitDir: string): string => join(gitDir, 'index.lock')

/** Takes git's own lock on an index, so that no other git changes it meanwhile; answers what proves it ours. */
export async function lockIndex(context: Context, worktree: TargetWorktree): Promise<string> {
  try {
    await makeLock(context, lockOf(worktree.gitDir))
    return identityOf(await lstat(lockOf(worktree.gitDir), { bigint: true }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await refuseIndexLock(context, worktree)
    throw conflict('apply.index_locked', `Another git works in ${worktree.path}. Nothing was changed.`, {
      hint: 'Apply again.',
    })
  }
}

export async function unlockIndex(gitDir: string, lockIdentity: string): Promise<void> {
  const stat = await lstat(lockOf(gitDir), { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (stat !== null && identityOf(stat) === lockIdentity) await unlink(lockOf(gitDir))
}

async function hashOf(path: string): Promise<string | null> {
  if (!(await exists(path))) return null
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

/** Puts `from` in the index's place the way git does: written into the lock, which is then renamed. */
async function replaceIndex(gitDir: string, from: string): Promise<void> {
  const index = join(gitDir, 'index')
  const mode = (await exists(index)) ? (await lstat(index)).mode & 0o777 : 0o644
  await writeFile(lockOf(gitDir), await readFile(from), { flush: true })
  await chmod(lockOf(gitDir), mode)
  // No younger than its content, for the reason that `copyIndex` gives.
  const seconds = Math.floor((await lstat(from)).mtimeMs / 1000)
  await utimes(lockOf(gitDir), seconds, seconds)
  await rename(lockOf(gitDir), index)
}

/** Writes the journal row; a step is recorded before it is taken. */
export function record(
  context: Context,
  journal: Journal,
  state: JournalState,
  data: Partial<Journal['data']> = {},
): Journal {
  const next: Journal = { ...journal, state, data: { ...journal.data, ...data }, updated: context.clock() }
  context.repository.saveJournal(next)
  return next
}

async function saveWorktree(plan: WorktreePlan, lockIdentity: string, folder: string): Promise<JournalWorktree> {
  await mkdir(folder, { recursive: true })
  const { saved, absentFolders, folders } = await savePaths(
    plan.worktree.path,
    plan.paths.map((change) => change.path),
    folder,
  )
  return {
    path: plan.worktree.path,
    gitDir: plan.worktree.gitDir,
    env: plan.worktree.env,
    saved,
    absentFolders,
    folders,
    treeBefore: plan.work.before,
    treeAfter: plan.work.after,
    indexBefore: plan.indexes.before,
    indexAfter: plan.stage.before === plan.stage.after ? null : plan.indexes.stage,
    lockIdentity,
  }
}

async function updateFiles(context: Context, plan: WorktreePlan): Promise<void> {
  const { worktree, indexes, work, stage } = plan
  if (work.before !== work.after)
    await context.git.run(worktree.path, ['read-tree', '--no-sparse-checkout', '-m', '-u', work.before, work.after], {
      env: { ...worktree.env, GIT_INDEX_FILE: indexes.work },
    })
  if (stage.before === stage.after) return
  const env = { GIT_INDEX_FILE: indexes.stage }
  await context.git.run(worktree.path, ['read-tree', '-i', '-m', stage.before, stage.after], { env })
  await context.git.run(worktree.path, ['update-index', '-q', '--refresh'], { env, expect: [0, 1] })
}

export type Prepared = { readonly group: Group; readonly plan: WorktreePlan | null; readonly lockIdentity: string }

/** Changes the targets: files, then refs by compare-and-swap, then indexes. Any failure puts all of them back as they were. */
export async function commitApply(
  context: Context,
  planId: string,
  prepared: readonly Prepared[],
  receipts: readonly Receipt[],
  folder: string,
  more: Pick<Journal['data'], 'reverts' | 'cause'> = {},
): Promise<Journal> {
  const groups: JournalGroup[] = []
  for (const [at, { group, plan, lockIdentity }] of prepared.entries())
    groups.push({
      repoRoot: group.target.repoRoot,
      ref: group.target.ref,
      before: group.target.head,
      after: group.after,
      worktree: plan === null ? null : await saveWorktree(plan, lockIdentity, join(folder, String(at), 'saved')),
    })
  const now = context.clock()
  let journal: Journal = {
    id: context.newId(),
    planId,
    state: 'prepared',
    data: { folder, groups, receipts, ...more },
    created: now,
    updated: now,
  }
  journal = record(context, journal, 'committing')
  try {
    for (const [at, { group, plan }] of prepared.entries()) {
      if (plan === null) continue
      await updateFiles(context, plan)
      // git knows of a mode only whether a file is run; a folder's files keep the rest of theirs as well.
      const written = groups[at]?.worktree
      if (group.target.folder && written) await keepModes(context, written)
    }
    for (const group of groups)
      if (group.before !== group.after)
        await context.git.run(group.repoRoot, [
          'update-ref',
          '-m',
          `cleveragents: apply ${planId}`,
          group.ref,
          group.after,
          group.before,
        ])
    await finishIndexes(groups)
  } catch (error) {
    await takeBack(context, journal)
    throw error
  }
  return record(context, journal, 'committed')
}

/** Puts the prepared indexes in place where that has not happened yet, and lets go of the locks. */
export async function finishIndexes(groups: readonly JournalGroup[]): Promise<void> {
  for (const { worktree } of groups) {
    if (worktree === null) continue
    const { gitDir, indexAfter, indexBefore, lockIdentity } = worktree
    if (indexAfter !== null && (await hashOf(join(gitDir, 'index'))) === (await hashOf(indexBefore)))
      await replaceIndex(gitDir, indexAfter)
    else await unlockIndex(gitDir, lockIdentity)
  }
}

async function takeBackWorktree(context: Context, worktree: JournalWorktree, folder: string): Promise<string[]> {
  const { path, gitDir, saved, absentFolders, folders = [], indexBefore, indexAfter, lockIdentity } = worktree
  // Files put back below a place that is away, such as a drive, would stand in the way of it; recovery tries again later.
  if (!(await exists(path)))
    throw missing(
      'apply.source_missing',
      `${path} is away, so the apply that was interrupted there is not taken back yet.`,
      {
        hint: 'Put it back in its place and start the application again.',
      },
    )
  const isOurs = writtenByApply(context, worktree)
  const attention = await putBackPaths(path, saved, absentFolders, folders, join(folder, 'kept'), isOurs)
  const now = await hashOf(join(gitDir, 'index'))
  if (indexAfter !== null && now === (await hashOf(indexAfter)) && now !== (await hashOf(indexBefore)))
    await replaceIndex(gitDir, indexBefore)
  await unlockIndex(gitDir, lockIdentity)
  return attention
}

/** Puts every target of a journal back as it was before Apply. Answers what somebody has changed since and was kept aside. */
export async function takeBack(context: Context, journal: Journal): Promise<string[]> {
  const attention: string[] = []
  for (const [at, group] of journal.data.groups.entries()) {
    if (group.before !== group.after && (await refOf(context, group.repoRoot, group.ref)) === group.after)
      await context.git.run(group.repoRoot, [
        'update-ref',
        '-m',
        'cleveragents: apply taken back',
        group.ref,
        group.before,
        group.after,
      ])
    if (group.worktree !== null)
      attention.push(...(await takeBackWorktree(context, group.worktree, join(journal.data.folder, String(at)))))
  }
  record(context, journal, 'taken_back')
  return attention
}
