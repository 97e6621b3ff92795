import { createHash } from 'node:crypto'
import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict, missing } from '@shared/model/refusal'
import type { Context } from './context'
import { contains } from './domain/contains'
import { parseStatus, type CheckoutStatus } from './domain/parse-status'
import { captureFolder, compareFolder } from './capture-folder'
import type { BaseState, Fingerprint, Source, SourceDrift } from './domain/types'
import { pruneFolder } from './prune-folder'
import { exists, lineOf, locate, operationIn, textOf, type Place } from './repository-state'
import { baseRefOf, commitTree, copyIndex, refOf, treeOf, withScratch, writeTree } from './trees'

const listed = 1000

async function signatureOf(path: string): Promise<string> {
  return lstat(path, { bigint: true }).then(
    (stat) => `${stat.mode.toString(8)}:${stat.size}:${stat.mtimeNs}`,
    // A deleted file is one of the states that are recorded.
    () => 'absent',
  )
}

type Seen = { readonly status: CheckoutStatus; readonly fingerprint: Fingerprint }

const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** A state of a file in which nobody has written to it since; null where there is none. */
async function stampOf(path: string): Promise<string | null> {
  return lstat(path, { bigint: true }).then(
    (stat) => `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`,
    // Absence is a state that nothing is remembered for.
    () => null,
  )
}

/** Where a source lies; git is asked again where its repository is not plainly the one that was found there last. */
async function placeOf(context: Context, { name, path, resourceId }: Source): Promise<Place> {
  if (!(await exists(path)))
    throw missing('sandbox.source_missing', `The repository of ${name} is no longer at ${path}. Nothing was changed.`, {
      hint: 'Put it back in its place, or register it where it is now.',
      details: { path, resource_id: resourceId },
    })
  const git = join(path, '.git')
  // Whatever keeps us from looking, git is asked and says it.
  const stat = await lstat(git, { bigint: true }).catch(() => null)
  const config = await stampOf(join(git, 'config'))
  const isPlain = stat?.isDirectory() === true && config !== null && (await realpath(path)) === path
  const stamp = isPlain ? `${stat.dev}:${stat.ino} ${config}` : ''
  const known = context.places.get(path)
  if (isPlain && known?.stamp === stamp) return known.value
  const place = await locate(context.git, path)
  if (isPlain && place.repoRoot === path && place.gitDir === git) context.places.set(path, { stamp, value: place })
  return place
}

/** What an index holds, without its stat information, as a hash. */
async function indexHash(context: Context, { repoRoot, gitDir }: Place): Promise<string> {
  // Looked at before git reads it: a change meanwhile makes the next look read it again.
  const stamp = await stampOf(join(gitDir, 'index'))
  const known = context.indexes.get(gitDir)
  if (stamp !== null && known?.stamp === stamp) return known.value
  const value = hash((await context.git.run(repoRoot, ['ls-files', '-s', '-z'], { read: true })).stdout)
  if (stamp !== null) context.indexes.set(gitDir, { stamp, value })
  return value
}

async function look(context: Context, place: Place): Promise<Seen> {
  const { repoRoot } = place
  const ask = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames']
  const [status, index] = await Promise.all([context.git.run(repoRoot, ask, { read: true }), indexHash(context, place)])
  const parsed = parseStatus(textOf(status))
  const dirty = await Promise.all(
    parsed.files
      .slice(0, listed)
      .map(async ({ path, status }) => [path, `${status}:${await signatureOf(join(repoRoot, path))}`] as const),
  )
  const head = `${parsed.head ?? ''} ${parsed.branch ?? ''}`
  const files = parsed.files.map((file) => `${file.status} ${file.path}`).join('\0')
  return {
    status: parsed,
    fingerprint: { head, index, status: hash(files), dirty: Object.fromEntries(dirty) },
  }
}

async function behindUpstream(
  context: Context,
  repoRoot: string,
  branch: string,
  status: CheckoutStatus,
): Promise<number | null> {
  if (branch === status.branch) return status.behind
  const upstream = `${branch}@{upstream}`
  const found = await context.git.run(repoRoot, ['rev-list', '--count', `refs/heads/${branch}..${upstream}`], {
    read: true,
    expect: [0, 128],
  })
  return found.code === 0 ? Number(lineOf(found)) : null
}

/** Commits the uncommitted work on a hidden ref, through a copy of the index: the user's own stays as it is. */
async function snapshot(context: Context, place: Place, head: string, ref: string): Promise<string> {
  return withScratch(context, async (folder) => {
    const index = join(folder, 'index')
    await copyIndex(join(place.gitDir, 'index'), index)
    const add = ['add', '-A', '--sparse', '--', place.subdir === '' ? '.' : place.subdir]
    await context.git.run(place.repoRoot, add, { env: { GIT_INDEX_FILE: index, GIT_LITERAL_PATHSPECS: '1' } })
    const tree = await writeTree(context, place.repoRoot, index)
    const commit = await commitTree(context, place.repoRoot, tree, [head], 'Uncommitted work at the start of a plan\n')
    await context.git.run(place.repoRoot, ['update-ref', ref, commit])
    return commit
  })
}

