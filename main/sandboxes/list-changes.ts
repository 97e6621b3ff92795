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
async function isKept(context: Context, sandbox: Sandbox, tree: string): Promise<boolean> {
  const { repoRoot, base, ended, trash } = sandbox
  if (!(await exists(repoRoot))) return false
  if (ended === null || trash !== null) return true
  const asked = await Promise.all(
    [base.baseTree, tree].map((oid) =>
      context.git.run(repoRoot, ['cat-file', '-e', oid], { read: true, expect: [0, 1, 128] }),
    ),
  )
  return asked.every(({ code }) => code === 0)
}

/** What lies between the base of a sandbox and a tree. */
export async function changesTo(
  context: Context,
  sandbox: Sandbox,
  tree: string,
  options: { readonly patches: boolean; readonly paths?: readonly string[] | undefined },
): Promise<FileChange[]> {
  if (tree === sandbox.base.baseTree) return []
  const { subdir, repoRoot } = sandbox
  if (!(await isKept(context, sandbox, tree)))
    throw missing('changes.gone', `What the plan changed in ${sandbox.name} is no longer kept.`, {
      hint: 'It is kept for 30 days after a plan ended, as long as its resource is registered.',
    })
  const inside = (path: string) => (subdir === '' ? path : `${subdir}/${path}`)
  const only = options.paths?.map(inside) ?? (subdir === '' ? [] : [subdir])
  const show = ['--raw', '--numstat', ...(options.patches ? ['-p'] : [])]
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
  const args = ['diff-tree', ...flags, ...show, ...relative, sandbox.base.baseTree, tree, '--', ...only]
  const result = await context.git.run(repoRoot, args, {
    read: true,
    keep: { head: maximumOutput, tail: 0 },
    env: { GIT_LITERAL_PATHSPECS: '1' },
  })
  const changes = parseChanges(textOf(result), {
    patches: options.patches,
    complete: result.stdout.length < maximumOutput,
  })
  const named = (change: Change): FileChange => ({ ...change, resource: sandbox.name, resourceId: sandbox.resourceId })
  return changes.map(named)
}

/** What a plan changed, as git would store it, per resource; also after its sandboxes are gone. Paths are relative to the resource. */
export async function listChanges(
  context: Context,
  planId: string,
  options: { readonly patches?: boolean; readonly paths?: readonly string[] } = {},
): Promise<FileChange[]> {
  const all: FileChange[] = []
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const tree = await presentTree(context, sandbox)
    all.push(...(await changesTo(context, sandbox, tree, { patches: options.patches ?? false, paths: options.paths })))
  }
  return all
}
