import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import type { BaseState, Source } from './domain/types'
import { textOf } from './repository-state'

/** Every folder on the way to a path, and the path. */
const waysTo = (path: string): readonly string[] =>
  path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))

/** Whether a file or folder is in what a plan starts from; what lies behind a link or in a submodule is taken to be there. */
export async function hasPath({ git }: Context, base: BaseState, path: string): Promise<boolean> {
  // A plan from before folders were recorded has no state of one to look in.
  if (base.baseCommit === '') return true
  const whole = base.subdir === '' ? path : `${base.subdir}/${path}`
  const ask = ['ls-tree', '-t', '-z', '--full-tree', base.baseCommit, '--', ...waysTo(whole)]
  const entries = textOf(await git.run(base.repoRoot, ask, { read: true }))
    .split('\0')
    .filter((entry) => entry !== '')
  return entries.some((entry) => entry.endsWith(`\t${whole}`) || /^(?:160000|120000) /.test(entry))
}

/** Whether a file or folder is in the checkout or folder itself, committed or not. */
export const inSource = ({ path: folder }: Pick<Source, 'path'>, path: string): Promise<boolean> =>
  lstat(join(folder, path)).then(
    () => true,
    // Whatever keeps it from being seen, a plan would not see it either.
    () => false,
  )
