import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict } from '@shared/model/refusal'
import { captureBase } from './capture-base'
import type { Bases } from './bases'
import type { Context } from './context'
import { openEdits, reasonOf } from './domain/parse-merge'
import type { ApplyConflict, BaseState, ConflictSide, ConflictSides, Sandbox } from './domain/types'
import { presentTree, type Trees } from './list-changes'
import { lineOf } from './repository-state'
import { composeTree } from './restore-trees'
import { changedPaths, mergeTrees, treeOf, withScratch, writeTree } from './trees'

/**
 * Whose version stands where both changed the same lines of a file: the plan's, the target's, or both between conflict markers
 * for the actor to merge. What cannot be merged by lines is of that side as a whole.
 */
export type UpdateChoice = 'plan' | 'target' | 'actor'

export type UpdatedResource = {
  readonly sandbox: Sandbox
  readonly base: BaseState
  /** What stands in the sandbox now. */
  readonly present: string
  /** Paths that the target has changed since the plan's base. */
  readonly incoming: readonly string[]
  readonly conflicts: readonly ApplyConflict[]
}

export type UpdatePreview = {
  readonly resources: readonly UpdatedResource[]
  readonly present: Trees
  readonly bases: { readonly before: Bases; readonly after: Bases }
}

const targetName = ({ base }: Sandbox): string =>
  base.strategy === 'filesystem_copy' ? 'the folder' : (base.branch ?? 'the checkout')

/** What a state holds of a person's edits that are not committed. */
async function editedPaths(context: Context, base: BaseState): Promise<ReadonlySet<string>> {
  if (!base.includesUncommitted) return new Set()
  const head = await treeOf(context, base.repoRoot, base.headCommit)
  const changes = await changedPaths(context, base.repoRoot, head, base.baseTree)
  return new Set(changes.map(({ path }) => path))
}

async function lookAt(context: Context, sandbox: Sandbox, includeUncommitted: boolean): Promise<UpdatedResource> {
  const { strategy, branch } = sandbox.base
  const { resourceId, name, planId, repoRoot } = sandbox
  const source = { strategy, resourceId, name, path: sandbox.sourcePath, branch }
  const includes = strategy === 'git_worktree' && (includeUncommitted || sandbox.base.includesUncommitted)
  const base = await captureBase(context, source, { planId, includeUncommitted: includes })
  const present = await presentTree(context, sandbox)
  const merged = await mergeTrees(context, repoRoot, sandbox.base.baseTree, base.baseTree, present)
  const incoming = await changedPaths(context, repoRoot, sandbox.base.baseTree, base.baseTree)
  const edited = await editedPaths(context, base)
  const conflicts = merged.conflicts.map((one): ApplyConflict => {
    const isEdited = edited.has(one.path)
    return {
      resource: name,
      resourceId,
      path: one.path,
      reason: reasonOf(one, isEdited ? openEdits : targetName(sandbox)),
      cause: isEdited ? 'uncommitted' : 'committed',
      sides: one.sides,
    }
  })
  return { sandbox, base, present, incoming: incoming.map(({ path }) => path), conflicts }
}

/** Merges what the targets got since the plan's base into what its sandboxes hold, in memory. No file is changed. */
export async function previewUpdate(
  context: Context,
  planId: string,
  includeUncommitted: boolean,
): Promise<UpdatePreview> {
  const resources: UpdatedResource[] = []
  for (const sandbox of context.repository.sandboxesOf(planId))
    resources.push(await lookAt(context, sandbox, includeUncommitted))
  const by = <T>(value: (one: UpdatedResource) => T) =>
    Object.fromEntries(resources.map((one) => [one.sandbox.resourceId, value(one)]))
  return {
    resources,
    present: by((one) => one.present),
    bases: { before: by((one) => one.sandbox.base), after: by((one) => one.base) },
  }
}

const isText = ({ mode }: ConflictSide): boolean => mode.startsWith('100')

/** The file's mode where one side changed it; where both did, that of the side that was chosen. */
function mergedMode({ base, now, plan }: ConflictSides, choice: UpdateChoice): string | undefined {
  if (now?.mode === base?.mode) return plan?.mode
  return plan?.mode === base?.mode || choice === 'target' ? now?.mode : plan?.mode
}

/** How git settles lines that both sides changed; both stand between markers otherwise. */
const favours: Readonly<Record<UpdateChoice, readonly string[]>> = {
  plan: ['--theirs'],
  target: ['--ours'],
  actor: [],
}

/**
 * Stores a file merged line by line: lines that both changed are as it was chosen, and what only one side changed stays. Null
 * where that cannot be, as with binaries and deletions.
 */
