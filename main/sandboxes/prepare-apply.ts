import { failed } from '@shared/model/refusal'
import type { Context } from './context'
import { mergeMessage } from './domain/merge-message'
import { reasonOf } from './domain/parse-merge'
import type { ApplyConflict, ApplyMode, Sandbox } from './domain/types'
import { authorshipOf, type Authorship } from './apply-identity'
import { findTarget, type Target } from './apply-target'
import { folderNotice } from './apply-folder'
import { isFolder } from './folder-repository'
import { hookNotices } from './hook-notices'
import { isGitFailure } from './ports'
import { lineOf } from './repository-state'
import { afterHook, commitHooks, hooksPresent, runCommitHooks, type HookWatch } from './run-hooks'
import { changedPaths, commitTree, limitTree, mergeTrees, treeOf } from './trees'

export type ApplyRequest = HookWatch & {
  readonly mode: ApplyMode
  readonly message: string
  readonly trusted: (resourceId: string) => boolean
  /** Target branches by resource id, where the recorded one is not meant. */
  readonly targets?: Readonly<Record<string, string>>
  /** Passes over the repository's hooks, which is said in the receipt. */
  readonly skipHooks?: boolean
  /** Only look: nothing runs and no commit is made. */
  readonly preview?: boolean
}

/** What one resource adds to its target. */
export type Member = {
  readonly sandbox: Sandbox
  readonly tree: string
  readonly delta: string
  readonly files: readonly string[]
  readonly commit: string | null
  readonly before: string
  readonly after: string
  readonly notices: readonly string[]
  readonly afterHook: string | null
}

/** All that goes onto one branch, merged in memory; `mergedTree` is the branch's new content. */
export type Group = {
  readonly target: Target
  readonly headTree: string
  readonly mergedTree: string
  readonly after: string
  readonly members: readonly Member[]
  readonly conflicts: readonly ApplyConflict[]
}

export async function commitAs(
  context: Context,
  cwd: string,
  author: Authorship,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const args = [
    'commit-tree',
    tree,
    ...parents.flatMap((parent) => ['-p', parent]),
    ...(author.sign ? ['-S'] : []),
    '-F',
    '-',
  ]
  try {
    return lineOf(
      await context.git.run(cwd, args, { env: author.env, input: message, trusted: author.sign, timeoutMs: 60_000 }),
    )
  } catch (error) {
    if (!author.sign || !isGitFailure(error)) throw error
    throw failed('apply.sign_failed', 'The commit could not be signed. Nothing was changed.', {
      hint: 'Unlock the key, or switch commit.gpgSign off, and apply again.',
      details: { stderr: error.stderr },
    })
  }
}

/** Whether a branch holds the recorded base. */
async function holdsBase(context: Context, { repoRoot, base }: Sandbox, head: string): Promise<boolean> {
  if (base.baseCommit === head) return true
  const ask = ['merge-base', '--is-ancestor', base.baseCommit, head]
  return (await context.git.run(repoRoot, ask, { read: true, expect: [0, 1] })).code === 0
}

type Step = { readonly head: string; readonly tree: string }

/** The hooks that git runs for the commit, as paths by name, and what there is to say about them. */
async function hooksOf(
  context: Context,
  request: ApplyRequest,
  sandbox: Sandbox,
  mode: Exclude<ApplyMode, 'working-tree'>,
  trusted: boolean,
) {
  const wanted = [...commitHooks(mode), afterHook(mode)]
  const { repoRoot, commonDir, name: resource } = sandbox
  const found = await hooksPresent(context, repoRoot, commonDir, [...new Set([...wanted, 'pre-commit'])])
  const present = new Map([...found].filter(([name]) => wanted.includes(name)))
  const notices = hookNotices({
    resource,
    mode,
    present: [...present.keys()],
    hasPreCommit: found.has('pre-commit'),
    trusted,
    skipped: request.skipHooks === true,
    preview: request.preview ?? false,
  })
  return { present, notices }
}

