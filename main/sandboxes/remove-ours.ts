import { chmod, lstat, readdir, readFile, realpath, rmdir, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { conflict } from '@shared/model/refusal'
import type { Context } from './context'
import { contains } from './domain/contains'
import type { Sandbox } from './domain/types'
import { exists, registrationsOf } from './repository-state'

/** The file beside a sandbox that says whose it is. */
export const markerOf = (sandbox: { readonly path: string }): string => `${sandbox.path}.json`
/** The index that the plan's checkpoints are made through, beside the sandbox. */
export const indexOf = (sandbox: { readonly path: string }): string => `${sandbox.path}.index`

/** What the sandbox has to become again after it was lent to hooks, so that a crash does not lose it. */
export const lentOf = (sandbox: { readonly path: string }): string => `${sandbox.path}.lent.json`

/** Where its branch and files stood before something ran that may move them, beside the sandbox and out of that one's way. */
export const heldOf = (sandbox: { readonly path: string }): string => `${sandbox.path}.held.json`

function refuse(path: string, why: string) {
  return conflict('sandbox.not_ours', `${path} was not deleted: ${why}.`, {
    hint: 'Look at the folder; remove it by hand if it is not needed.',
    details: { path },
  })
}

/** Unlinks links, never follows them; a folder that forbids it is opened up first. */
async function deleteTree(path: string): Promise<void> {
  const stat = await lstat(path)
  if (!stat.isDirectory()) return unlink(path)
  if ((stat.mode & 0o700) !== 0o700) await chmod(path, 0o700)
  for (const name of await readdir(path)) await deleteTree(join(path, name))
  return rmdir(path)
}

/**
 * Deletes a folder of ours. It must lie strictly below one of our own folders in the data folder, reached without a link,
 * and must neither equal nor contain nor lie in a registered resource.
 */
export async function deleteFolder(context: Context, path: string): Promise<void> {
  await assertDeletable(context, path)
  await deleteTree(path)
}

/** Refuses a path that `deleteFolder` must not touch. */
export async function assertDeletable(context: Context, path: string): Promise<void> {
  const home = await context.home()
  const roots = ['sandboxes', 'trash', 'apply', 'folders'].map((name) => join(home, name))
  const root = roots.find((one) => contains(one, path) && one !== path)
  if (path !== resolve(path) || root === undefined) throw refuse(path, 'it is not below our own folder')
  const stat = await lstat(path)
  if (!stat.isDirectory()) throw refuse(path, 'it is not a folder')
  if ((await realpath(dirname(path))) !== dirname(path)) throw refuse(path, 'a link leads to it')
  const active = context.repository
    .sandboxesIn(['preparing', 'ready', 'applied', 'discarded'])
    .map((one) => one.sourcePath)
  for (const registered of [...active, ...(context.registeredPaths?.() ?? [])]) {
    const real = await realpath(registered).catch((error: NodeJS.ErrnoException) => {
      // A resource whose folder is gone still protects the name it had.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return registered
      throw error
    })
    if (contains(path, real) || contains(path, registered))
      throw refuse(path, `it holds the registered resource ${registered}`)
    if (contains(real, path)) throw refuse(path, `it lies in the registered resource ${registered}`)
  }
}

/** Removes a sandbox: only where our folder, our marker and git's registration agree that it is ours. */
export async function removeOurs(context: Context, sandbox: Sandbox): Promise<void> {
  const { path } = sandbox
  context.trees.forget(path)
  if (await exists(path)) {
    await assertDeletable(context, path)
    const marker = JSON.parse(await readFile(markerOf(sandbox), 'utf8')) as { plan?: string; resource?: string }
    if (marker.plan !== sandbox.planId || marker.resource !== sandbox.resourceId)
      throw refuse(path, 'its marker names another plan')
    if (!(await registrationsOf(sandbox.commonDir)).some((one) => one.path === path))
      throw refuse(path, 'git does not know it as a worktree')
  }
  if ((await registrationsOf(sandbox.commonDir)).some((one) => one.path === path))
    await context.git.run(sandbox.repoRoot, ['worktree', 'remove', '--force', '--force', path], {
      expect: [0, 1, 128, 255],
    })
  // git stops at folders without write permission; what is left was proved to be ours above.
  if (await exists(path)) await deleteFolder(context, path)
  for (const file of [
    markerOf(sandbox),
    indexOf(sandbox),
    `${indexOf(sandbox)}.lock`,
    lentOf(sandbox),
    heldOf(sandbox),
  ])
    if (await exists(file)) await unlink(file)
  const left = await readdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ['gone']
    throw error
  })
  if (left.length === 0) await rmdir(dirname(path))
  const stays = (await registrationsOf(sandbox.commonDir)).find((one) => one.path === path)
  // git refuses to forget a worktree whose folder it could not remove itself, so it is asked again now that it is gone.
  if (stays) await context.git.run(sandbox.repoRoot, ['worktree', 'remove', '--force', '--force', path])
}