async function mergedFile(
  context: Context,
  sandbox: Sandbox,
  { sides, cause }: ApplyConflict,
  choice: UpdateChoice,
): Promise<ConflictSide | null> {
  const { base, now, plan } = sides
  const mode = mergedMode(sides, choice)
  if (now === null || plan === null || mode === undefined || !isText(now) || !isText(plan)) return null
  // What both added has no lines that only one of them changed.
  if (base === null ? choice !== 'actor' : !isText(base)) return null
  const { repoRoot } = sandbox
  const bytes = async (side: ConflictSide | null) =>
    side === null
      ? Buffer.alloc(0)
      : (await context.git.run(repoRoot, ['cat-file', 'blob', side.oid], { read: true })).stdout
  return withScratch(context, async (folder) => {
    const files = [join(folder, 'target'), join(folder, 'base'), join(folder, 'plan')] as const
    for (const [n, side] of [now, base, plan].entries()) await writeFile(files[n]!, await bytes(side))
    const labels = [
      '-L',
      cause === 'uncommitted' ? openEdits : targetName(sandbox),
      '-L',
      'what the plan started from',
      '-L',
      'the plan',
    ]
    // The exit status is the number of conflicts; from 128 on it could not be merged at all.
    const expect = Array.from({ length: 128 }, (_, n) => n)
    const merge = ['merge-file', '-p', ...favours[choice], ...labels, ...files]
    const merged = await context.git.run(repoRoot, merge, { read: true, expect: [...expect, 255] })
    if (merged.code === 255) return null
    const store = ['hash-object', '-w', '--no-filters', '--stdin']
    return { mode, oid: lineOf(await context.git.run(repoRoot, store, { input: merged.stdout })) }
  })
}

async function setEntries(
  context: Context,
  sandbox: Sandbox,
  tree: string,
  entries: readonly (readonly [string, ConflictSide | null])[],
): Promise<string> {
  if (entries.length === 0) return tree
  return withScratch(context, async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') }
    await context.git.run(sandbox.repoRoot, ['read-tree', tree], { env })
    const zero = '0'.repeat(tree.length)
    // What goes, goes first: a file may take the place of a folder.
    const sorted = entries.toSorted(([, one], [, other]) => Number(one !== null) - Number(other !== null))
    const input = sorted
      .map(([path, side]) => (side === null ? `0 ${zero}\t${path}\0` : `${side.mode} ${side.oid}\t${path}\0`))
      .join('')
    const add = ['update-index', '--add', '--replace', '-z', '--index-info']
    await context.git.run(sandbox.repoRoot, add, { env, input })
    return writeTree(context, sandbox.repoRoot, env.GIT_INDEX_FILE)
  })
}

function refuseUnfit(sandbox: Sandbox, conflicts: readonly { readonly path: string }[]) {
  const paths = conflicts.map(({ path }) => path)
  return conflict(
    'update.does_not_fit',
    `${sandbox.name} cannot be brought up to date file by file: ${targetName(sandbox)} and the plan moved files and folders against each other. Nothing was changed.`,
    { hint: 'Correct a decision, or roll the plan back and let it go on.', details: { paths } },
  )
}

export type UpdatedTrees = {
  readonly trees: Trees
  /** Files that hold conflict markers now. */
  readonly marked: readonly ApplyConflict[]
  /** Left to the actor though no markers can show both sides: they stand as the plan had them. */
  readonly unmarked: readonly ApplyConflict[]
}

/** What the sandboxes hold once they are up to date: what fits is merged, what does not is as it was chosen. */
export async function resolveUpdate(
  context: Context,
  preview: UpdatePreview,
  choose: (conflict: ApplyConflict) => UpdateChoice,
): Promise<UpdatedTrees> {
  const trees: Record<string, string> = {}
  const withMarkers: ApplyConflict[] = []
  const without: ApplyConflict[] = []
  for (const { sandbox, base, present, conflicts } of preview.resources) {
    const { repoRoot, resourceId } = sandbox
    const paths = conflicts.map(({ path }) => path)
    const fitting = await composeTree(context, sandbox, present, sandbox.base.baseTree, paths)
    const merged = await mergeTrees(context, repoRoot, sandbox.base.baseTree, base.baseTree, fitting)
    if (merged.conflicts.length > 0) throw refuseUnfit(sandbox, merged.conflicts)
    const entries: (readonly [string, ConflictSide | null])[] = []
    for (const one of conflicts) {
      const { sides, path } = one
      const choice = choose(one)
      const both = await mergedFile(context, sandbox, one, choice)
      if (choice === 'actor') (both === null ? without : withMarkers).push(one)
      entries.push([path, both ?? (choice === 'target' ? sides.now : sides.plan)])
    }
    trees[resourceId] = await setEntries(context, sandbox, merged.tree, entries)
  }
  return { trees, marked: withMarkers, unmarked: without }
}
