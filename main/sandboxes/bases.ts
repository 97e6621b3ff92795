import type { Context } from './context'
import type { BaseState, Checkpoint, Sandbox } from './domain/types'
import type { Trees } from './list-changes'
import { changedPaths, mergeTrees, refOf } from './trees'
import { composeTree } from './restore-trees'

/** What sandboxes are based on, by resource. */
export type Bases = Readonly<Record<string, BaseState>>

const firstOf = (sandbox: Sandbox): BaseState => sandbox.bases[0] ?? sandbox.base

/** How a checkpoint tells what it was taken on: nothing where that is the first base. */
export function baseMark(sandbox: Sandbox, base: BaseState): { readonly base?: string } {
  return base.baseCommit === firstOf(sandbox).baseCommit ? {} : { base: base.baseCommit }
}

/** Whether what a checkpoint holds of a sandbox was taken on its present base. */
export function isOnBase(sandbox: Sandbox, stands: Checkpoint['resources'][string]): boolean {
  return (stands.base ?? firstOf(sandbox).baseCommit) === sandbox.base.baseCommit
}

/** What the sandboxes of a plan are based on now. */
export function presentBases(context: Context, planId: string): Bases {
  return Object.fromEntries(context.repository.sandboxesOf(planId).map(({ resourceId, base }) => [resourceId, base]))
}

function baseAt(sandbox: Sandbox, { resources }: Pick<Checkpoint, 'resources'>): BaseState {
  const commit = resources[sandbox.resourceId]?.base
  return sandbox.bases.find(({ baseCommit }) => baseCommit === commit) ?? firstOf(sandbox)
}

/** What the sandboxes of a plan were based on when a checkpoint was taken. */
export function basesAt(context: Context, checkpoint: Checkpoint): Bases {
  const all = context.repository.sandboxesOf(checkpoint.planId)
  return Object.fromEntries(all.map((sandbox) => [sandbox.resourceId, baseAt(sandbox, checkpoint)]))
}

/** Whether two states are based on the same commits. */
export function areSameBases(one: Bases, other: Bases): boolean {
  return Object.keys(one).every((resource) => one[resource]?.baseCommit === other[resource]?.baseCommit)
}

/** Whether the sandboxes were brought up to date between two checkpoints. */
export function wereRebased(context: Context, before: Checkpoint, after: Checkpoint): boolean {
  return !areSameBases(basesAt(context, before), basesAt(context, after))
}

/**
 * Brings what the targets had got between two checkpoints into a state that was put together without it. Where that does
 * not fit, the target's file is taken whole: what others committed is never taken back.
 */
export async function carryBases(context: Context, ours: Trees, before: Checkpoint, after: Checkpoint): Promise<Trees> {
  const trees: Record<string, string> = { ...ours }
  for (const sandbox of context.repository.sandboxesOf(before.planId)) {
    const { resourceId, repoRoot } = sandbox
    const from = baseAt(sandbox, before).baseTree
    const to = baseAt(sandbox, after).baseTree
    const mine = ours[resourceId] ?? from
    const merged = await mergeTrees(context, repoRoot, from, mine, to)
    if (merged.conflicts.length === 0) {
      trees[resourceId] = merged.tree
      continue
    }
    const given = await changedPaths(context, repoRoot, from, to)
    const paths = merged.conflicts.map(({ path }) => path)
    const yielding = await composeTree(context, sandbox, mine, from, paths)
    const again = await mergeTrees(context, repoRoot, from, yielding, to)
    const whole = given.map(({ path }) => path)
    trees[resourceId] = again.conflicts.length === 0 ? again.tree : await composeTree(context, sandbox, mine, to, whole)
  }
  return trees
}

/** Has the branches and indexes of the sandboxes stand on these bases; their files stay. Safe to call again at any time. */
export async function moveHeads(context: Context, planId: string, bases: Bases): Promise<void> {
  await context.lock(`plan:${planId}`, async () => {
    for (const sandbox of context.repository.sandboxesOf(planId)) {
      const base = bases[sandbox.resourceId]
      if (base === undefined || sandbox.state !== 'ready') continue
      const head = await refOf(context, sandbox.path, 'HEAD')
      if (head === base.baseCommit) continue
      // Commits that were made in the sandbox stay reachable.
      if (head !== null && sandbox.base.baseCommit !== head) {
        const ref = `refs/cleveragents/checkpoints/${sandbox.refName}/head-${head.slice(0, 12)}`
        await context.git.run(sandbox.repoRoot, ['update-ref', ref, head])
      }
      await context.git.run(sandbox.repoRoot, ['update-ref', `refs/heads/${sandbox.branch}`, base.baseCommit])
      await context.git.run(sandbox.path, ['read-tree', base.baseTree])
      await context.git.run(sandbox.path, ['update-index', '-q', '--refresh'], { expect: [0, 1] })
    }
  })
}

/** Records what the sandboxes are based on. Synchronous, for a caller's transaction. */
export function setBases(context: Context, planId: string, bases: Bases): void {
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const base = bases[sandbox.resourceId]
    if (base === undefined || base.baseCommit === sandbox.base.baseCommit) continue
    const known = sandbox.bases.length === 0 ? [sandbox.base] : sandbox.bases
    const isKnown = known.some(({ baseCommit }) => baseCommit === base.baseCommit)
    context.repository.saveSandbox({
      ...sandbox,
      base,
      bases: isKnown ? known : [...known, base],
      updated: context.clock(),
    })
  }
}
