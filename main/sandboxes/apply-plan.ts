import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict, failed, missing, Refusal } from '@shared/model/refusal'
import { acceptedTree, requireSomething } from './accepted-tree'
import { refuseIndexLock } from './apply-target'
import { commitApply, lockIndex, record, unlockIndex, type Prepared } from './commit-apply'
import type { Context } from './context'
import { keepState, removeSandbox } from './discard-sandbox'
import type { Journal } from './domain/journal'
import type { ApplyConflict, ApplyMode, ApplyOutcome, ApplyPreview, Receipt, Sandbox } from './domain/types'
import { presentTree } from './list-changes'
import { remakeMissing } from './open-sandbox'
import { planWorktree } from './plan-worktree'
import { isGitFailure } from './ports'
import { prepareGroup, type ApplyRequest, type Content, type Group } from './prepare-apply'
import { deleteFolder } from './remove-ours'
import { exists } from './repository-state'
import { refuseUnwritable, requireFolders, requireWritable } from './require-writable'
import { runAfterHook, type HookWatch } from './run-hooks'
import { takeCheckpoint } from './take-checkpoint'
import { refOf, withScratch } from './trees'

function readySandboxes(context: Context, planId: string): Sandbox[] {
  const ready = context.repository.sandboxesOf(planId).filter((one) => one.state === 'ready')
  if (ready.length === 0)
    throw missing('apply.no_sandbox', 'The plan has no sandbox to apply.', { hint: 'Execute the plan first.' })
  return ready
}

/** Runs work while no other plan applies to any of these repositories. */
export async function withRepositories<T>(
  context: Context,
  sandboxes: readonly Sandbox[],
  work: () => Promise<T>,
): Promise<T> {
  const keys = [...new Set(sandboxes.map((one) => one.commonDir))].sort()
  const nested = keys.reduceRight<() => Promise<T>>(
    (inner, key) => () => context.lock(`repository:${key}`, inner),
    work,
  )
  return nested()
}

async function prepareGroups(
  context: Context,
  sandboxes: readonly Sandbox[],
  request: ApplyRequest,
  trees: ReadonlyMap<string, Content>,
): Promise<Group[]> {
  const byTarget = Map.groupBy(
    sandboxes,
    (one) => `${one.commonDir}\0${request.targets?.[one.resourceId] ?? one.base.branch ?? ''}`,
  )
  const groups: Group[] = []
  for (const members of byTarget.values()) groups.push(await prepareGroup(context, members, request, trees))
  return groups.toSorted((one, other) => Number(other.target.folder) - Number(one.target.folder))
}

function requireCheckedOut(group: Group, mode: ApplyMode): void {
  if (mode !== 'working-tree' || group.target.worktree !== null) return
  throw conflict(
    'apply.not_checked_out',
    `${group.target.branch} is not checked out, so there is no working tree to leave the changes in. Nothing was changed.`,
    {
      hint: 'Check the branch out, or apply with merge or squash.',
    },
  )
}

/** Shows what Apply would do to each target. Nothing is changed and nothing of the repository runs. */
export async function previewApply(
  context: Context,
  planId: string,
  request: Omit<ApplyRequest, 'preview' | 'message'>,
): Promise<ApplyPreview> {
  const sandboxes = readySandboxes(context, planId)
  await requireWritable(sandboxes)
  const trees = new Map<string, Content>()
  for (const sandbox of sandboxes) {
    const tree = await presentTree(context, sandbox)
    trees.set(sandbox.id, { tree, accepted: await acceptedTree(context, sandbox, tree) })
  }
  const groups = await prepareGroups(context, sandboxes, { ...request, message: '', preview: true }, trees)
  const resources: ApplyPreview['resources'][number][] = []
  for (const group of groups) {
    const { worktree } = group.target
    let conflicts: readonly ApplyConflict[] = group.conflicts
    if (worktree !== null && conflicts.length === 0)
      conflicts = (await withScratch(context, (folder) => planWorktree(context, group, request.mode, worktree, folder)))
        .conflicts
    for (const { sandbox, files, notices } of group.members)
      resources.push({
        resource: sandbox.name,
        resourceId: sandbox.resourceId,
        branch: group.target.folder ? null : group.target.branch,
        targetCommit: group.target.head,
        checkedOut: worktree !== null,
        files,
        conflicts: conflicts.filter((one) => one.resourceId === sandbox.resourceId),
        notices,
      })
  }
  return { resources }
}

