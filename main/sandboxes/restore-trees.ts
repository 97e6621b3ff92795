import { join } from 'node:path'
import { conflict, failed } from '@shared/model/refusal'
import { captureTree } from './capture-tree'
import type { Context } from './context'
import { planRestore } from './domain/plan-restore'
import type { CheckpointCause, Sandbox } from './domain/types'
import { inTheWay } from './in-the-way'
import { giveMode } from './keep-modes'
import { presentTree, type Trees } from './list-changes'
import { remakeMissing } from './open-sandbox'
import { isGitFailure } from './ports'
import { indexOf } from './remove-ours'
import { textOf } from './repository-state'
import { lstatOrNull } from './saved-paths'
import { changedPaths, withScratch, writeTree } from './trees'
import { requireRepository, verifySandbox } from './verify-sandbox'

/** A path of one resource, relative to the top of its repository. */
export type Place = { readonly resource: string; readonly resourceId: string; readonly path: string }

/** `covered`: checkpoints hold it, so that overwriting can be undone; what they do not hold is never overwritten. */
export type RestoreConflict = Place & { readonly reason: string; readonly covered: boolean }

export type RestorePreview = {
  readonly restored: readonly Place[]
  readonly removed: readonly Place[]
  /** Changed by somebody else since the plan's last work there, or not covered and in the way. */
  readonly conflicts: readonly RestoreConflict[]
  /** Changed by somebody else alone; they stay. */
  readonly kept: readonly Place[]
  readonly present: Trees
}

/** What becomes of paths that somebody else has changed since: theirs stay, or are overwritten. */
export type OnConflict = 'keep' | 'overwrite'

async function entriesOf(context: Context, sandbox: Sandbox, tree: string, paths: readonly string[]) {
  const entries = new Map<string, string>()
  const wanted = new Set(paths)
  const list = ['ls-tree', '-r', '-z', '--full-tree', tree]
  for (const line of textOf(await context.git.run(sandbox.repoRoot, list, { read: true })).split('\0')) {
    const at = line.indexOf('\t')
    if (wanted.has(line.slice(at + 1))) entries.set(line.slice(at + 1), line.slice(0, at))
  }
  return entries
}

/** The way from the target to the present: where it began, and the checkpoints from which number on belong to it. */
export type Since = { readonly start: Trees; readonly number: number }

/** Checkpoints that hold what somebody else had changed before the plan went on. */
const othersBefore: ReadonlySet<CheckpointCause> = new Set(['before_write', 'before_apply', 'before_change'])

/** Who changed which paths on the way from the target to the present. */
async function changedSince(context: Context, sandbox: Sandbox, target: string, present: string, since: Since) {
  const { resourceId, base, planId } = sandbox
  const plan = new Set<string>()
  const others = new Set<string>()
  let at = target
  const go = async (to: string, into: Set<string>) => {
    for (const { path } of await changedPaths(context, sandbox.repoRoot, at, to)) into.add(path)
    at = to
  }
  await go(since.start[resourceId] ?? base.baseTree, plan)
  const way = context.repository.checkpointsOf(planId).filter(({ number }) => number > since.number)
  // What a check wrote was put back.
  for (const { cause, resources } of way.filter((one) => one.cause !== 'by_check'))
    await go(resources[resourceId]?.tree ?? at, othersBefore.has(cause) ? others : plan)
  await go(present, others)
  return { plan, others }
}

type Sorted = ReturnType<typeof planRestore> & { readonly present: string; readonly blocked: readonly string[] }

async function sortPaths(context: Context, sandbox: Sandbox, target: string, since: Since): Promise<Sorted> {
  await requireRepository(sandbox)
  const present = await presentTree(context, sandbox)
  const comes = await changedPaths(context, sandbox.repoRoot, present, target)
  const paths = comes.map(({ path }) => path)
  const [now, wanted] = await Promise.all([present, target].map((tree) => entriesOf(context, sandbox, tree, paths)))
  const plan = planRestore(now!, wanted!, await changedSince(context, sandbox, target, present, since))
  // A removed sandbox comes back before anything is restored in it, so nothing is in the way there.
  const blocked = sandbox.state === 'ready' ? await inTheWay(sandbox.path, comes) : []
  return { ...plan, present, blocked }
}

/** Shows what setting the sandboxes to these trees would do. Nothing is changed. */
export async function previewRestore(
  context: Context,
  planId: string,
  trees: Trees,
  since: Since,
): Promise<RestorePreview> {
  const restored: Place[] = []
  const removed: Place[] = []
  const kept: Place[] = []
  const conflicts: RestoreConflict[] = []
  const present: Record<string, string> = {}
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const { name: resource, resourceId } = sandbox
    const target = trees[resourceId] ?? sandbox.base.baseTree
    const sorted = await sortPaths(context, sandbox, target, since)
    const at = (path: string): Place => ({ resource, resourceId, path })
    present[resourceId] = sorted.present
    restored.push(...sorted.restored.map(at))
    removed.push(...sorted.removed.map(at))
    kept.push(...sorted.kept.map(at))
    conflicts.push(
      ...sorted.conflicts.map((path) => ({ ...at(path), reason: 'changed by somebody else since', covered: true })),
      ...sorted.blocked.map((path) => ({
        ...at(path),
        reason: 'a file that checkpoints do not cover is in the way',
        covered: false,
      })),
    )
  }
  return { restored, removed, conflicts, kept, present }
}

