import { plural } from '@shared/model/plural'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict, failed } from '@shared/model/refusal'
import { authorshipOf } from './apply-identity'
import { planUnderLock, releaseLocks, withRepositories } from './apply-plan'
import { findTarget } from './apply-target'
import { commitApply, record, type Prepared } from './commit-apply'
import type { Context } from './context'
import { reasonOf } from './domain/parse-merge'
import { standingApply, standingRevert, type Journal, type JournalGroup } from './domain/journal'
import type { ApplyConflict, Receipt, Sandbox } from './domain/types'
import { planWorktree } from './plan-worktree'
import { isGitFailure } from './ports'
import { commitAs, type Group, type Member } from './prepare-apply'
import { deleteFolder } from './remove-ours'
import { exists } from './repository-state'
import { changedPaths, mergeTrees, treeOf, withScratch } from './trees'

export type RevertRequest = {
  /** `undo` takes back what was applied, `redo` brings back what an undo took. */
  readonly direction: 'undo' | 'redo'
  readonly message: string
  readonly trusted: (resourceId: string) => boolean
  /** The change that this is part of. */
  readonly cause: string
}

export type RevertPreview = {
  readonly files: readonly {
    readonly resource: string
    readonly resourceId: string
    readonly path: string
    /** The apply had made it. */
    readonly removed: boolean
  }[]
  readonly conflicts: readonly ApplyConflict[]
}

type Source = { readonly journal: Journal; readonly group: JournalGroup; readonly members: readonly Sandbox[] }

/** What is taken back: the last apply, or the revert of it; each group with the sandboxes that it was made of. */
function sourcesOf(context: Context, planId: string, direction: RevertRequest['direction']): Source[] {
  const journals = context.repository.journalsOf(planId)
  const journal = direction === 'undo' ? standingApply(journals) : standingRevert(journals)
  if (journal === undefined)
    throw conflict('apply.nothing_to_undo', 'The plan has no applied change that could be taken back.', {
      hint: 'Nothing needs to be done; the repository holds nothing of it.',
    })
  const sandboxes = context.repository.sandboxesOf(planId)
  return journal.data.groups.map((group) => ({
    journal,
    group,
    members: sandboxes.filter((sandbox) => {
      const receipt = journal.data.receipts.find((one) => one.resourceId === sandbox.resourceId)
      if (!receipt || sandbox.repoRoot !== group.repoRoot || receipt.files.length === 0) return false
      return receipt.branch === null || group.ref === `refs/heads/${receipt.branch}`
    }),
  }))
}

const receiptOf = (journal: Journal, sandbox: Sandbox): Receipt | undefined =>
  journal.data.receipts.find((one) => one.resourceId === sandbox.resourceId)

/**
 * A group that changes files alone, for what was left uncommitted: the members' base is what it led to, so that merging what
 * stood before takes it away and leaves other uncommitted work as it is.
 */
function uncommittedGroup(source: Source, shell: Omit<Group, 'members'>): Group {
  const { worktree } = source.group
  const members = source.members.slice(0, 1).map((sandbox): Member => {
    const files = receiptOf(source.journal, sandbox)?.files ?? []
    const member = memberOf(sandbox, files, shell.target.head)
    if (worktree === null) return member
    const { treeBefore, treeAfter } = worktree
    // What was added is untracked there, and counts as content of the target all the same.
    const base = { ...sandbox.base, baseTree: treeAfter, includesUncommitted: true }
    const added = { headCommit: treeBefore, baseCommit: treeAfter }
    return { ...member, sandbox: { ...sandbox, base: { ...base, ...added } }, tree: treeBefore, delta: treeBefore }
  })
  return { ...shell, members }
}

const memberOf = (sandbox: Sandbox, files: readonly string[], head: string): Member => ({
  sandbox,
  tree: sandbox.base.baseTree,
  delta: sandbox.base.baseTree,
  files,
  commit: null,
  before: head,
  after: head,
  notices: [],
  afterHook: null,
})

/** Merges the opposite of one group in memory; with a request it is committed, though nothing points to it yet. */
async function prepareRevert(
  context: Context,
  source: Source,
  request: RevertRequest | null,
): Promise<{ group: Group; mode: 'merge' | 'working-tree' } | null> {
  const { group, members, journal } = source
  const [first] = members
  if (!first) return null
  const branch = receiptOf(journal, first)?.branch ?? undefined
  const target = await findTarget(context, first, { chosen: branch, preview: request === null })
  const headTree = await treeOf(context, target.repoRoot, target.head)
  const mine = members.map((one) => memberOf(one, receiptOf(journal, one)?.files ?? [], target.head))
  const shell = { target, headTree, mergedTree: headTree, after: target.head, conflicts: [] }
  if (group.before === group.after) return { group: uncommittedGroup(source, shell), mode: 'working-tree' }
  const trees = await Promise.all([group.after, group.before].map((one) => treeOf(context, target.repoRoot, one)))
  const merged = await mergeTrees(context, target.repoRoot, trees[0]!, headTree, trees[1]!)
  if (merged.conflicts.length > 0) {
    const conflicts = merged.conflicts.map((one) => ({
      resource: first.name,
      resourceId: first.resourceId,
      path: one.path,
      reason: reasonOf(one, target.branch),
      cause: 'committed' as const,
      sides: one.sides,
    }))
    return { group: { ...shell, members: mine, conflicts }, mode: 'merge' }
  }
  if (request === null || merged.tree === headTree)
    return { group: { ...shell, members: mine, mergedTree: merged.tree }, mode: 'merge' }
  const author = await authorshipOf(context, target.repoRoot, !target.folder && request.trusted(first.resourceId))
  const after = await commitAs(context, target.repoRoot, author, merged.tree, [target.head], request.message)
  const commits = mine.map((member) => ({ ...member, after, commit: after, notices: author.notices }))
  return { group: { ...shell, members: commits, mergedTree: merged.tree, after }, mode: 'merge' }
}

