import { constants, copyFile, cp, lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failed } from '@shared/model/refusal'
import { captureTree } from './capture-tree'
import type { Context } from './context'
import type { Sandbox, Trash } from './domain/types'
import { isFolder } from './folder-repository'
import { keepSubmodules } from './keep-submodules'
import { ignoredIn } from './list-uncovered'
import { asideOf, asidePath, moveAside } from './move-aside'
import { pruneFolder } from './prune-folder'
import { indexOf, removeOurs } from './remove-ours'
import { exists, textOf } from './repository-state'
import { keepCommit, refOf } from './trees'
import { conditionOf, verifySandbox } from './verify-sandbox'

const ignoredBudget = 50 * 1024 * 1024

export const trashRefOf = (sandbox: Sandbox): string => `refs/cleveragents/trash/${sandbox.refName}`

/** The size of what lies at a path, links not followed; stops counting above the limit. */
async function sizeOf(path: string, limit: number): Promise<number> {
  const stat = await lstat(path)
  if (!stat.isDirectory()) return stat.size
  let size = 0
  for (const name of await readdir(path)) {
    size += 1 + (await sizeOf(join(path, name), limit - size))
    if (size > limit) return size
  }
  return size
}

/** Copies the ignored files beside the trash ref, the smallest first, as far as 50 MB go; names what did not fit. */
async function keepIgnored(context: Context, sandbox: Sandbox): Promise<{ folder: string | null; leftOut: string[] }> {
  const ignored = await ignoredIn(
    context,
    sandbox.path,
    (await exists(indexOf(sandbox))) ? { GIT_INDEX_FILE: indexOf(sandbox) } : {},
  )
  const sized = await Promise.all(
    ignored.map(async (path) => ({ path, size: await sizeOf(join(sandbox.path, path), ignoredBudget) })),
  )
  const folder = join(await context.home(), 'trash', sandbox.planId, sandbox.resourceId)
  const leftOut: string[] = []
  let left = ignoredBudget
  let kept = false
  for (const { path, size } of sized.toSorted((one, other) => one.size - other.size)) {
    if (size > left) {
      leftOut.push(path)
      continue
    }
    const to = join(folder, path.replace(/\/$/, ''))
    await mkdir(dirname(to), { recursive: true })
    await cp(join(sandbox.path, path), to, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
    })
    left -= size
    kept = true
  }
  return { folder: kept ? folder : null, leftOut }
}

/** Commits of the plan's checkpoints, so that what an ended plan had can be compared and gone back to. */
async function checkpointCommits(context: Context, sandbox: Sandbox): Promise<string[]> {
  const ask = ['for-each-ref', '--format=%(objectname)', `refs/cleveragents/checkpoints/${sandbox.refName}/`]
  return textOf(await context.git.run(sandbox.repoRoot, ask, { read: true }))
    .split('\n')
    .filter((commit) => commit !== '')
}

/** Keeps the full state of a sandbox on its trash ref. The commits that were made in it stay reachable through it. */
export async function keepState(context: Context, sandbox: Sandbox): Promise<Trash> {
  const present = sandbox.state === 'ready' && (await exists(join(sandbox.path, '.git')))
  const last = context.repository.lastCheckpoint(sandbox.planId)?.resources[sandbox.resourceId]?.tree
  const tree = present ? (await captureTree(context, sandbox)).tree : (last ?? sandbox.base.baseTree)
  // A sandbox with commits that could not be kept is not removed.
  const lost = present && !isFolder(sandbox) ? await keepSubmodules(context, sandbox) : []
  if (lost.length > 0)
    throw failed('sandbox.submodule', `Commits in ${lost.join(', ')} could not be kept; the sandbox stays.`, {
      hint: 'Push them from the sandbox, or remove the submodule there, and try again.',
    })
  const parents = [sandbox.base.baseCommit]
  const [{ folder, leftOut }, ...heads] = await Promise.all([
    present ? keepIgnored(context, sandbox) : { folder: null, leftOut: [] },
    refOf(context, sandbox.repoRoot, `refs/heads/${sandbox.branch}`),
    present ? refOf(context, sandbox.path, 'HEAD') : null,
  ])
  const taken = await checkpointCommits(context, sandbox)
  for (const head of [...heads, ...taken]) if (head !== null && !parents.includes(head)) parents.push(head)
  const ref = trashRefOf(sandbox)
  const message = `State of plan ${sandbox.planId} when its sandbox was removed\n`
  const commit = await keepCommit(context, sandbox.repoRoot, tree, parents, message, ref)
  return { ref, commit, tree, ignoredFolder: folder, ignoredLeftOut: leftOut }
}

