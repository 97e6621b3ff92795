import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { CheckpointCause, Sandbox } from './domain/types'
import { dropHeld, readHeld, writeHeld, type Held } from './held'
import { presentTree } from './list-changes'
import { lookAgain } from './reconcile-sandboxes'
import { exists, gitDirOf, lineOf } from './repository-state'
import { restoreTrees } from './restore-trees'
import { takeCheckpoint } from './take-checkpoint'
import { changedPaths, refOf } from './trees'
import { conditionOf, isPlainlyOurs } from './verify-sandbox'

/** A sandbox that stands again as it did before something moved its branch or wrote to its files. */
export type Returned = {
  readonly resource: string
  /** What it was found on: a branch, or a commit; null where it was on its own branch. */
  readonly found: string | null
  /** Its files were set to what they were before, or may have been. */
  readonly restored: boolean
  /** Paths in the repository that were put back. */
  readonly changed: readonly string[]
}

/** `own`: the commit of the sandbox's branch; `commit`: that of its HEAD. */
type Stray = { readonly found: string; readonly commit: string | null; readonly own: string | null }

const refNameOf = ({ branch }: Sandbox): string => `refs/heads/${branch}`

/**
 * Where a sandbox stands that is ours in every other respect; null where it is not, or stands where it should: on its branch,
 * and where it is known what commit that named before, on that one.
 */
