import { lstat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, invalid } from '@shared/model/refusal'
import type { Captured, Context } from './context'
import { isInside } from './domain/contains'
import { describeLeftOut, isExcluded } from './domain/folder-content'
import type { Sandbox } from './domain/types'
import { isFolder, pathsIn, stageFiles } from './folder-repository'
import { isGitFailure } from './ports'
import { indexOf } from './remove-ours'
import { exists, gitDirOf, lineOf, textOf } from './repository-state'
import { copyIndex, writeTree } from './trees'
import { unlimited, walkFolder } from './walk-folder'

export type CapturedTree = { readonly tree: string; readonly notCovered: readonly string[] }

/** Paths that are named to git on its command line, which has only so much room. */
const mostNamed = 100
/** Files that are put into a tree one by one. */
const mostEdited = 10

/** Nanoseconds within which a file can be written again and look the same: clocks of file systems tick every few milliseconds. */
const tick = 50_000_000n

/** How a file stands; null where it was written so lately that it could change once more without a trace of it. */
async function statOf(path: string): Promise<string | null> {
  const now = BigInt(Date.now()) * 1_000_000n
  return lstat(path, { bigint: true }).then(
    (stat) =>
      now - stat.ctimeNs < tick ? null : `${stat.ino}:${stat.mode}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`,
    // Absence is a state like any other here; other failures come up when git reads the path.
    () => 'absent',
  )
}

/** Readies the plan's index: a copy of the worktree's own, so that its stat information saves reading the files. */
async function readyIndex(context: Context, sandbox: Sandbox): Promise<string> {
  const index = indexOf(sandbox)
  // Nobody else uses this index, and the caller holds the plan's lock: a lock file here is a killed process's.
  if (await exists(`${index}.lock`)) await unlink(`${index}.lock`)
  if (!(await exists(index))) {
    // What was captured is not in the one that is made now.
    context.captured.delete(sandbox.id)
    await copyIndex(join(await gitDirOf(context.git, sandbox.path), 'index'), index)
  }
  return index
}

/** Repositories inside the tree that are not its submodules: a boundary that a checkpoint does not cross. */
export async function nestedRepositories(context: Context, sandbox: Sandbox, index: string): Promise<string[]> {
  const ask = ['ls-files', '--others', '--exclude-standard', '-z']
  const others = textOf(await context.git.run(sandbox.path, ask, { read: true, env: { GIT_INDEX_FILE: index } }))
  return others
    .split('\0')
    .filter((path) => path.endsWith('/'))
    .map((path) => path.slice(0, -1))
}

function refuse(sandbox: Sandbox, stderr: string) {
  return failed(
    'checkpoint.failed',
    `A checkpoint of ${sandbox.name} could not be taken, so the step did not count as saved.`,
    {
      hint: 'Look at the details, put the file right, and resume the plan.',
      details: { stderr, plan_id: sandbox.planId, resource_id: sandbox.resourceId },
    },
  )
}

/** The copy of a folder is captured as the folder itself is, ignored files and all; what the plan made has no limit of size. */
async function addCopy(context: Context, sandbox: Sandbox, index: string): Promise<CapturedTree> {
  const env = { GIT_INDEX_FILE: index }
  const known = await pathsIn(context, sandbox.path, env)
  const { files, leftOut } = await walkFolder(sandbox.path, unlimited, known)
  const tree = await stageFiles(context, sandbox.path, env, files, known)
  return { tree, notCovered: leftOut.filter((one) => one.path !== '.git').map(describeLeftOut) }
}

/** Adds everything; answers the tree, and what lies beyond a boundary. */
async function addAll(context: Context, sandbox: Sandbox, index: string): Promise<CapturedTree> {
  if (isFolder(sandbox)) return addCopy(context, sandbox, index)
  const env = { GIT_INDEX_FILE: index }
  const nested = await nestedRepositories(context, sandbox, index)
  const without = nested.map((path) => `:(top,exclude,literal)${path}`)
  const added = await context.git.run(sandbox.path, ['add', '-A', '--sparse', '--', '.', ...without], {
    env,
    thenWriteTree: true,
  })
  return { tree: lineOf(added), notCovered: nested }
}

/**
 * Whether the sandbox, or what is named of it, still holds what the plan's index does, asked of one process where adding takes
 * two or three: what lies beyond a boundary where it does, else null.
 */
async function unchangedSince(
  context: Context,
  sandbox: Sandbox,
  index: string,
  paths: readonly string[],
): Promise<string[] | null> {
  // What a folder's copy holds is not what git would look at.
  if (isFolder(sandbox)) return null
  const ask = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty']
  const env = { GIT_INDEX_FILE: index, GIT_LITERAL_PATHSPECS: '1' }
  const answer = textOf(await context.git.run(sandbox.path, [...ask, '--', ...paths], { read: true, env }))
  // "XY path": X compares the index with HEAD, Y the files with the index.
  const differing = answer.split('\0').filter((line) => line !== '' && line[1] !== ' ')
  const isNested = (line: string) => line.startsWith('?? ') && line.endsWith('/')
  return differing.every(isNested) ? differing.map((line) => line.slice(3, -1)) : null
}