function receiptsOf(groups: readonly Group[], mode: ApplyMode): Receipt[] {
  return groups.flatMap(({ target, members }) =>
    members.map(({ sandbox, files, commit, before, after, notices }) => ({
      resource: sandbox.name,
      resourceId: sandbox.resourceId,
      mode,
      branch: target.folder ? null : target.branch,
      before,
      after,
      // One of the private repository is of no use to anybody.
      commit: target.folder ? null : commit,
      files,
      checkedOut: target.worktree !== null,
      notices:
        target.worktree === null
          ? [...notices, `${target.branch} is not checked out; only the branch moved.`]
          : notices,
    })),
  )
}

/** Plans the working trees under git's own locks, so that what was planned is what stands there when it is changed. */
export async function planUnderLock(
  context: Context,
  groups: readonly Group[],
  mode: ApplyMode,
  folder: string,
  prepared: Prepared[],
): Promise<ApplyConflict[]> {
  const conflicts: ApplyConflict[] = []
  for (const [at, group] of groups.entries()) {
    const { worktree, ref, repoRoot, head } = group.target
    if (worktree === null || group.members.every((member) => member.files.length === 0)) {
      prepared.push({ group, plan: null, lockIdentity: '' })
      continue
    }
    const own = join(folder, String(at))
    await mkdir(own, { recursive: true })
    await refuseIndexLock(context, worktree)
    const lockIdentity = await lockIndex(context, worktree)
    const slot = prepared.push({ group, plan: null, lockIdentity }) - 1
    if ((await refOf(context, repoRoot, ref)) !== head)
      throw conflict(
        'apply.target_moved',
        `${group.target.branch} moved while the changes were being prepared. Nothing was changed.`,
        { hint: 'Apply again.' },
      )
    const planned = await planWorktree(context, group, mode, worktree, own)
    const paths = planned.plan.paths.map(({ path }) => path)
    await requireFolders(group.members[0]?.sandbox.name ?? worktree.path, worktree.path, paths)
    prepared[slot] = { group, plan: planned.plan, lockIdentity }
    conflicts.push(...planned.conflicts)
  }
  return conflicts
}

export async function releaseLocks(prepared: readonly Prepared[]): Promise<void> {
  for (const { group, lockIdentity } of prepared)
    if (group.target.worktree !== null && lockIdentity !== '')
      await unlockIndex(group.target.worktree.gitDir, lockIdentity)
}

/** What is left to do once the targets hold the changes: the sandboxes go, their state stays in the trash. */
export async function finishApply(context: Context, journal: Journal): Promise<void> {
  await context.lock(`plan:${journal.planId}`, async () => {
    for (const sandbox of context.repository.sandboxesOf(journal.planId))
      if (sandbox.state === 'ready')
        await removeSandbox(context, sandbox, 'applied', sandbox.trash ?? (await keepState(context, sandbox)))
  })
  record(context, journal, 'done')
  if (await exists(journal.data.folder)) await deleteFolder(context, journal.data.folder)
}

/** Where the branch stands once the hooks that follow the commit have run, where that is no longer what was applied. */
async function movedSince(context: Context, { target, after }: Group): Promise<string[]> {
  const now = await refOf(context, target.repoRoot, target.ref)
  if (now === after) return []
  const stands = now === null ? 'is gone' : `is at ${now.slice(0, 10)}`
  return [
    `After the hooks that follow the commit ${target.branch} ${stands}, not at the applied ${after.slice(0, 10)}.`,
  ]
}