/** The commits of one resource on top of `at`: with mode merge, the plan's own commit and the merge of it. */
async function commitMember(
  context: Context,
  request: ApplyRequest,
  sandbox: Sandbox,
  at: Step,
  merged: string,
  delta: string,
  own: string,
) {
  const { mode, message } = request
  if (request.preview && isFolder(sandbox)) return { commit: at.head, tree: merged, notices: [], afterHook: null }
  if (isFolder(sandbox)) {
    const commit = await commitTree(context, sandbox.repoRoot, merged, [at.head], message)
    return { commit, tree: merged, notices: [folderNotice], afterHook: null }
  }
  if (mode === 'working-tree') return { commit: null, tree: merged, notices: [], afterHook: null }
  const trusted = request.trusted(sandbox.resourceId)
  const { present, notices: told } = await hooksOf(context, request, sandbox, mode, trusted)
  if (request.preview) return { commit: at.head, tree: merged, notices: told, afterHook: null }
  const author = await authorshipOf(context, sandbox.repoRoot, trusted)
  const notices = [...author.notices, ...told]
  const hooks = new Map([...present].filter(([name]) => name !== afterHook(mode)))
  const runs = trusted && request.skipHooks !== true
  const plain = { tree: merged, message }
  const hooked =
    runs && hooks.size > 0
      ? await runCommitHooks(context, sandbox, hooks, { own, merged, head: at.head, message }, request)
      : plain
  const make = (tree: string, parents: readonly string[], text = hooked.message) =>
    commitAs(context, sandbox.repoRoot, author, tree, parents, text)
  const after = runs ? (present.get(afterHook(mode)) ?? null) : null
  if (mode === 'squash')
    return { commit: await make(hooked.tree, [at.head]), tree: hooked.tree, notices, afterHook: after }
  // The plan's commit hangs on the recorded base where the branch still holds that; a snapshot must not enter its history.
  const planCommit = (await holdsBase(context, sandbox, at.head))
    ? await make(delta, [sandbox.base.baseCommit])
    : await make(hooked.tree, [at.head])
  const merge = await make(hooked.tree, [at.head, planCommit], mergeMessage(hooked.message))
  return { commit: merge, tree: hooked.tree, notices, afterHook: after }
}

/** What the plan changed inside the resource, on top of its base; what lies outside is named. */
async function limitToSubdir(
  context: Context,
  sandbox: Sandbox,
  tree: string,
): Promise<{ readonly delta: string; readonly notices: string[] }> {
  const delta = await limitTree(context, sandbox.repoRoot, sandbox.base.baseTree, tree, sandbox.subdir)
  if (delta === tree) return { delta, notices: [] }
  const outside = (await changedPaths(context, sandbox.repoRoot, delta, tree)).map((change) => change.path)
  return {
    delta,
    notices:
      outside.length === 0
        ? []
        : [
            `Left out, because outside ${sandbox.subdir}: ${outside.slice(0, 20).join(', ')}${outside.length > 20 ? ' …' : ''}`,
          ],
  }
}

/** What a sandbox holds, and what of that is to be applied. */
export type Content = { readonly tree: string; readonly accepted: string }

/** Merges one branch's resources in memory, each onto what the one before made; nothing of the target is touched. `trees` holds each sandbox's content by its id. */
export async function prepareGroup(
  context: Context,
  sandboxes: readonly Sandbox[],
  request: ApplyRequest,
  trees: ReadonlyMap<string, Content>,
): Promise<Group> {
  const [first] = sandboxes
  if (!first) throw new Error('a group has at least one sandbox')
  const target = await findTarget(context, first, {
    chosen: request.targets?.[first.resourceId],
    preview: request.preview ?? false,
  })
  // A folder has nothing but its files: every mode changes those.
  const mode = target.folder ? 'squash' : request.mode
  const { baseCommit, baseTree: startTree } = first.base
  const headTree = target.head === baseCommit ? startTree : await treeOf(context, target.repoRoot, target.head)
  let at: Step = { head: target.head, tree: headTree }
  const members: Member[] = []
  const conflicts: ApplyConflict[] = []
  for (const sandbox of sandboxes) {
    const { baseTree } = sandbox.base
    const { tree, accepted } = trees.get(sandbox.id) ?? { tree: baseTree, accepted: baseTree }
    const { delta, notices } = await limitToSubdir(context, sandbox, accepted)
    const files = (await changedPaths(context, sandbox.repoRoot, baseTree, delta)).map((change) => change.path)
    const merged =
      mode === 'working-tree'
        ? { tree: at.tree, conflicts: [] }
        : await mergeTrees(context, sandbox.repoRoot, baseTree, at.tree, delta)
    for (const one of merged.conflicts)
      conflicts.push({
        resource: sandbox.name,
        resourceId: sandbox.resourceId,
        path: one.path,
        reason: reasonOf(one, target.branch),
        cause: 'committed',
        sides: one.sides,
      })
    const empty = merged.conflicts.length > 0 || merged.tree === at.tree
    const made = empty
      ? { commit: null, tree: at.tree, notices: [], afterHook: null }
      : await commitMember(context, request, sandbox, at, merged.tree, delta, tree)
    const after = made.commit ?? at.head
    members.push({
      sandbox,
      tree,
      delta,
      files,
      commit: made.commit,
      before: at.head,
      after,
      notices: [...notices, ...made.notices],
      afterHook: made.afterHook,
    })
    at = { head: after, tree: made.tree }
  }
  return { target, headTree, mergedTree: at.tree, after: at.head, members, conflicts }
}