function refuseSnapshot(operation: string | null, branch: string | null, status: CheckoutStatus): void {
  if (operation !== null)
    throw conflict(
      'sandbox.operation_in_progress',
      `Uncommitted work cannot be included while a ${operation} is in progress. Nothing was changed.`,
      {
        hint: `End the ${operation} first, or start the plan without the uncommitted work.`,
        details: { operation },
      },
    )
  if (branch !== status.branch)
    throw conflict(
      'sandbox.other_branch',
      `The uncommitted work belongs to ${status.branch ?? 'a detached HEAD'}, not to ${branch}.`,
      {
        hint: 'Check out the branch of the resource, or start the plan without the uncommitted work.',
      },
    )
}

/** Records what a plan starts from. The source, the index of a checkout included, stays as it is. */
export async function captureBase(
  context: Context,
  source: Source,
  options: { readonly planId: string; readonly includeUncommitted: boolean },
): Promise<BaseState> {
  if (source.strategy === 'filesystem_copy') return captureFolder(context, source, options.planId)
  const place = await placeOf(context, source)
  const { repoRoot, subdir } = place
  const [{ status, fingerprint }, operation] = await Promise.all([look(context, place), operationIn(place.gitDir)])
  const branch = source.branch ?? status.branch
  const headCommit =
    branch === null || branch === status.branch ? status.head : await refOf(context, repoRoot, `refs/heads/${branch}`)
  if (status.head === null && headCommit === null)
    throw conflict(
      'sandbox.no_commits',
      `${source.name} has no commits yet, so there is nothing to start a sandbox from.`,
      {
        hint: 'Create a first commit, or register the folder as fs-directory and run on a copy.',
        details: { choices: ['create_first_commit', 'run_on_copy'] },
      },
    )
  if (headCommit === null)
    throw missing('sandbox.branch_missing', `${source.name} has no branch ${branch}.`, {
      hint: 'Choose another branch for the resource.',
      details: { branch },
    })
  if (options.includeUncommitted) refuseSnapshot(operation, branch, status)
  const uncommitted = status.files.filter((file) => contains(subdir, file.path))
  const includesUncommitted = options.includeUncommitted && uncommitted.length > 0
  const ref = baseRefOf(options.planId, source.resourceId)
  const baseCommit = includesUncommitted ? await snapshot(context, place, headCommit, ref) : headCommit
  return {
    strategy: 'git_worktree',
    repoRoot,
    commonDir: place.commonDir,
    subdir,
    branch,
    headCommit,
    baseCommit,
    baseTree: await treeOf(context, repoRoot, baseCommit),
    detached: branch === null,
    operation,
    behindUpstream: branch === null ? null : await behindUpstream(context, repoRoot, branch, status),
    uncommitted: uncommitted.slice(0, listed),
    uncommittedCount: uncommitted.length,
    includesUncommitted,
    leftOut: [],
    fingerprint,
  }
}

/** Takes back the hidden ref that `captureBase` made for uncommitted work or for a folder; the source is not touched. */
export async function releaseBase(
  context: Context,
  planId: string,
  resourceId: string,
  base: BaseState,
): Promise<void> {
  const held = base.includesUncommitted || base.strategy === 'filesystem_copy'
  if (!held || base.baseCommit === '' || !(await exists(base.repoRoot))) return
  const ref = baseRefOf(planId, resourceId)
  // 1 and 128: the ref is gone already.
  await context.git.run(base.repoRoot, ['update-ref', '-d', ref, base.baseCommit], { expect: [0, 1, 128] })
  if (base.strategy === 'filesystem_copy') await pruneFolder(context, base)
}

/** Paths that differ between two states of HEAD, each a commit and a branch; none where one of the commits is gone. */
async function movedPaths(
  context: Context,
  repoRoot: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const commits = [from, to].map((head) => head.split(' ')[0] ?? '')
  if (!commits.every((commit) => /^[0-9a-f]{40,64}$/.test(commit)) || commits[0] === commits[1]) return []
  const ask = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', ...commits]
  const found = await context.git.run(repoRoot, ask, { read: true, expect: [0, 128] })
  return found.code === 0 ? textOf(found).split('\0').filter(Boolean) : []
}

/** What differs in the source from what was recorded; null where nothing does. */
export async function compareSource(
  context: Context,
  source: Source,
  recorded: Fingerprint,
): Promise<SourceDrift | null> {
  if (source.strategy === 'filesystem_copy') return compareFolder(context, source, recorded)
  const place = await placeOf(context, source)
  const { fingerprint: now } = await look(context, place)
  const names = new Set([...Object.keys(recorded.dirty), ...Object.keys(now.dirty)])
  const paths = [...names].filter((path) => recorded.dirty[path] !== now.dirty[path]).sort()
  const head = recorded.head === now.head ? null : { from: recorded.head.trim(), to: now.head.trim() }
  const indexChanged = recorded.index !== now.index
  return head === null && !indexChanged && paths.length === 0 && recorded.status === now.status
    ? null
    : { head, indexChanged, paths, now, moved: head === null ? [] : await movedPaths(context, place.repoRoot, head) }
}
