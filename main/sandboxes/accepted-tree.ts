import { join } from 'node:path'
import { conflict } from '@shared/model/refusal'
import type { Context } from './context'
import { withoutHunks } from './domain/hunks'
import { holds, placesTaken, type Rejection } from './domain/rejections'
import type { FileChange, Sandbox } from './domain/types'
import { changesTo, presentTree, presentTrees, type Trees } from './list-changes'
import type { Content } from './prepare-apply'
import { lineOf } from './repository-state'
import { withScratch, writeTree } from './trees'

async function bytesOf(context: Context, sandbox: Sandbox, oid: string): Promise<string> {
  const { stdout } = await context.git.run(sandbox.repoRoot, ['cat-file', 'blob', oid], { read: true })
  return stdout.toString('latin1')
}

/** Stores the file without its rejected hunks and answers its name. */
async function storeWithout(
  context: Context,
  sandbox: Sandbox,
  change: FileChange,
  rejected: readonly Rejection[],
): Promise<string> {
  const [base, changed] = await Promise.all([
    bytesOf(context, sandbox, change.oldOid),
    bytesOf(context, sandbox, change.newOid),
  ])
  const ranges = rejected.flatMap(({ range }) => (range === null ? [] : [range]))
  const input = Buffer.from(withoutHunks(base, changed, ranges), 'latin1')
  const store = ['hash-object', '-w', '--no-filters', '--stdin']
  return lineOf(await context.git.run(sandbox.repoRoot, store, { input }))
}

/** The index entries that take a change back, wholly or in part. */
async function entriesFor(
  context: Context,
  sandbox: Sandbox,
  change: FileChange,
  rejected: readonly Rejection[],
): Promise<string[]> {
  const at = (path: string) => (sandbox.subdir === '' ? path : `${sandbox.subdir}/${path}`)
  if (rejected.every(({ range }) => range !== null))
    return [`${change.newMode} ${await storeWithout(context, sandbox, change, rejected)}\t${at(change.path)}`]
  const gone = `0 ${'0'.repeat(change.newOid.length)}\t${at(change.path)}`
  if (change.status === 'added') return [gone]
  const back = `${change.oldMode} ${change.oldOid}\t${at(change.oldPath ?? change.path)}`
  return change.status === 'renamed' ? [gone, back] : [back]
}

/** A tree without what was rejected of it: each accepted change on the recorded base, and nothing else. */
export async function acceptedTree(context: Context, sandbox: Sandbox, tree: string): Promise<string> {
  const all = context.rejections?.(sandbox.planId, sandbox.resourceId) ?? []
  if (all.length === 0) return tree
  const changes = await changesTo(context, sandbox, tree, { patches: false })
  const byFile = new Map(changes.map((change) => [change, all.filter((one) => holds(one, change))]))
  const taken = placesTaken(changes, (change) => byFile.get(change as FileChange)!.some(({ range }) => range === null))
  if (taken.length > 0)
    throw conflict('review.place_taken', `${taken[0]} cannot come back: an accepted change stands in its place.`, {
      hint: 'Reject the files that stand there too, or accept this one.',
      details: { paths: taken },
    })
  const entries: string[] = []
  for (const [change, rejected] of byFile)
    if (rejected.length > 0) entries.push(...(await entriesFor(context, sandbox, change, rejected)))
  if (entries.length === 0) return tree
  return withScratch(context, async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') }
    await context.git.run(sandbox.repoRoot, ['read-tree', tree], { env })
    const input = entries.map((entry) => `${entry}\0`).join('')
    await context.git.run(sandbox.repoRoot, ['update-index', '-z', '--index-info'], { env, input })
    return writeTree(context, sandbox.repoRoot, env.GIT_INDEX_FILE)
  })
}

/** The state of each resource of a plan without what was rejected of it; `whole` is how they stand now. */
export async function acceptedTrees(context: Context, planId: string, whole?: Trees): Promise<Trees> {
  const present = whole ?? (await presentTrees(context, planId))
  const trees: Record<string, string> = {}
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const tree = present[sandbox.resourceId]
    if (tree !== undefined) trees[sandbox.resourceId] = await acceptedTree(context, sandbox, tree)
  }
  return trees
}

/** What Apply would bring of a plan's changes. */
export async function acceptedChanges(
  context: Context,
  planId: string,
): Promise<{ readonly files: readonly FileChange[]; readonly rejectedAll: boolean }> {
  const files: FileChange[] = []
  let changed = false
  for (const sandbox of context.repository.sandboxesOf(planId)) {
    const tree = await presentTree(context, sandbox)
    const accepted = await acceptedTree(context, sandbox, tree)
    files.push(...(await changesTo(context, sandbox, accepted, { patches: false })))
    if (tree !== sandbox.base.baseTree) changed = true
  }
  return { files, rejectedAll: changed && files.length === 0 }
}

/** Refuses to apply where there were changes and every one is rejected. */
export function requireSomething(sandboxes: readonly Sandbox[], trees: ReadonlyMap<string, Content>): void {
  const all = sandboxes.map((sandbox) => ({ base: sandbox.base.baseTree, ...trees.get(sandbox.id)! }))
  if (all.every(({ base, tree }) => tree === base) || all.some(({ base, accepted }) => accepted !== base)) return
  throw conflict(
    'apply.nothing_accepted',
    'Every change is rejected, so there is nothing to apply. Nothing was changed.',
    {
      hint: 'Accept a file or a hunk, or cancel the plan.',
    },
  )
}
