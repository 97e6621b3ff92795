import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Sandbox } from './domain/types'
import { heldOf } from './remove-ours'
import { exists } from './repository-state'

/**
 * Where a sandbox stood. `moved`: it was found elsewhere, and its files have not all been put back yet. `since`: the last
 * checkpoint of that time; once the plan has a later one it has gone on, and this tells nothing any more.
 */
const held = z.object({
  commit: z.string(),
  tree: z.string(),
  moved: z.boolean(),
  since: z.number().default(Number.MAX_SAFE_INTEGER),
})
export type Held = Readonly<z.infer<typeof held>>

/** Where a sandbox stood before what runs in it now, or ran when the application was killed; null where nothing does. */
export async function readHeld(sandbox: Sandbox): Promise<Held | null> {
  const file = heldOf(sandbox)
  return (await exists(file)) ? held.parse(JSON.parse(await readFile(file, 'utf8'))) : null
}

export async function writeHeld(sandbox: Sandbox, value: Held): Promise<void> {
  const file = heldOf(sandbox)
  await writeFile(`${file}.new`, JSON.stringify(value), { flush: true })
  await rename(`${file}.new`, file)
}

export const dropHeld = (sandbox: Sandbox): Promise<void> => rm(heldOf(sandbox), { force: true })
