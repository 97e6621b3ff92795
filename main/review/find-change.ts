import { conflict, invalid, missing } from '@shared/model/refusal'
import { contentKey, type FileChange } from '../sandboxes'
import type { ReviewDeps } from './ports'

const plansHeld = 20

/** What a plan changed, remembered for the looks at single files that follow. */
export async function listFiles(
  deps: ReviewDeps,
  planId: string,
  options: { readonly patches: boolean; readonly paths?: readonly string[] },
): Promise<readonly FileChange[]> {
  const files = await deps.sandboxes.changes(planId, options)
  if (options.paths) return files
  const { lists } = deps.memory
  lists.delete(planId)
  lists.set(
    planId,
    files.map((file) => ({ ...file, patch: null })),
  )
  for (const oldest of lists.keys()) if (lists.size > plansHeld) lists.delete(oldest)
  return files
}

/** The change of one file by its new or former path. */
export async function findChange(
  deps: ReviewDeps,
  planId: string,
  path: string,
  resource: string | undefined,
): Promise<FileChange> {
  const files = await listFiles(deps, planId, { patches: false })
  const ofResource = files.filter(
    (file) => resource === undefined || [file.resource, file.resourceId].includes(resource),
  )
  const byPath = ofResource.filter((file) => file.path === path)
  const found = byPath.length > 0 ? byPath : ofResource.filter((file) => file.oldPath === path)
  if (found.length > 1)
    throw invalid('review.ambiguous', `${path} is changed in ${found.map((file) => file.resource).join(' and ')}.`, {
      hint: 'Name the resource too.',
      details: { resources: found.map((file) => file.resource) },
    })
  if (!found[0])
    throw missing('review.no_file', `The plan has not changed ${path}.`, {
      hint: 'The plan’s changes list the files.',
      details: { path },
    })
  return found[0]
}

/** The change that a window looks at, if it still is the same. */
export async function sameChange(
  deps: ReviewDeps,
  planId: string,
  look: { readonly resource: string; readonly path: string; readonly content: string },
): Promise<FileChange> {
  const isIt = (file: FileChange) =>
    file.resource === look.resource && file.path === look.path && contentKey(file) === look.content
  const known = deps.memory.lists.get(planId)?.find(isIt)
  const found = known ?? (await listFiles(deps, planId, { patches: false })).find(isIt)
  if (found) return found
  throw conflict('review.changed', `${look.path} has changed meanwhile.`, { hint: 'Look at the changes again.' })
}

const links = '120000'
const submodules = '160000'

/** What a change is about: text and data, links, or the commit of a submodule. */
export function kindOf(change: FileChange): 'file' | 'link' | 'submodule' {
  const modes = new Set([change.oldMode, change.newMode])
  return modes.has(submodules) ? 'submodule' : modes.has(links) ? 'link' : 'file'
}

/** Whether hunks of this change can be decided about one by one; else only the whole. */
export function hasHunks(change: FileChange): boolean {
  if (change.binary || kindOf(change) !== 'file') return false
  return change.status === 'modified' || (change.status === 'renamed' && change.oldOid !== change.newOid)
}
