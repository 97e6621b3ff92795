import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { conflict, failed, invalid } from '@shared/model/refusal'
import type { Context } from './context'
import { contains, isInside } from './domain/contains'
import type { BaseState, Sandbox, Source } from './domain/types'
import { fetchSubmodules } from './fetch-submodules'
import { isFolder } from './folder-repository'
import { moveAside } from './move-aside'
import { isGitFailure } from './ports'
import { deleteFolder, indexOf, markerOf } from './remove-ours'
import { exists, registrationsOf } from './repository-state'
import { refOf } from './trees'
import { conditionOf, lockReasonOf, requireRepository, verifySandbox } from './verify-sandbox'

async function rowFor(context: Context, planId: string, source: Source, base: BaseState): Promise<Sandbox> {
  const known = context.repository.findSandbox(planId, source.resourceId)
  if (known) return known
  const home = await context.home()
  if (!isInside(planId) || !isInside(source.resourceId) || `${planId}${source.resourceId}`.includes('/'))
    throw invalid('sandbox.bad_id', 'The id of the plan or of the resource cannot name a folder.')
  if (contains(base.repoRoot, home))
    throw conflict(
      'sandbox.data_folder_inside',
      `The data folder ${home} lies inside ${base.repoRoot}; a sandbox must not.`,
      {
        hint: 'Move the data folder with CLEVERAGENTS_HOME.',
      },
    )
  const shared = context.repository
    .sandboxesOf(planId)
    .some((one) => one.commonDir === base.commonDir && one.refName === planId)
  const refName = shared ? `${planId}-${source.resourceId}` : planId
  const now = context.clock()
  const sandbox: Sandbox = {
    id: context.newId(),
    planId,
    resourceId: source.resourceId,
    name: source.name,
    sourcePath: source.path,
    repoRoot: base.repoRoot,
    commonDir: base.commonDir,
    subdir: base.subdir,
    path: join(home, 'sandboxes', planId, source.resourceId),
    refName,
    branch: `cleveragents/plan-${refName}`,
    state: 'preparing',
    base,
    bases: [],
    notices: [],
    trash: null,
    created: now,
    updated: now,
    ended: null,
  }
  context.repository.saveSandbox(sandbox)
  return sandbox
}

/** Frees our branch: what an earlier try left on it is kept on the trash ref. */
async function freeBranch(context: Context, sandbox: Sandbox): Promise<void> {
  const left = await refOf(context, sandbox.repoRoot, `refs/heads/${sandbox.branch}`)
  if (left === null) return
  if (left !== sandbox.base.baseCommit)
    await context.git.run(sandbox.repoRoot, [
      'update-ref',
      `refs/cleveragents/trash/${sandbox.refName}-${left.slice(0, 12)}`,
      left,
    ])
  await context.git.run(sandbox.repoRoot, ['update-ref', '-d', `refs/heads/${sandbox.branch}`, left])
}

/** Whether git has the sandbox at our path, on our branch, whatever the command that made it answered. */
async function isMade(context: Context, sandbox: Sandbox): Promise<boolean> {
  if (!(await registrationsOf(sandbox.commonDir)).some((one) => one.path === sandbox.path)) return false
  return verifySandbox(context, sandbox).then(
    () => true,
    // Any refusal means that it is not made; the caller then says why git failed.
    () => false,
  )
}

async function writeMarker(sandbox: Sandbox): Promise<void> {
  await mkdir(dirname(sandbox.path), { recursive: true })
  await writeFile(
    markerOf(sandbox),
    JSON.stringify({ plan: sandbox.planId, resource: sandbox.resourceId, commonDir: sandbox.commonDir }),
  )
}

async function addWorktree(
  context: Context,
  sandbox: Sandbox,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  await writeMarker(sandbox)
  await freeBranch(context, sandbox)
  const args = ['worktree', 'add', '--quiet', '--lock', '--reason', lockReasonOf(sandbox.planId), '-b', sandbox.branch]
  try {
    await context.git.run(sandbox.repoRoot, [...args, '--no-track', sandbox.path, sandbox.base.baseCommit], { signal })
    return []
  } catch (error) {
    if (!isGitFailure(error)) throw error
    if (!signal?.aborted && (await isMade(context, sandbox)))
      return [`git reported a problem while it made the sandbox: ${error.stderr.trim()}`]
    await takeBack(context, sandbox)
    throw failed(
      'sandbox.not_made',
      signal?.aborted
        ? 'Making the sandbox was cancelled. Nothing is left of it.'
        : `The sandbox of ${sandbox.name} could not be made.`,
      {
        hint: 'The source is untouched. Try again, or look at the details.',
        details: { stderr: error.stderr },
      },
    )
  }
}

