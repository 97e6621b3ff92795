import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from './context'
import type { Sandbox } from './domain/types'

/** Where the folder of a sandbox is kept while its repository is away. */
export const asideOf = (sandbox: Sandbox): string => `${sandbox.resourceId}-folder`

export async function asidePath(context: Context, sandbox: Sandbox, name: string): Promise<string> {
  return join(await context.home(), 'trash', sandbox.planId, name)
}

/** Moves the folder of a sandbox into the trash as it is, and answers where to: what cannot be proved ours is not deleted. */
export async function moveAside(context: Context, sandbox: Sandbox, name: string): Promise<string> {
  const folder = await asidePath(context, sandbox, name)
  await mkdir(dirname(folder), { recursive: true })
  await rename(sandbox.path, folder)
  return folder
}