async function runAfterHooks(
  context: Context,
  groups: readonly Group[],
  mode: ApplyMode,
  receipts: readonly Receipt[],
  watch: HookWatch,
): Promise<Receipt[]> {
  const told = new Map<string, readonly string[]>()
  if (mode !== 'working-tree')
    for (const group of groups) {
      const hooked = group.members.filter((member) => member.afterHook !== null)
      for (const { afterHook, sandbox } of hooked) {
        if (afterHook === null) continue
        const cwd = group.target.worktree?.path ?? sandbox.path
        const notice = await runAfterHook(context, sandbox, { path: afterHook, mode, cwd }, watch)
        if (notice !== null) told.set(sandbox.resourceId, [notice])
      }
      const moved = hooked.length > 0 ? await movedSince(context, group) : []
      for (const { sandbox } of hooked)
        told.set(sandbox.resourceId, [...(told.get(sandbox.resourceId) ?? []), ...moved])
    }
  return receipts.map((receipt) => ({
    ...receipt,
    notices: [...receipt.notices, ...(told.get(receipt.resourceId) ?? [])],
  }))
}

async function applyPrepared(
  context: Context,
  planId: string,
  groups: readonly Group[],
  request: ApplyRequest,
): Promise<ApplyOutcome> {
  const { mode } = request
  const folder = join(await context.home(), 'apply', context.newId())
  const prepared: Prepared[] = []
  let journal: Journal | null = null
  try {
    await mkdir(folder, { recursive: true })
    const conflicts = await planUnderLock(context, groups, mode, folder, prepared)
    if (conflicts.length > 0) return { applied: false, conflicts }
    journal = await commitApply(context, planId, prepared, receiptsOf(groups, mode), folder)
  } catch (error) {
    if (!isGitFailure(error)) {
      const [first] = groups
      refuseUnwritable(first?.members[0]?.sandbox.name ?? 'The target', first?.target.repoRoot ?? '', error)
    }
    throw failed('apply.failed', 'git could not carry out the change. The target is as it was.', {
      hint: 'Look at the details and apply again.',
      details: { stderr: error.stderr },
    })
  } finally {
    if (journal === null) {
      await releaseLocks(prepared)
      if (!(await exists(join(folder, '0', 'kept'))) && (await exists(folder))) await deleteFolder(context, folder)
    }
  }
  const receipts = await runAfterHooks(context, groups, mode, journal.data.receipts, request)
  // The journal is what tells of the apply later.
  journal = record(context, journal, 'committed', { receipts })
  try {
    await finishApply(context, journal)
    return { applied: true, receipts }
  } catch (error) {
    // The targets hold the changes, so the plan is applied; the journal has the removal done at the next start.
    if (!isGitFailure(error) && !(error instanceof Refusal)) throw error
    const notice = `The sandbox could not be removed yet: ${error.message}`
    const told = (receipt: Receipt): Receipt => ({ ...receipt, notices: [...receipt.notices, notice] })
    return { applied: true, receipts: receipts.map(told) }
  }
}

/**
 * Applies a plan's changes to the branches of its resources: all of them or none. A conflict changes nothing and is an
 * answer; a target that must not be touched now, or a hook that fails, is a refusal.
 */
export async function applyPlan(context: Context, planId: string, request: ApplyRequest): Promise<ApplyOutcome> {
  const sandboxes = readySandboxes(context, planId)
  for (const sandbox of sandboxes) await remakeMissing(context, sandbox)
  return withRepositories(context, sandboxes, async () => {
    const trees = new Map<string, Content>()
    for (const sandbox of sandboxes) {
      const { resources } = await takeCheckpoint(context, sandbox, {
        label: 'before apply',
        cause: 'before_apply',
      })
      const tree = resources[sandbox.resourceId]?.tree ?? sandbox.base.baseTree
      trees.set(sandbox.id, { tree, accepted: await acceptedTree(context, sandbox, tree) })
    }
    requireSomething(sandboxes, trees)
    const groups = await prepareGroups(context, sandboxes, request, trees)
    for (const group of groups) requireCheckedOut(group, request.mode)
    const conflicts = groups.flatMap((group) => group.conflicts)
    return conflicts.length > 0 ? { applied: false, conflicts } : applyPrepared(context, planId, groups, request)
  })
}
