import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import { parseMerge, parseUnmerged, type TreeMerge } from './domain/parse-merge'
import { gitDirOf, lineOf, looseCommit, textOf } from './repository-state'

export const ourIdentity: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'CleverAgents',
  GIT_AUTHOR_EMAIL: 'noreply@localhost',
  GIT_COMMITTER_NAME: 'CleverAgents',
  GIT_COMMITTER_EMAIL: 'noreply@localhost',
}

/** The hidden ref that holds what a plan starts from where no branch does. */
export const baseRefOf = (planId: string, resourceId: string): string =>
  `refs/cleveragents/base/${planId}-${resourceId}`

/** Gives `work` a folder of its own below the data folder and removes it afterwards. */
export async function withScratch<T>(context: Context, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(await context.home(), 'scratch', randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Copies an index with its stat information; a repository without one yet has an empty one. The copy is made to look
 * no younger than the original: git compares a file's time with the index's to tell whether it may have been written
 * to in the same second, and a younger copy would hide such a change.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from)
    await copyFile(from, to)
    await utimes(to, Math.floor(mtimeMs / 1000), Math.floor(mtimeMs / 1000))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

export async function writeTree(context: Context, cwd: string, index: string): Promise<string> {
  return lineOf(await context.git.run(cwd, ['write-tree'], { env: { GIT_INDEX_FILE: index } }))
}

export async function treeOf(context: Context, cwd: string, commit: string): Promise<string> {
  return lineOf(await context.git.run(cwd, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], { read: true }))
}

/** Commits a tree as ourselves, unsigned. */
export async function commitTree(
  context: Context,
  cwd: string,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
  return lineOf(await context.git.run(cwd, args, { env: ourIdentity, input: message }))
}

/** Commits a tree as ourselves and points a ref at the commit. */
export async function keepCommit(
  context: Context,
  cwd: string,
  tree: string,
  parents: readonly string[],
  message: string,
  ref: string,
): Promise<string> {
  const person = `CleverAgents <noreply@localhost> ${Math.floor(context.clock() / 1000)} +0000`
  const text = `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author ${person}\ncommitter ${person}\n\n${message}`
  const kept = await context.commits.keep(cwd, text, ref)
  if (kept !== null) return kept
  const commit = await commitTree(context, cwd, tree, parents, message)
  await context.git.run(cwd, ['update-ref', ref, commit])
  return commit
}

/** The commit that a ref of a working tree's top folder points to; null where the ref does not exist. */
export async function refOf(context: Context, cwd: string, ref: string): Promise<string | null> {
  const loose = await looseCommit(cwd, ref)
  if (loose !== null) return loose
  const found = await context.git.run(cwd, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
    read: true,
    expect: [0, 1, 128],
  })
  return found.code === 0 ? lineOf(found) : null
}

/** Three commits that exist only to tell `merge-tree` which base is meant. */
async function commitForMerge(
  context: Context,
  cwd: string,
  base: string,
  ours: string,
  theirs: string,
): Promise<[string, string]> {
  return withScratch(context, async (folder) => {
    const person = 'CleverAgents <noreply@localhost> 0 +0000'
    const text = (tree: string, parent: string | null) =>
      `tree ${tree}\n${parent === null ? '' : `parent ${parent}\n`}author ${person}\ncommitter ${person}\n\nmerge\n`
    const name = (content: string) =>
      createHash(base.length === 64 ? 'sha256' : 'sha1')
        .update(`commit ${Buffer.byteLength(content)}\0${content}`)
        .digest('hex')
    const root = text(base, null)
    const texts = [root, text(ours, name(root)), text(theirs, name(root))]
    const files = texts.map((_, at) => join(folder, String(at)))
    await Promise.all(texts.map((content, at) => writeFile(files[at]!, content)))
    const input = files.map((file) => `${file}\n`).join('')
    await context.git.run(cwd, ['hash-object', '-t', 'commit', '-w', '--no-filters', '--stdin-paths'], { input })
    return [name(texts[1]!), name(texts[2]!)]
  })
}

/** For git before 2.38: a file by file merge in an index and a folder of our own, which does not follow renames. */
async function mergeInFolder(
  context: Context,
  cwd: string,
  base: string,
  ours: string,
  theirs: string,
): Promise<TreeMerge> {
  return withScratch(context, async (folder) => {
    const work = join(folder, 'work')
    await mkdir(work)
    const gitDir = await gitDirOf(context.git, cwd)
    const env = { GIT_INDEX_FILE: join(folder, 'index'), GIT_WORK_TREE: work, GIT_DIR: gitDir }
    await context.git.run(work, ['read-tree', '-i', '-m', '--aggressive', base, ours, theirs], { env })
    await context.git.run(work, ['merge-index', '-o', '-q', 'git-merge-one-file', '-a'], { env, expect: [0, 1, 128] })
    const conflicts = parseUnmerged(textOf(await context.git.run(work, ['ls-files', '-u', '-z'], { env, read: true })))
    if (conflicts.length > 0) return { tree: ours, conflicts }
    return { tree: lineOf(await context.git.run(work, ['write-tree'], { env })), conflicts: [] }
  })
}

/** Merges what lies between `base` and `theirs` into `ours`, in memory; all are trees. */
export async function mergeTrees(
  context: Context,
  cwd: string,
  base: string,
  ours: string,
  theirs: string,
): Promise<TreeMerge> {
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: [] }
  if (base === ours) return { tree: theirs, conflicts: [] }
  const [major, minor] = await context.git.version()
  if (major < 2 || (major === 2 && minor < 38)) return mergeInFolder(context, cwd, base, ours, theirs)
  const [left, right] = await commitForMerge(context, cwd, base, ours, theirs)
  const merged = await context.git.run(cwd, ['merge-tree', '--write-tree', '-z', '--no-messages', left, right], {
    expect: [0, 1],
  })
  return parseMerge(textOf(merged), merged.code === 0)
}

/** Paths that differ between two trees, renames told as two. */
export async function changedPaths(
  context: Context,
  cwd: string,
  from: string,
  to: string,
): Promise<{ readonly status: string; readonly path: string }[]> {
  if (from === to) return []
  const parts = textOf(
    await context.git.run(cwd, ['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to], { read: true }),
  ).split('\0')
  const changes: { status: string; path: string }[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) changes.push({ status: parts[at]!, path: parts[at + 1]! })
  return changes
}

/** `base` with the folder `subdir` taken from `tree`. */
export async function limitTree(
  context: Context,
  cwd: string,
  base: string,
  tree: string,
  subdir: string,
): Promise<string> {
  if (subdir === '' || base === tree) return tree
  return withScratch(context, async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index'), GIT_LITERAL_PATHSPECS: '1' }
    const raw = textOf(
      await context.git.run(cwd, ['diff-tree', '-r', '-z', '--no-renames', base, tree, '--', subdir], {
        env,
        read: true,
      }),
    ).split('\0')
    const lines: string[] = []
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const [, mode, , oid] = raw[at]!.split(' ')
      lines.push(`${mode} ${oid}\t${raw[at + 1]}\0`)
    }
    await context.git.run(cwd, ['read-tree', base], { env })
    await context.git.run(cwd, ['update-index', '-z', '--index-info'], { env, input: lines.join('') })
    return writeTree(context, cwd, env.GIT_INDEX_FILE)
  })
}