const modeOf = (groups: readonly { readonly mode: 'merge' | 'working-tree' }[]) => groups[0]?.mode ?? 'merge'

async function prepareAll(context: Context, sources: readonly Source[], request: RevertRequest | null) {
  const prepared: { group: Group; mode: 'merge' | 'working-tree' }[] = []
  for (const source of sources) {
    const one = await prepareRevert(context, source, request)
    if (one) prepared.push(one)
  }
  // Folders have one mode whatever the others have, so that of a checkout decides.
  return prepared.toSorted((one, other) => Number(one.group.target.folder) - Number(other.group.target.folder))
}

export async function previewRevert(
  context: Context,
  planId: string,
  direction: RevertRequest['direction'],
): Promise<RevertPreview> {
  const all = await prepareAll(context, sourcesOf(context, planId, direction), null)
  const files: RevertPreview['files'][number][] = []
  const conflicts: ApplyConflict[] = all.flatMap(({ group }) => group.conflicts)
  for (const { group, mode } of all) {
    const { name: resource, resourceId } = group.members[0]!.sandbox
    const { worktree } = group.target
    const told = ({ path, status }: { readonly path: string; readonly status: string }) =>
      ({ resource, resourceId, path, removed: status === 'D' }) as const
    if (worktree !== null && conflicts.length === 0) {
      const planned = await withScratch(context, (folder) => planWorktree(context, group, mode, worktree, folder))
      conflicts.push(...planned.conflicts)
      files.push(...planned.plan.paths.map(told))
    } else {
      const changed = await changedPaths(context, group.target.repoRoot, group.headTree, group.mergedTree)
      files.push(...changed.map(told))
    }
  }
  return { files, conflicts }
}

export async function finishRevert(context: Context, journal: Journal): Promise<void> {
  record(context, journal, 'done')
  if (await exists(journal.data.folder)) await deleteFolder(context, journal.data.folder)
}

function receiptsOf(groups: readonly Group[], journal: Journal): Receipt[] {
  return groups.flatMap(({ target, members }) =>
    members.flatMap(({ sandbox, before, after, commit, files, notices }): Receipt[] => {
      const receipt = receiptOf(journal, sandbox)
      if (!receipt) return []
      const { resource, resourceId, mode, branch } = receipt
      const shown = target.folder ? null : commit
      return [
        {
          resource,
          resourceId,
          mode,
          branch,
          before,
          after,
          commit: shown,
          files,
          notices,
          checkedOut: target.worktree !== null,
        },
      ]
    }),
  )
}

function refuse(conflicts: readonly ApplyConflict[]) {
  return conflict(
    'revert.conflict',
    `What the plan applied cannot be taken back: ${plural(conflicts.length, 'file was', 'files were')} changed since. Nothing was changed.`,
    {
      hint: 'Settle the files below in the repository, then try again.',
      details: { conflicts: conflicts.map(({ resource, path, reason }) => ({ resource, path, reason })) },
    },
  )
}

/** Takes back what a plan applied, over all its targets or none. Later changes that conflict are a refusal that names the files. */
export async function revertApply(
  context: Context,
  planId: string,
  request: RevertRequest,
): Promise<readonly Receipt[]> {
  const sources = sourcesOf(context, planId, request.direction)
  const [{ journal: reverted } = { journal: undefined }] = sources
  if (!reverted) return []
  return withRepositories(context, context.repository.sandboxesOf(planId), async () => {
    const all = await prepareAll(context, sources, request)
    const conflicts = all.flatMap(({ group }) => group.conflicts)
    if (conflicts.length > 0) throw refuse(conflicts)
    const groups = all.map(({ group }) => group)
    const folder = join(await context.home(), 'apply', context.newId())
    const prepared: Prepared[] = []
    let journal: Journal | null = null
    try {
      await mkdir(folder, { recursive: true })
      const met = await planUnderLock(context, groups, modeOf(all), folder, prepared)
      if (met.length > 0) throw refuse(met)
      const more = { reverts: reverted.id, cause: request.cause }
      journal = await commitApply(context, planId, prepared, receiptsOf(groups, reverted), folder, more)
    } catch (error) {
      if (!isGitFailure(error)) throw error
      throw failed('revert.failed', 'git could not take the change back. The target is as it was.', {
        hint: 'Look at the details and try again.',
        details: { stderr: error.stderr },
      })
    } finally {
      if (journal === null) {
        await releaseLocks(prepared)
        if (!(await exists(join(folder, '0', 'kept'))) && (await exists(folder))) await deleteFolder(context, folder)
      }
    }
    await finishRevert(context, journal)
    return journal.data.receipts
  })
}
