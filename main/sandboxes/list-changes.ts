import { join } from 'node:path'
import { missing } from '@shared/model/refusal'
import { captureTree } from './capture-tree'
import type { Context } from './context'
import { parseChanges } from './domain/parse-changes'
import type { Change, FileChange, Sandbox } from './domain/types'
import { exists, textOf } from './repository-state'
import { verifySandbox } from './verify-sandbox'

const maximumOutput = 64 * 1024 * 1024

/** The tree of a sandbox now: captured while it is there, else what was kept of it. Waits for a removal that has begun. */
export function presentTree(context: Context, given: Sandbox): Promise<string> {
  return context.lock(`plan:${given.planId}`, async () => {
    const sandbox = context.repository.findSandbox(given.planId, given.resourceId) ?? given
    if (sandbox.trash) return sandbox.trash.tree
    if (sandbox.state === 'ready' && (await exists(join(sandbox.path, '.git')))) {
      await verifySandbox(context, sandbox)
      return (await captureTree(context, sandbox)).tree
    }
    return (
      context.repository.lastCheckpoint(sandbox.planId)?.resources[sandbox.resourceId]?.tree ?? sandbox.base.baseTree
    )
  })
}

/** Whether both sides of a comparison are there; long after a plan ended git may have pruned them. */
async function isKept(context: Context, sandbox: Sandbox, trees: readonly string[]): Promise<boolean> {
  const { repoRoot, ended, trash } = sandbox
  if (!(await exists(repoRoot))) return false
  if (ended === null || trash !== null) return true
  const asked = await Promise.all(
    trees.map((oid) => context.git.run(repoRoot, ['cat-file', '-e', oid], { read: true, expect: [0, 1, 128] })),
  )
  return asked.every(({ code }) => code === 0)
}

type DiffOptions = { readonly patches?: boolean; readonly paths?: readonly string[] | undefined }

/** What lies between two trees of a sandbox's repository, as git would store it; paths are relative to the resource. */
async function diffTrees(
  context: Context,
  sandbox: Sandbox,
  [from, to]: readonly [string, string],
  options: DiffOptions,
): Promise<FileChange[]> {
  if (from === to) return []
  const { subdir, repoRoot } = sandbox
  const patches = options.patches ?? false
  if (!(await isKept(context, sandbox, [from, to])))
    throw missing('changes.gone', `What the plan changed in ${sandbox.name} is no longer kept.`, {
      hint: 'It is kept for a time (sandbox.trash-days) after a plan ended, as long as its resource is registered.',
    })
  const inside = (path: string) => (subdir === '' ? path : `${subdir}/${path}`)
  const only = options.paths?.map(inside) ?? (subdir === '' ? [] : [subdir])
  const show = ['--raw', '--numstat', ...(patches ? ['-p'] : [])]
  const flags = [
    '-r',
    '-z',
    '-M',
    '--abbrev=40',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ]
  const relative = subdir === '' ? [] : [`--relative=${subdir}/`]
  const args = ['diff-tree', ...flags, ...show, ...relative, from, to, '--', ...only]
  const known = context.compared.get(sandbox.id)
  if (known?.args === args.join('\0')) return [...known.changes]
  const result = await context.git.run(repoRoot, args, {
    read: true,
    keep: { head: maximumOutput, tail: 0 },
    env: { GIT_LITERAL_PATHSPECS: '1' },
  })
  const changes = parseChanges(textOf(result), {
    patches,
    complete: result.stdout.length < maximumOutput,
  })
  const named = (change: Change): FileChange => ({ ...change, resource: sandbox.name, resourceId: sandbox.resourceId })
  const told = changes.map(named)
  if (!patches) context.compared.set(sandbox.id, { args: args.join('\0'), changes: told })
  return told
}

/** What lies between the base of a sandbox and a tree. */
export const changesTo = (
  context: Context,
  sandbox: Sandbox,
  tree: string,
  options: DiffOptions,
): Promise<FileChange[]> => diffTrees(context, sandbox, [sandbox.base.baseTree, tree], options)

/** What a plan changed, as git would store it, per resource; also after its sandboxes are gone. Paths are relative to the resource. */
export async function listChanges(context: Context, planId: string, options: DiffOptions = {}): Promise<FileChange[]> {
  const all: FileChange[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const tree = await presentTree(context, sandbox)
    all.push(...(await diffTrees(context, sandbox, [sandbox.base.baseTree, tree], options)))
  }
  return all
}

/** Trees by resource. */
export type Trees = Readonly<Record<string, string>>

/**
 * What lies between two states of a plan's resources. A resource that a state does not name stands there as the plan found
 * it; without `to`, as it is now.
 */
export async function compareTrees(
  context: Context,
  planId: string,
  from: Trees,
  to: Trees | null,
  options: DiffOptions = {},
): Promise<FileChange[]> {
  const all: FileChange[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const { resourceId, base } = sandbox
    const after = to === null ? await presentTree(context, sandbox) : (to[resourceId] ?? base.baseTree)
    all.push(...(await diffTrees(context, sandbox, [from[resourceId] ?? base.baseTree, after], options)))
  }
  return all
}

/** How every resource of a plan stands now. */
export async function presentTrees(context: Context, planId: string): Promise<Trees> {
  const trees: Record<string, string> = {}
  for (const sandbox of context.repository.sandboxesOf(planId))
    trees[sandbox.resourceId] = await presentTree(context, sandbox)
  return trees
}
