import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nestedRepositories } from './capture-tree'
import type { Context } from './context'
import { describeLeftOut } from './domain/folder-content'
import type { Sandbox, Uncovered } from './domain/types'
import { submodulesOf } from './fetch-submodules'
import { isFolder } from './folder-repository'
import { indexOf } from './remove-ours'
import { exists, gitDirOf, textOf } from './repository-state'

/** Ignored files and folders of a working tree, whole folders named once. */
export async function ignoredIn(
  context: Context,
  top: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const ask = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  return textOf(await context.git.run(top, ask, { read: true, env }))
    .split('\0')
    .filter((path) => path !== '')
}

async function indexFor(context: Context, sandbox: Sandbox): Promise<string> {
  if (await exists(indexOf(sandbox))) return indexOf(sandbox)
  return join(await gitDirOf(context.git, sandbox.path), 'index')
}

/** Names what a checkpoint of this sandbox does not hold, to be shown before anything runs in it. */
export async function listUncovered(context: Context, sandbox: Sandbox): Promise<Uncovered> {
  const index = await indexFor(context, sandbox)
  const copy = isFolder(sandbox)
  const [ignored, inSource, nested, submodules] = await Promise.all([
    ignoredIn(context, sandbox.path, { GIT_INDEX_FILE: index }),
    copy ? sandbox.base.leftOut.map(describeLeftOut) : ignoredIn(context, sandbox.repoRoot),
    nestedRepositories(context, sandbox, index),
    copy ? [] : submodulesOf(context, sandbox.path),
  ])
  const fetched = await Promise.all(
    submodules.map(({ path }) =>
      readdir(join(sandbox.path, path)).then(
        (names) => names.length > 0,
        () => false,
      ),
    ),
  )
  return {
    ignored,
    leftInSource: inSource.filter((path) => !ignored.includes(path)),
    nestedRepositories: nested,
    submodules: submodules.map(({ path }, at) => ({ path, fetched: fetched[at] ?? false })),
  }
}