/** Removes what a failed or cancelled start left; the folder was made by this very call. */
async function takeBack(context: Context, sandbox: Sandbox): Promise<void> {
  if (!(await registrationsOf(sandbox.commonDir)).some((one) => one.path === sandbox.path)) return
  await context.git.run(sandbox.repoRoot, ['worktree', 'remove', '--force', '--force', sandbox.path], {
    expect: [0, 128],
  })
  if (await exists(sandbox.path)) await deleteFolder(context, sandbox.path)
  await context.git.run(sandbox.repoRoot, ['update-ref', '-d', `refs/heads/${sandbox.branch}`], { expect: [0, 1, 128] })
}

/** Makes a sandbox whose folder has gone missing again, with the content of its last checkpoint. */
async function remake(context: Context, sandbox: Sandbox): Promise<readonly string[]> {
  await requireRepository(sandbox)
  // It may have gone together with the folder; without it the sandbox could not be removed later.
  await writeMarker(sandbox)
  // Without its `.git` the folder is nothing that git could restore or we could tell apart from somebody's own.
  const kept = (await exists(sandbox.path))
    ? [
        `What stood in its place was kept at ${await moveAside(context, sandbox, `${sandbox.resourceId}-${context.newId()}`)}.`,
      ]
    : []
  await context.git.run(sandbox.repoRoot, ['worktree', 'remove', '--force', '--force', sandbox.path], {
    expect: [0, 128],
  })
  const args = ['worktree', 'add', '--quiet', '--lock', '--reason', lockReasonOf(sandbox.planId)]
  const head = await refOf(context, sandbox.repoRoot, `refs/heads/${sandbox.branch}`)
  const rest =
    head === null ? ['-b', sandbox.branch, sandbox.path, sandbox.base.baseCommit] : [sandbox.path, sandbox.branch]
  await context.git.run(sandbox.repoRoot, [...args, ...rest])
  const tree = context.repository.lastCheckpoint(sandbox.planId)?.resources[sandbox.resourceId]?.tree
  if (tree !== undefined)
    await context.git.run(sandbox.path, ['read-tree', '--no-sparse-checkout', '--reset', '-u', tree])
  await rm(indexOf(sandbox), { force: true })
  return kept
}

/** Makes the plan's worktree of a resource, or finds the one there is; safe to call again at any time. */
export async function openSandbox(
  context: Context,
  planId: string,
  source: Source,
  base: BaseState,
  signal?: AbortSignal,
): Promise<Sandbox> {
  const sandbox = await rowFor(context, planId, source, base)
  if (sandbox.state === 'applied' || sandbox.state === 'discarded')
    throw conflict('sandbox.ended', `The sandbox of ${sandbox.name} was ${sandbox.state}.`, {
      hint: 'Restore it first, or start another plan.',
    })
  const { condition, movedTo } = await conditionOf(sandbox)
  if (condition === 'moved')
    throw conflict('sandbox.moved', `The sandbox of ${sandbox.name} was moved to ${movedTo}.`, {
      hint: `Bring it back to ${sandbox.path} with agents plan repair ${planId}, or discard the plan.`,
      details: { moved_to: movedTo },
    })
  if (condition === 'locked_by_other')
    throw conflict('sandbox.locked', `The sandbox of ${sandbox.name} was locked by somebody else.`, {
      hint: 'Unlock it and resume the plan, or discard the plan. Nothing was changed.',
      details: { path: sandbox.path },
    })
  if (condition === 'unregistered')
    throw conflict('sandbox.unregistered', `git does not know the folder ${sandbox.path} as a sandbox.`, {
      hint: 'Discard the plan; the folder is kept aside.',
    })
  if ((condition === 'ok' || condition === 'off_branch') && sandbox.state === 'ready') {
    await verifySandbox(context, sandbox)
    return sandbox
  }
  // A start that was interrupted may have written half of the files.
  if (sandbox.state === 'preparing') await takeBack(context, sandbox)
  context.captured.delete(sandbox.id)
  let notices: readonly string[] = []
  if (sandbox.state === 'ready') notices = await remake(context, sandbox)
  else notices = await addWorktree(context, sandbox, signal)
  await verifySandbox(context, sandbox)
  // What a folder names as submodules is for its own repository to fetch, which is not in the sandbox.
  const submodules = isFolder(sandbox) ? [] : await fetchSubmodules(context, sandbox, signal)
  const ready: Sandbox = {
    ...sandbox,
    state: 'ready',
    notices: [...sandbox.notices, ...notices, ...submodules],
    updated: context.clock(),
  }
  context.repository.saveSandbox(ready)
  return { ...ready, path: await realpath(ready.path) }
}

/** Makes a sandbox of a plan again where it, or what makes it one, is gone, so that what was worked out is not lost. */
export async function remakeMissing(context: Context, sandbox: Sandbox): Promise<void> {
  if (await exists(join(sandbox.path, '.git'))) return
  const source = {
    strategy: sandbox.base.strategy,
    resourceId: sandbox.resourceId,
    name: sandbox.name,
    path: sandbox.sourcePath,
    branch: sandbox.base.branch,
  }
  await openSandbox(context, sandbox.planId, source, sandbox.base)
}