async function strayOf(context: Context, sandbox: Sandbox, held: Held | null): Promise<Stray | null> {
  const { path, commonDir } = sandbox
  if (!(await exists(join(path, '.git'))) || !(await exists(commonDir))) return null
  const own = await refOf(context, sandbox.repoRoot, refNameOf(sandbox))
  const stands = held === null || (held.commit === own && !held.moved)
  if (stands && (await isPlainlyOurs(sandbox))) return null
  const ask = (...args: string[]) => context.git.run(path, args, { read: true, expect: [0, 1, 128] })
  const places = await ask('rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir')
  const [top = '', common = ''] = lineOf(places).split('\n')
  if (places.code !== 0 || top !== (await realpath(path)) || (await realpath(common)) !== commonDir) return null
  const [name, at] = [
    await ask('symbolic-ref', '-q', 'HEAD'),
    await ask('rev-parse', '-q', '--verify', 'HEAD^{commit}'),
  ]
  const head = name.code === 0 ? lineOf(name) : null
  const isThere = head === refNameOf(sandbox)
  if (isThere && stands) return null
  const commit = at.code === 0 ? lineOf(at) : null
  const branch = isThere ? null : head?.replace(/^refs\/heads\//, '')
  return { found: branch ?? (commit === null ? 'no commit' : `commit ${commit.slice(0, 10)}`), commit, own }
}

/** What ran there has been ended with all that it began, so that the locks and the rebase it left are nobody's. */
async function endUnfinished(context: Context, sandbox: Sandbox): Promise<void> {
  const gitDir = await gitDirOf(context.git, sandbox.path)
  const locks = [join(gitDir, 'index'), join(gitDir, 'HEAD'), join(sandbox.commonDir, refNameOf(sandbox))]
  for (const lock of locks) await rm(`${lock}.lock`, { force: true })
  await context.git.run(sandbox.path, ['rebase', '--quit'], { expect: [0, 1, 128] })
}

/**
 * Puts HEAD back on the sandbox's branch, and the branch on its commit; the files are left alone. Answers whether they may be
 * another commit's.
 */
async function pointBack(context: Context, sandbox: Sandbox, stray: Stray, held: Held | null): Promise<boolean> {
  const { commit, own } = stray
  const ref = refNameOf(sandbox)
  const target = held?.commit ?? own ?? sandbox.base.baseCommit
  if (held) {
    // From here on only this tells that the files are still to be put back.
    await writeHeld(sandbox, { ...held, moved: true })
    await endUnfinished(context, sandbox)
    // Commits that were made there can be looked at.
    for (const made of new Set([commit, own]))
      if (made !== null && made !== target) {
        const kept = `refs/cleveragents/checkpoints/${sandbox.refName}/head-${made.slice(0, 12)}`
        await context.git.run(sandbox.repoRoot, ['update-ref', kept, made])
      }
  }
  if (own !== target) await context.git.run(sandbox.repoRoot, ['update-ref', ref, target])
  await context.git.run(sandbox.path, ['symbolic-ref', 'HEAD', ref])
  context.captured.delete(sandbox.id)
  if (!held && commit === target) return false
  await context.git.run(sandbox.path, ['reset', '-q'])
  return true
}

type Options = {
  /** Those alone in which something runs, or ran when the application was killed. */
  readonly only?: 'held'
  /** Names the checkpoint of what stood there. */
  readonly keepAs: string
}

/** Whether the plan has worked since that was noted; what stands in its sandboxes is its own then. */
function hasGoneOn({ repository }: Context, planId: string, { since }: Held): boolean {
  return repository.everyCheckpointOf(planId).some(({ number, cause }) => number > since && cause !== 'by_check')
}

/** Sets the files of a sandbox to a tree, and answers what that changed. What stood there is kept, once, as a checkpoint. */
async function putFilesBack(
  context: Context,
  sandbox: Sandbox,
  target: string,
  { cause, keepAs }: { readonly cause: CheckpointCause; readonly keepAs: string },
): Promise<readonly string[]> {
  const { planId, resourceId, repoRoot } = sandbox
  const present = await presentTree(context, sandbox)
  if (present === target) return []
  const changed = await changedPaths(context, repoRoot, target, present)
  const isKept = context.repository
    .checkpointsOf(planId)
    .some((one) => one.cause === 'by_check' && one.resources[resourceId]?.tree === present)
  if (!isKept) await takeCheckpoint(context, sandbox, { label: keepAs, cause })
  await restoreTrees(context, planId, { [resourceId]: target })
  if (cause === 'by_check') await takeCheckpoint(context, sandbox, { label: `put back after: ${keepAs}`, cause })
  return changed.map(({ path }) => path)
}

async function bringBack(context: Context, sandbox: Sandbox, options: Options): Promise<Returned | null> {
  const { planId, resourceId, name: resource } = sandbox
  const noted = await readHeld(sandbox)
  const held = noted && hasGoneOn(context, planId, noted) ? null : noted
  if (noted && !held) await dropHeld(sandbox)
  if (options.only === 'held' && held === null) return null
  const last = context.repository.lastCheckpoint(planId)?.resources[resourceId]?.tree
  const stray = await context.lock(`plan:${planId}`, async () => {
    const found = await strayOf(context, sandbox, held)
    return found && { ...found, isOther: await pointBack(context, sandbox, found, held) }
  })
  // Where it is away, or what is there is not plainly ours, nothing can be put right yet.
  const isHere = (await exists(sandbox.commonDir)) && (await conditionOf(sandbox)).condition === 'ok'
  const target = held?.tree ?? (stray?.isOther ? (last ?? sandbox.base.baseTree) : null)
  const cause = held ? 'by_check' : 'after_write'
  const { keepAs } = options
  const changed = isHere && target !== null ? await putFilesBack(context, sandbox, target, { cause, keepAs }) : []
  if (held && isHere) await dropHeld(sandbox)
  // Whoever looked meanwhile has found it away.
  if (stray) await lookAgain(context, sandbox)
  if (!stray && changed.length === 0) return null
  return { resource, found: stray?.found ?? null, restored: stray?.isOther ?? true, changed }
}

/**
 * Brings the sandboxes of a plan that something has switched away back to their own branch, and that to the commit on which
 * it was held. Files that were held, or that may be another commit's, are set to what was held, or to the last checkpoint;
 * what stood there is kept as a checkpoint.
 */
export async function backToBranch(context: Context, planId: string, options: Options): Promise<readonly Returned[]> {
  const returned: Returned[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const one = sandbox.state === 'ready' ? await bringBack(context, sandbox, options) : null
    if (one) returned.push(one)
  }
  return returned
}
