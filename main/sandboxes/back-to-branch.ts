import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import { dropHeld, readHeld, writeHeld, type Held } from './held'
import { lookAgain } from './reconcile-sandboxes'
import { exists, gitDirOf, lineOf } from './repository-state'
import { restoreTrees } from './restore-trees'
import { takeCheckpoint } from './take-checkpoint'
import { refOf } from './trees'
import { isPlainlyOurs } from './verify-sandbox'

/** A sandbox that something had switched away, or whose branch it had moved, and that stands on its own branch again. */
export type Returned = {
  readonly resource: string
  /** What it was found on: a branch, or a commit. */
  readonly found: string
  /** Its files may have been those of another commit, so they were set to what they were before. */
  readonly restored: boolean
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

async function bringBack(context: Context, sandbox: Sandbox, options: Options): Promise<Returned | null> {
  const { planId, resourceId, name: resource } = sandbox
  const held = await readHeld(sandbox)
  if (options.only === 'held' && held === null) return null
  const last = context.repository.lastCheckpoint(planId)?.resources[resourceId]?.tree
  const stray = await context.lock(`plan:${planId}`, async () => {
    const found = await strayOf(context, sandbox, held)
    return found && { ...found, isOther: await pointBack(context, sandbox, found, held) }
  })
  if (stray?.isOther) {
    // What such a thing left is nothing that the plan goes on from.
    const cause = held ? 'on_error' : 'after_write'
    await takeCheckpoint(context, sandbox, { label: options.keepAs, cause })
    await restoreTrees(context, planId, { [resourceId]: held?.tree ?? last ?? sandbox.base.baseTree })
    if (held) await takeCheckpoint(context, sandbox, { label: `put back after: ${options.keepAs}` })
  }
  // Where the repository is away nothing was put right.
  if (held && (await exists(sandbox.commonDir))) await dropHeld(sandbox)
  if (!stray) return null
  // Whoever looked meanwhile has found it away.
  await lookAgain(context, sandbox)
  return { resource, found: stray.found, restored: stray.isOther }
}

/**
 * Brings the sandboxes of a plan that something has switched away back to their own branch, and that to the commit on which
 * it was held. Where that may have brought another commit's files, what stands there is kept as a checkpoint, and they are
 * set to what was held, or to the last checkpoint.
 */
export async function backToBranch(context: Context, planId: string, options: Options): Promise<readonly Returned[]> {
  const returned: Returned[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const one = sandbox.state === 'ready' ? await bringBack(context, sandbox, options) : null
    if (one) returned.push(one)
  }
  return returned
}