/** `base` with these paths as they are in `from`. */
export async function composeTree(
  context: Context,
  sandbox: Sandbox,
  base: string,
  from: string,
  paths: readonly string[],
): Promise<string> {
  if (paths.length === 0 || base === from) return base
  const wanted = await entriesOf(context, sandbox, from, paths)
  return withScratch(context, async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') }
    await context.git.run(sandbox.repoRoot, ['read-tree', base], { env })
    const zero = '0'.repeat(base.length)
    const gone = paths.filter((path) => !wanted.has(path)).map((path) => `0 ${zero}\t${path}\0`)
    const there = [...wanted].map(([path, entry]) => {
      const [mode, , oid] = entry.split(' ')
      return `${mode} ${oid}\t${path}\0`
    })
    await context.git.run(sandbox.repoRoot, ['update-index', '--add', '--replace', '-z', '--index-info'], {
      env,
      input: [...gone, ...there].join(''),
    })
    return writeTree(context, sandbox.repoRoot, env.GIT_INDEX_FILE)
  })
}

/** The trees that a restore leads to where paths of others are kept or overwritten. What only others changed always stays. */
export async function resolveRestore(
  context: Context,
  planId: string,
  trees: Trees,
  preview: RestorePreview,
  choice: OnConflict,
): Promise<Trees> {
  const resolved: Record<string, string> = {}
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const { resourceId } = sandbox
    const mine = (places: readonly Place[]) => places.filter((one) => one.resourceId === resourceId)
    const stay = [...mine(preview.kept), ...(choice === 'keep' ? mine(preview.conflicts) : [])]
    const target = trees[resourceId] ?? sandbox.base.baseTree
    const paths = [...new Set(stay.map((place) => place.path))]
    resolved[resourceId] = await composeTree(context, sandbox, target, preview.present[resourceId] ?? target, paths)
  }
  return resolved
}

type Mode = { readonly path: string; readonly mode: number }

async function modesOf(top: string, paths: readonly string[]): Promise<Mode[]> {
  const found = await Promise.all(paths.map(async (path) => ({ path, stat: await lstatOrNull(join(top, path)) })))
  return found.flatMap(({ path, stat }) => (stat?.isFile() ? [{ path, mode: stat.mode & 0o7777 }] : []))
}

async function setTree(context: Context, sandbox: Sandbox, target: string): Promise<void> {
  await verifySandbox(context, sandbox)
  const { tree: present } = await captureTree(context, sandbox)
  if (present === target) return
  const changes = await changedPaths(context, sandbox.path, present, target)
  // git knows of a mode only whether a file is run; the rest of it is kept from the file that stands there.
  const modes = await modesOf(
    sandbox.path,
    changes.filter(({ status }) => status === 'M').map(({ path }) => path),
  )
  context.captured.delete(sandbox.id)
  // Unlinks before it creates, follows no link, and leaves everything else alone.
  await context.git.run(sandbox.path, ['read-tree', '--no-sparse-checkout', '-m', '-u', present, target], {
    env: { GIT_INDEX_FILE: indexOf(sandbox) },
  })
  for (const { path, mode } of modes) await giveMode(sandbox.path, path, mode)
  const { tree } = await captureTree(context, sandbox)
  if (tree !== target)
    throw failed('restore.incomplete', `${sandbox.name} could not be set to that state whole.`, {
      hint: 'Something writes to the sandbox at the same time; end it and try again.',
    })
}

/**
 * Sets every sandbox of a plan to a tree, whatever stands there: also what an interrupted restore left. Files that
 * checkpoints do not cover are left alone.
 */
export async function restoreTrees(context: Context, planId: string, trees: Trees): Promise<void> {
  await context.lock(`plan:${planId}`, async () => {
    for (const sandbox of context.repository.sandboxesOf(planId)) {
      const target = trees[sandbox.resourceId]
      if (target === undefined) continue
      if (sandbox.state !== 'ready')
        throw conflict('sandbox.ended', `The sandbox of ${sandbox.name} is not there.`, { hint: 'Restore it first.' })
      try {
        await remakeMissing(context, sandbox)
        await setTree(context, sandbox, target)
      } catch (error) {
        if (!isGitFailure(error)) throw error
        throw failed('restore.failed', `git could not set ${sandbox.name} to that state.`, {
          hint: 'Look at the details, put the file right, and try again.',
          details: { stderr: error.stderr },
        })
      }
    }
  })
}