/** Deletes the plan's branch, checkpoints and snapshot in one transaction; the trash ref keeps their content. */
async function deleteRefs(context: Context, sandbox: Sandbox): Promise<void> {
  const own = [`refs/heads/${sandbox.branch}`, `refs/cleveragents/base/${sandbox.planId}-${sandbox.resourceId}`]
  const ask = ['for-each-ref', '--format=%(refname)', ...own, `refs/cleveragents/checkpoints/${sandbox.refName}/`]
  const refs = textOf(await context.git.run(sandbox.repoRoot, ask, { read: true }))
    .split('\n')
    .filter((ref) => ref !== '')
  if (refs.length === 0) return
  await context.git.run(sandbox.repoRoot, ['update-ref', '--stdin', '-z'], {
    input: refs.map((ref) => `delete ${ref}\0\0`).join(''),
  })
}

/** Takes a sandbox that was brought back away again, as its row was before. */
export async function putAway(context: Context, before: Sandbox): Promise<void> {
  context.captured.delete(before.id)
  await removeOurs(context, before)
  await deleteRefs(context, before)
  context.repository.saveSandbox({ ...before, updated: context.clock() })
}

/** Removes one sandbox after its state has been kept; `kept` is given where that was done already. */
export async function removeSandbox(
  context: Context,
  sandbox: Sandbox,
  state: 'applied' | 'discarded',
  kept?: Trash,
): Promise<void> {
  const trash = kept ?? sandbox.trash ?? (await keepState(context, sandbox))
  // Recorded first: a crash from here on finds the trash and goes on with the removal.
  context.repository.saveSandbox({ ...sandbox, trash, updated: context.clock() })
  await removeOurs(context, sandbox)
  await deleteRefs(context, sandbox)
  context.captured.delete(sandbox.id)
  context.compared.delete(sandbox.id)
  const now = context.clock()
  context.repository.saveSandbox({ ...sandbox, trash, state, updated: now, ended: now })
  if (isFolder(sandbox)) await pruneFolder(context, sandbox)
}

/** Moves a sandbox whose repository is gone into the trash as it is: nothing of git's can be kept, so the folder is. */
async function setAside(context: Context, sandbox: Sandbox): Promise<void> {
  const folder = await asidePath(context, sandbox, asideOf(sandbox))
  if (await exists(sandbox.path)) await moveAside(context, sandbox, asideOf(sandbox))
  const now = context.clock()
  context.repository.saveSandbox({
    ...sandbox,
    state: 'discarded',
    notices: [...sandbox.notices, `The folder was kept at ${folder}.`],
    updated: now,
    ended: now,
  })
}

/** Whether the folder is still the working tree that git has registered there, whatever branch it is on. */
export async function isIntact(context: Context, sandbox: Sandbox): Promise<boolean> {
  if ((await conditionOf(sandbox)).condition === 'unregistered') return false
  const ask = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir']
  const found = await context.git.run(sandbox.path, ask, { read: true, expect: [0, 128] })
  const [top = '', common = ''] = textOf(found).split('\n')
  return found.code === 0 && top === sandbox.path && (await realpath(common)) === sandbox.commonDir
}

/** Ends a plan without applying it: everything is kept for some days, and no worktree, branch or folder is left. */
export async function discardPlan(context: Context, planId: string): Promise<void> {
  await context.lock(`plan:${planId}`, async () => {
    for (const sandbox of context.repository.sandboxesOf(planId)) {
      if (sandbox.state === 'applied' || sandbox.state === 'discarded') continue
      if (!(await exists(sandbox.commonDir)) || !(await exists(sandbox.repoRoot))) {
        await setAside(context, sandbox)
        continue
      }
      // What git does not know as this sandbox is not ours to delete: it moves to the trash, and the rest goes.
      if ((await exists(sandbox.path)) && sandbox.trash === null && !(await isIntact(context, sandbox)))
        await setAside(context, sandbox)
      await removeSandbox(context, sandbox, 'discarded')
    }
  })
}

/** Brings a removed sandbox back as it was: content, and the ignored files that were kept. */
export async function restoreKept(context: Context, sandbox: Sandbox): Promise<void> {
  if (sandbox.trash === null) return
  await context.git.run(sandbox.path, ['read-tree', '--reset', '-u', sandbox.trash.tree])
  await verifySandbox(context, sandbox)
  if (sandbox.trash.ignoredFolder === null) return
  for (const name of await readdir(sandbox.trash.ignoredFolder)) {
    const from = join(sandbox.trash.ignoredFolder, name)
    if ((await lstat(from)).isFile()) await copyFile(from, join(sandbox.path, name), constants.COPYFILE_FICLONE)
    else await cp(from, join(sandbox.path, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  }
}
