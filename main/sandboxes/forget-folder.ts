import { readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { conflict } from '@shared/model/refusal'
import * as z from 'zod'
import type { Context } from './context'
import { sandboxStates } from './domain/types'
import { folderMarkerOf, isFolder } from './folder-repository'
import { deleteFolder } from './remove-ours'
import { exists, registrationsOf } from './repository-state'

const marker = z.object({ resource: z.string() })

/** Deletes the private repository of a folder, where our marker says that it is that, and what is kept of its ended plans. */
export async function forgetFolder(context: Context, resourceId: string): Promise<void> {
  const repoRoot = join(await context.home(), 'folders', resourceId)
  if (!(await exists(repoRoot))) return rm(folderMarkerOf(repoRoot), { force: true })
  const commonDir = join(repoRoot, '.git')
  await context.lock(`repository:${commonDir}`, async () => {
    const told = marker.parse(JSON.parse(await readFile(folderMarkerOf(repoRoot), 'utf8')))
    if (told.resource !== resourceId || (await registrationsOf(commonDir)).length > 0)
      throw conflict('sandbox.not_ours', `${repoRoot} was not deleted: a sandbox of it is still there.`, {
        hint: 'Discard the plans that use the folder first.',
        details: { path: repoRoot },
      })
    const ended = context.repository
      .sandboxesIn(sandboxStates)
      .filter((sandbox) => sandbox.resourceId === resourceId && isFolder(sandbox) && sandbox.trash !== null)
    for (const sandbox of ended) {
      const kept = sandbox.trash?.ignoredFolder ?? null
      if (kept !== null && (await exists(kept))) await deleteFolder(context, kept)
      context.repository.saveSandbox({ ...sandbox, trash: null, updated: context.clock() })
    }
    await context.lock(`folder:${commonDir}`, () => deleteFolder(context, repoRoot))
    await unlink(folderMarkerOf(repoRoot))
  })
}

/** Deletes what a crash left of folders whose resources were removed; answers why where something must stay. */
export async function forgetOrphans(context: Context, registered: ReadonlySet<string>): Promise<string[]> {
  const folders = join(await context.home(), 'folders')
  const names = (await exists(folders)) ? await readdir(folders) : []
  const known = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  const failures: string[] = []
  for (const resourceId of known.filter((id) => !registered.has(id))) {
    try {
      await forgetFolder(context, resourceId)
    } catch (error) {
      // The next start tries again; only space is lost until then.
      failures.push(`${resourceId}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failures
}
