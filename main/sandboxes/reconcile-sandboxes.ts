import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from './context'
import { isIntact, removeSandbox } from './discard-sandbox'
import type { Finding, Reconciliation, Sandbox } from './domain/types'
import { asideOf, asidePath } from './move-aside'
import { exists, registrationsOf, type Registration } from './repository-state'
import { conditionOf, lockReasonOf } from './verify-sandbox'

const isThere = (sandbox: Sandbox): Promise<boolean> => exists(join(sandbox.commonDir, 'HEAD'))

/** What stands wrong with a sandbox; null where nothing does, or nothing can be told because its repository is away. */
async function findingOf(context: Context, sandbox: Sandbox): Promise<Finding | null> {
  if (!(await isThere(sandbox))) return null
  const { condition, movedTo } = await conditionOf(sandbox)
  const here = (await registrationsOf(sandbox.commonDir)).find((one) => one.path === sandbox.path)
  if (condition === 'ok') {
    // An unlocked one is lost where somebody prunes worktrees whose folders they do not see.
    if (here?.lockReason === null) await lockAgain(context, sandbox)
    return null
  }
  const { planId, resourceId, name, path } = sandbox
  const lockReason = condition === 'locked_by_other' ? (here?.lockReason ?? '') : null
  return { planId, resourceId, name, condition, path, movedTo, lockReason }
}

/** Locks a worktree of ours with our reason, whoever's lock there is. */
export async function lockAgain(context: Context, { repoRoot, path, planId }: Sandbox): Promise<void> {
  await context.git.run(repoRoot, ['worktree', 'unlock', path], { expect: [0, 128] })
  await context.git.run(repoRoot, ['worktree', 'lock', '--reason', lockReasonOf(planId), path])
}

const isSame = (one: Finding | undefined, other: Finding | null): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other)

/** Looks at one sandbox and remembers what is found; answers whether that is something else than before. */
export async function lookAgain(context: Context, { id, planId, resourceId }: Sandbox): Promise<boolean> {
  // It may have ended, or be on its way out, since it was listed.
  const sandbox = context.repository.findSandbox(planId, resourceId)
  const stands = sandbox?.state === 'ready' && sandbox.trash === null
  const found = stands ? await findingOf(context, sandbox) : null
  const before = context.findings.get(id)
  if (found === null) context.findings.delete(id)
  else context.findings.set(id, found)
  return !isSame(before, found)
}

/**
 * Ends what was left of a sandbox in a repository that was away when its plan ended: its folder goes back to its place,
 * and the sandbox is then removed as it would have been, its state kept. Answers whether there was anything.
 */
async function settleLeft(context: Context, sandbox: Sandbox, registered: readonly Registration[]): Promise<boolean> {
  const ours = registered.find((one) => one.path === sandbox.path && one.lockReason === lockReasonOf(sandbox.planId))
  if (ours === undefined) return false
  const aside = await asidePath(context, sandbox, asideOf(sandbox))
  const [here, kept] = await Promise.all([exists(sandbox.path), exists(aside)])
  if (here && kept) return false
  if (kept) {
    await mkdir(dirname(sandbox.path), { recursive: true })
    await rename(aside, sandbox.path)
  }
  if ((here || kept) && !(await isIntact(context, sandbox))) return false
  await removeSandbox(context, { ...sandbox, state: 'ready', notices: [] }, 'discarded')
  return true
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function settleAllLeft(context: Context, failed: string[]): Promise<Sandbox[]> {
  const settled: Sandbox[] = []
  const known = new Map<string, readonly Registration[]>()
  for (const sandbox of context.repository.sandboxesIn(['discarded'])) {
    if (sandbox.trash !== null) continue
    try {
      const registered = known.get(sandbox.commonDir) ?? (await registrationsOf(sandbox.commonDir))
      known.set(sandbox.commonDir, registered)
      const left = () => settleLeft(context, sandbox, registered)
      if (await context.lock(`plan:${sandbox.planId}`, left)) settled.push(sandbox)
    } catch (error) {
      failed.push(`${sandbox.name}: ${textOf(error)}`)
    }
  }
  return settled
}

/** Holds what is recorded of every sandbox against the file system. No process is started for one that is missing. */
export async function reconcileSandboxes(context: Context): Promise<Reconciliation> {
  const changed = new Set<string>()
  const failed: string[] = []
  const ready = context.repository.sandboxesIn(['ready'])
  for (const sandbox of ready) {
    try {
      if (await context.lock(`plan:${sandbox.planId}`, () => lookAgain(context, sandbox))) changed.add(sandbox.planId)
    } catch (error) {
      failed.push(`${sandbox.name}: ${textOf(error)}`)
    }
  }
  const listed = new Set(ready.map(({ id }) => id))
  for (const [id, { planId }] of context.findings) {
    if (listed.has(id)) continue
    context.findings.delete(id)
    changed.add(planId)
  }
  const settled = await settleAllLeft(context, failed)
  return { changed: [...changed], settled, failed }
}
