import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finishApply } from './apply-plan'
import { backToBranch } from './back-to-branch'
import { finishIndexes, record, takeBack } from './commit-apply'
import type { Context } from './context'
import { removeSandbox } from './discard-sandbox'
import type { Journal } from './domain/journal'
import type { Recovery, Sandbox } from './domain/types'
import { isFolder } from './folder-repository'
import { pruneFolder } from './prune-folder'
import { deleteFolder } from './remove-ours'
import { finishRevert } from './revert-apply'
import { exists } from './repository-state'
import { takeBackLent } from './run-hooks'
import { releaseStaleLocks } from './stale-locks'
import { sweepScratch } from './sweep-scratch'
import { refOf } from './trees'
import { conditionOf } from './verify-sandbox'
import { bringBack } from './while-accepted'

const dayMs = 24 * 60 * 60 * 1000

/** Whether every branch of the journal had moved already: then the work is finished, else it is taken back. */
async function allMoved(context: Context, journal: Journal): Promise<boolean> {
  const moving = journal.data.groups.filter((group) => group.before !== group.after)
  const moved = await Promise.all(
    moving.map(async (group) => (await refOf(context, group.repoRoot, group.ref)) === group.after),
  )
  return moving.length > 0 && moved.every(Boolean)
}

async function recoverJournal(context: Context, journal: Journal): Promise<Recovery['journals'][number]> {
  if (journal.state === 'committed' || (journal.state === 'committing' && (await allMoved(context, journal)))) {
    await finishIndexes(journal.data.groups)
    const committed = record(context, journal, 'committed')
    if (journal.data.reverts === undefined) await finishApply(context, committed)
    else await finishRevert(context, committed)
    return { planId: journal.planId, result: 'finished', attention: [], receipts: journal.data.receipts }
  }
  const attention = await takeBack(context, journal)
  if (attention.length === 0 && (await exists(journal.data.folder))) await deleteFolder(context, journal.data.folder)
  return { planId: journal.planId, result: 'taken_back', attention, receipts: [] }
}

const idOnly = /^[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * Deletes the folders of applies that were killed before anything of their targets was touched: named by an id of ours,
 * below our own folder, and in no journal that is still to be settled. Any other name is not ours and stays.
 */
async function forgetScratch(context: Context): Promise<void> {
  const root = join(await context.home(), 'apply')
  const open = context.repository.journalsIn(['prepared', 'committing', 'committed', 'taken_back'])
  const needed = new Set(open.map(({ data }) => data.folder))
  for (const name of (await exists(root)) ? await readdir(root) : []) {
    const folder = join(root, name)
    if (!idOnly.test(name) || needed.has(folder) || !(await lstat(folder)).isDirectory()) continue
    await deleteFolder(context, folder)
  }
}

/** Forgets what was kept of sandboxes that ended longer ago than such things are kept. */
async function expire(context: Context): Promise<string[]> {
  const keptFor = (context.trashDays?.() ?? 30) * dayMs
  const expired: string[] = []
  const folders = new Map<string, Sandbox>()
  for (const sandbox of context.repository.sandboxesIn(['applied', 'discarded'])) {
    if (sandbox.trash === null || sandbox.ended === null || context.clock() - sandbox.ended < keptFor) continue
    const { ref, commit, ignoredFolder } = sandbox.trash
    if (await exists(sandbox.repoRoot))
      await context.git.run(sandbox.repoRoot, ['update-ref', '-d', ref, commit], { expect: [0, 1, 128] })
    if (ignoredFolder !== null && (await exists(ignoredFolder))) await deleteFolder(context, ignoredFolder)
    context.repository.saveSandbox({ ...sandbox, trash: null, updated: context.clock() })
    expired.push(sandbox.planId)
    if (isFolder(sandbox)) folders.set(sandbox.commonDir, sandbox)
  }
  for (const folder of folders.values()) await pruneFolder(context, folder)
  return expired
}

/** How a sandbox stands; null where its removal had begun when the application ended, and is now done. */
async function recoverSandbox(
  context: Context,
  sandbox: Sandbox,
  putBack: Recovery['putBack'][number][],
): Promise<Awaited<ReturnType<typeof conditionOf>> | null> {
  if (sandbox.trash !== null && (await exists(join(sandbox.commonDir, 'HEAD')))) {
    await removeSandbox(context, sandbox, 'discarded')
    return null
  }
  const { planId } = sandbox
  const returned = await backToBranch(context, planId, { only: 'held', keepAs: 'what an interrupted check left' })
  putBack.push(...returned.map(({ resource, changed }) => ({ planId, resource, changed })))
  const found = await conditionOf(sandbox)
  if (found.condition === 'ok') await takeBackLent(context, sandbox)
  return found
}

const unsettled = ['prepared', 'committing', 'committed'] as const

/** Applies, and what takes them back, that a crash left half, with how many files each is about. */
export function interruptedApplies(
  context: Pick<Context, 'repository'>,
): readonly { readonly planId: string; readonly isRevert: boolean; readonly files: number }[] {
  return context.repository.journalsIn(unsettled).map(({ planId, data }) => ({
    planId,
    isRevert: data.reverts !== undefined,
    files: data.receipts.reduce((sum, { files }) => sum + files.length, 0),
  }))
}

/** Run once at start, before any plan: finishes or takes back what a crash left half, and tells how the sandboxes stand. */
export async function recoverSandboxes(context: Context): Promise<Recovery> {
  const journals: Recovery['journals'][number][] = []
  for (const journal of context.repository.journalsIn(unsettled)) {
    try {
      journals.push(await recoverJournal(context, journal))
    } catch (error) {
      // One repository that is away or broken must not keep the application from starting.
      const attention = [error instanceof Error ? error.message : String(error)]
      journals.push({ planId: journal.planId, result: 'postponed', attention, receipts: [] })
    }
  }
  const sandboxes: Recovery['sandboxes'][number][] = []
  const putBack: Recovery['putBack'][number][] = []
  const failed: string[] = []
  await forgetScratch(context).catch((error: unknown) => {
    // Only space is lost by it; the next start tries again.
    failed.push(`apply: ${error instanceof Error ? error.message : String(error)}`)
  })
  await releaseStaleLocks(context).catch((error: unknown) => {
    // A repository that cannot be looked at must not keep the application from starting; the next start tries again.
    failed.push(`locks: ${error instanceof Error ? error.message : String(error)}`)
  })
  for (const sandbox of context.repository.sandboxesIn(['ready'])) {
    try {
      const found = await recoverSandbox(context, sandbox, putBack)
      if (found) sandboxes.push({ planId: sandbox.planId, resourceId: sandbox.resourceId, ...found })
    } catch (error) {
      failed.push(`${sandbox.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const planId of context.repository.plansWithAside())
    await bringBack(context, planId).catch((error: unknown) => {
      // It stays noted, and the next check or start tries again.
      failed.push(`rejected changes of plan ${planId}: ${error instanceof Error ? error.message : String(error)}`)
    })
  await sweepScratch(context).catch((error: unknown) => {
    // Only space is lost by it; the next start tries again.
    failed.push(`scratch: ${error instanceof Error ? error.message : String(error)}`)
  })
  return { journals, sandboxes, putBack, failed, expired: await expire(context) }
}