/** Adds named paths only; a path that git ignores, or that never was there, is left out. Answers the tree. */
async function addPaths(context: Context, sandbox: Sandbox, index: string, paths: readonly string[]): Promise<string> {
  const force = isFolder(sandbox) ? ['--force'] : []
  const env = { GIT_INDEX_FILE: index, GIT_LITERAL_PATHSPECS: '1' }
  const add = (some: readonly string[], expect: readonly number[]) =>
    context.git.run(
      sandbox.path,
      ['add', '-A', '--sparse', ...force, '--pathspec-from-file=-', '--pathspec-file-nul'],
      {
        env,
        expect,
        input: some.join('\0'),
        thenWriteTree: true,
      },
    )
  const all = await add(paths, [0, 1, 128])
  if (all.code === 0) return lineOf(all)
  // Something among them is ignored or unknown: find out by asking, not by reading the message.
  const tracked = textOf(
    await context.git.run(sandbox.path, ['ls-files', '-z', '--', ...paths], { env, read: true }),
  ).split('\0')
  const present = (
    await Promise.all(paths.map(async (path) => ((await exists(join(sandbox.path, path))) ? path : '')))
  ).filter((path) => path !== '')
  // `./` keeps a name that begins with a colon from being read as pathspec magic, which check-ignore cannot switch off.
  const ask = {
    env: { GIT_INDEX_FILE: index },
    read: true,
    expect: [0, 1],
    input: present.map((path) => `./${path}\0`).join(''),
  }
  const answer =
    present.length === 0 || isFolder(sandbox)
      ? []
      : textOf(await context.git.run(sandbox.path, ['check-ignore', '-z', '--stdin'], ask)).split('\0')
  const ignored = new Set(answer.map((path) => path.slice(2)))
  const known = (path: string) => tracked.some((one) => one === path || one.startsWith(`${path}/`))
  const wanted = paths.filter((path) => (present.includes(path) ? !ignored.has(path) : known(path)))
  return wanted.length > 0 ? lineOf(await add(wanted, [0])) : writeTree(context, sandbox.path, index)
}

const none: ReadonlySet<string> = new Set()

/** Puts few named files into the last tree; null where one of them is more than a file that changed. */
async function editTree(
  context: Context,
  sandbox: Sandbox,
  last: Captured,
  paths: readonly string[],
): Promise<Pick<Captured, 'tree' | 'ahead'> | null> {
  if (isFolder(sandbox) || paths.length > mostEdited) return null
  const ahead = new Set(last.ahead)
  let { tree } = last
  for (const path of paths) {
    const next = await context.trees.replace(sandbox.path, tree, path)
    if (next === null) return null
    if (next !== tree) ahead.add(path)
    tree = next
  }
  return { tree, ahead }
}

/**
 * Writes the sandbox's present content as a tree, through the plan's own index. With `paths` only those are looked at
 * again. A failure of git is a failed checkpoint.
 */
export async function captureTree(
  context: Context,
  sandbox: Sandbox,
  paths?: readonly string[],
): Promise<CapturedTree> {
  const bad = paths?.find((path) => !isInside(path))
  if (bad !== undefined) throw invalid('checkpoint.bad_path', `${bad} is not a path inside the sandbox.`)
  const index = await readyIndex(context, sandbox)
  const last = context.captured.get(sandbox.id)
  const stats = new Map<string, string>()
  for (const path of paths ?? []) {
    const stat = await statOf(join(sandbox.path, path))
    if (stat !== null) stats.set(path, stat)
  }
  const isKnown = (path: string) => stats.has(path) && last?.stats.get(path) === stats.get(path)
  if (paths && last && paths.every(isKnown)) return { tree: last.tree, notCovered: [] }
  const wanted = isFolder(sandbox) ? (paths ?? []).filter((path) => !isExcluded(path)) : (paths ?? [])
  const keep = (captured: Captured): string => {
    context.captured.set(sandbox.id, captured)
    return captured.tree
  }
  try {
    const edited = paths && last ? await editTree(context, sandbox, last, wanted) : null
    if (edited && last) return { tree: keep({ ...edited, stats: new Map([...last.stats, ...stats]) }), notCovered: [] }
    // Attributes may be among what is added.
    context.trees.forget(sandbox.path)
    // A path that was looked at before has changed, or this would have ended above.
    const may = last?.ahead.size === 0 && wanted.length <= mostNamed && !wanted.some((path) => last.stats.has(path))
    const nested = may ? await unchangedSince(context, sandbox, index, wanted) : null
    if (last && nested)
      return { tree: keep({ ...last, stats: new Map([...last.stats, ...stats]) }), notCovered: paths ? [] : nested }
    if (!paths || !last) {
      const { tree, notCovered } = await addAll(context, sandbox, index)
      return { tree: keep({ tree, stats, ahead: none }), notCovered }
    }
    const all = [...new Set([...wanted, ...last.ahead])]
    const tree = all.length > 0 ? await addPaths(context, sandbox, index, all) : last.tree
    return { tree: keep({ tree, stats: new Map([...last.stats, ...stats]), ahead: none }), notCovered: [] }
  } catch (error) {
    context.captured.delete(sandbox.id)
    if (!isGitFailure(error)) throw error
    throw refuse(sandbox, error.stderr)
  }
}
