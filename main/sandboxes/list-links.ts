import { readlink, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Context } from './context'
import { contains } from './domain/contains'
import type { Sandbox } from './domain/types'
import { textOf } from './repository-state'

export type LinkOut = { readonly path: string; readonly target: string }

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Where a link really leads, even where nothing is there; null where it leads nowhere at all. */
async function endOf(link: string, target: string): Promise<string | null> {
  try {
    return await realpath(link)
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return null
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error
    return resolve(await realpath(dirname(link)), target)
  }
}

/** Links of the source that lead out of its sandbox, by where they really end; absolute ones into the source itself too. */
export async function linksOut(context: Context, sandbox: Sandbox): Promise<LinkOut[]> {
  const entries = textOf(await context.git.run(sandbox.path, ['ls-files', '-s', '-z'], { read: true })).split('\0')
  const links = entries
    .filter((entry) => entry.startsWith('120000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1))
  const top = await realpath(sandbox.path)
  const found: LinkOut[] = []
  for (const path of links) {
    const target = await readlink(join(sandbox.path, path)).catch((error: unknown) => {
      // The plan has deleted it, or made something else of it.
      if (['ENOENT', 'ENOTDIR', 'EINVAL'].includes(codeOf(error))) return null
      throw error
    })
    const end = target === null ? null : await endOf(join(sandbox.path, path), target)
    if (target !== null && end !== null && !contains(top, end)) found.push({ path, target })
  }
  return found
}
