import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from './context'
import { exists } from './repository-state'

const scratchName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Run at start, when nothing of ours works: deletes folders that `withScratch` gave out before all ended. Links in them are not followed. */
export async function sweepScratch(context: Context): Promise<void> {
  const root = join(await context.home(), 'scratch')
  if (!(await exists(root))) return
  for (const entry of await readdir(root, { withFileTypes: true }))
    if (entry.isDirectory() && scratchName.test(entry.name))
      await rm(join(root, entry.name), { recursive: true, force: true })
}
