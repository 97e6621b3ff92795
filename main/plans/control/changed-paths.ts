import type { Place, RestorePreview } from '../../sandboxes'
import type { PlanDeps } from '../ports'

/** A path of a resource and what becomes of it. */
export type ChangedPath = {
  readonly resource: string
  readonly path: string
  readonly action: 'restored' | 'removed'
  /** Where only these of its hunks are meant, from 1. */
  readonly hunks?: readonly number[]
}

/** Paths of a repository as people see them: relative to the resource where they lie in it. */
export function shownPath(deps: Pick<PlanDeps, 'sandboxes'>, planId: string) {
  const folders = new Map(deps.sandboxes.get(planId).map(({ resourceId, subdir }) => [resourceId, subdir]))
  return ({ resourceId, path }: Pick<Place, 'resourceId' | 'path'>): string => {
    const subdir = folders.get(resourceId) ?? ''
    return subdir !== '' && path.startsWith(`${subdir}/`) ? path.slice(subdir.length + 1) : path
  }
}

/** What a restore does, path by path. */
export function filesOf(deps: Pick<PlanDeps, 'sandboxes'>, planId: string, preview: RestorePreview): ChangedPath[] {
  const shown = shownPath(deps, planId)
  const told = (places: readonly Place[], action: ChangedPath['action']) =>
    places.map((place) => ({ resource: place.resource, path: shown(place), action }))
  return [...told(preview.restored, 'restored'), ...told(preview.removed, 'removed')]
}
