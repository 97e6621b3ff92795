import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { Sandbox } from './domain/types'
import type { Trees } from './list-changes'
import { lookAgain } from './reconcile-sandboxes'
import { exists, lineOf } from './repository-state'
import { restoreTrees } from './restore-trees'
import { takeCheckpoint } from './take-checkpoint'
import { refOf } from './trees'
import { isPlainlyOurs } from './verify-sandbox'

/** A sandbox that something had switched to another branch or commit, and that is on its own branch again. */
export type Returned = {
  readonly resource: string
  /** What it was found on: a branch, or a commit. */
  readonly found: string
  /** Its files were those of another commit, so they were set to what they were before. */
  readonly restored: boolean
}

type Stray = { readonly found: string; readonly commit: string | null }

/** Where the HEAD of a sandbox stands that is ours in every other respect; null where it is not, or stands where it should. */
async function strayOf(context: Context, sandbox: Sandbox): Promise<Stray | null> {
  const { path, commonDir, branch } = sandbox
  if (!(await exists(join(path, '.git'))) || !(await exists(commonDir)) || (await isPlainlyOurs(sandbox))) return null
  const ask = (...args: string[]) => context.git.run(path, args, { read: true, expect: [0, 1, 128] })
  const places = await ask('rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir')
  const [top = '', common = ''] = lineOf(places).split('\n')
  if (places.code !== 0 || top !== (await realpath(path)) || (await realpath(common)) !== commonDir) return null
  const [name, at] = [
    await ask('symbolic-ref', '-q', 'HEAD'),
    await ask('rev-parse', '-q', '--verify', 'HEAD^{commit}'),
  ]
  const head = name.code === 0 ? lineOf(name) : null
  if (head === `refs/heads/${branch}`) return null
  const commit = at.code === 0 ? lineOf(at) : null
  return { found: head?.replace(/^refs\/heads\//, '') ?? `commit ${commit?.slice(0, 10)}`, commit }
}

/** Puts HEAD back on the sandbox's branch; the files are left alone. Answers whether they may be another commit's. */
async function pointBack(context: Context, sandbox: Sandbox, { commit }: Stray): Promise<boolean> {
  const ref = `refs/heads/${sandbox.branch}`
  const own = await refOf(context, sandbox.repoRoot, ref)
  const target = own ?? sandbox.base.baseCommit
  if (own === null) await context.git.run(sandbox.repoRoot, ['update-ref', ref, target])
  await context.git.run(sandbox.path, ['symbolic-ref', 'HEAD', ref])
  context.captured.delete(sandbox.id)
  if (commit === target) return false
  await context.git.run(sandbox.path, ['reset', '-q'])
  return true
}

/**
 * Brings the sandboxes of a plan that something has switched away back to their own branch. Where that had brought another
 * commit's files, they are set to `before`, or to the last checkpoint; `keepAs` keeps what stood there as a checkpoint.
 */
export async function backToBranch(
  context: Context,
  planId: string,
  options: { readonly before?: Trees | undefined; readonly keepAs?: string } = {},
): Promise<readonly Returned[]> {
  const returned: Returned[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    if (sandbox.state !== 'ready') continue
    const { resourceId, name: resource } = sandbox
    const last = context.repository.lastCheckpoint(planId)?.resources[resourceId]?.tree
    const stray = await context.lock(`plan:${planId}`, async () => {
      const found = await strayOf(context, sandbox)
      return found && { ...found, isOther: await pointBack(context, sandbox, found) }
    })
    if (!stray) continue
    if (stray.isOther) {
      if (options.keepAs !== undefined) await takeCheckpoint(context, sandbox, { label: options.keepAs })
      const before = options.before?.[resourceId] ?? last ?? sandbox.base.baseTree
      await restoreTrees(context, planId, { [resourceId]: before })
    }
    // Whoever looked meanwhile has found it away.
    await lookAgain(context, sandbox)
    returned.push({ resource, found: stray.found, restored: stray.isOther })
  }
  return returned
}
