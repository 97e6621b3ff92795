import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { invalid } from '@shared/model/refusal'
import type { Operation } from './domain/types'
import type { Git } from './ports'

export type Place = {
  readonly repoRoot: string
  readonly commonDir: string
  readonly gitDir: string
  readonly subdir: string
}

export const textOf = (result: { readonly stdout: Buffer }): string => result.stdout.toString('utf8')
export const lineOf = (result: { readonly stdout: Buffer }): string => textOf(result).replace(/\n$/, '')

/** Where a folder's repository lies. */
export async function locate(git: Git, path: string): Promise<Place> {
  const ask = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir', '--git-dir']
  const found = await git.run(path, ask, { read: true, expect: [0, 128] })
  const [top, common, own] = lineOf(found).split('\n')
  if (found.code !== 0 || !top || !common || !own)
    throw invalid('sandbox.not_a_repository', `${path} is not inside a working tree of git.`, {
      hint: 'Register a checkout, or a folder inside one.',
    })
  const [repoRoot, commonDir, gitDir] = await Promise.all([realpath(top), realpath(common), realpath(own)])
  return {
    repoRoot,
    commonDir,
    gitDir,
    subdir: relative(repoRoot, await realpath(path))
      .split(sep)
      .join('/'),
  }
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

/** A file of git's that holds one line; null where it cannot be read: git is asked next and says why. */
async function lineIn(file: string): Promise<string | null> {
  return readFile(file, 'utf8').then(
    (text) => text.replace(/\n$/, ''),
    () => null,
  )
}

/** The git folder of a working tree's top folder, where `.git` plainly is it or leads to it. */
async function plainGitDir(top: string): Promise<string | null> {
  const link = join(top, '.git')
  const stat = await lstat(link).catch(() => null)
  const line = stat?.isFile() ? await lineIn(link) : null
  const own = stat?.isDirectory()
    ? link
    : line?.startsWith('gitdir: ')
      ? resolve(top, line.slice('gitdir: '.length))
      : null
  return own !== null && (await exists(join(own, 'HEAD'))) ? realpath(own) : null
}

/** The git folder of a working tree's top folder. */
export async function gitDirOf(git: Git, top: string): Promise<string> {
  return (await plainGitDir(top)) ?? lineOf(await git.run(top, ['rev-parse', '--absolute-git-dir'], { read: true }))
}

/** What the HEAD of a git folder holds, for example `ref: refs/heads/main`. */
export const headLine = (gitDir: string): Promise<string | null> => lineIn(join(gitDir, 'HEAD'))

/**
 * The commit of a branch, or of HEAD, where it has a file of its own; null where git must be asked: it may be packed, kept
 * in another format, or absent.
 */
export async function looseCommit(top: string, ref: string): Promise<string | null> {
  const gitDir = await plainGitDir(top)
  if (gitDir === null) return null
  const line = ref === 'HEAD' ? await headLine(gitDir) : `ref: ${ref}`
  const name = /^ref: (refs\/heads\/[^\0]+)$/.exec(line ?? '')?.[1]
  if (name?.split('/').some((part) => part === '' || part === '.' || part === '..')) return null
  const common = (await lineIn(join(gitDir, 'commondir'))) ?? '.'
  const found = name === undefined ? line : await lineIn(join(resolve(gitDir, common), name))
  return found !== null && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(found) ? found : null
}

/** The operation that somebody has begun and not ended in a working tree, told by the files that git keeps for it. */
export async function operationIn(gitDir: string): Promise<Operation | null> {
  const signs: readonly [string, Operation][] = [
    ['rebase-merge', 'rebase'],
    ['rebase-apply/applying', 'am'],
    ['rebase-apply', 'rebase'],
    ['MERGE_HEAD', 'merge'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
    ['BISECT_LOG', 'bisect'],
  ]
  const found = await Promise.all(signs.map(([file]) => exists(join(gitDir, file))))
  return signs[found.indexOf(true)]?.[1] ?? null
}

export type Registration = { readonly adminDir: string; readonly path: string; readonly lockReason: string | null }

/** git's own record of linked worktrees, read from its files: no process is started, whatever their state. */
export async function registrationsOf(commonDir: string): Promise<Registration[]> {
  const names = await readdir(join(commonDir, 'worktrees')).catch((error: NodeJS.ErrnoException) => {
    // A repository that never had a linked worktree has no such folder.
    if (error.code === 'ENOENT') return []
    throw error
  })
  const read = (file: string) =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      // A record without a lock, or one that is being removed at this moment.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
  const all = await Promise.all(
    names.map(async (name): Promise<Registration | null> => {
      const adminDir = join(commonDir, 'worktrees', name)
      const [gitdir, lockReason] = await Promise.all([read(join(adminDir, 'gitdir')), read(join(adminDir, 'locked'))])
      if (gitdir === null) return null
      return { adminDir, path: dirname(gitdir.replace(/\n$/, '')), lockReason: lockReason?.replace(/\n$/, '') ?? null }
    }),
  )
  return all.filter((one) => one !== null)
}
