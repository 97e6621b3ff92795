import { readGlobs } from '@shared/model/globs'
import type { InvariantChecks } from '@shared/model/invariant'
import type { Finding, Found } from './waiver'

export type ChangedPath = {
  readonly resource: string
  readonly path: string
  readonly oldPath: string | null
  readonly status: string
  readonly newMode: string | null
  /** Names what the file holds now. */
  readonly newOid: string
}

const shown = 10
const listed = (paths: readonly string[]) =>
  paths.slice(0, shown).join(', ') + (paths.length > shown ? ` and ${paths.length - shown} more` : '')

type Touched = { readonly path: string; readonly change: ChangedPath }

/** Goes by what was made of the file too: whoever waives it has seen that, and nothing that it may hold later. */
const findingOf = ({ path, change: { resource, status, newMode, newOid } }: Touched): Finding => ({
  keys: [`path ${resource} ${path} ${status} ${newMode ?? 'none'} ${newOid}`],
  what: path,
})

/**
 * What of a changeset breaks the path rules, each path by itself and all in one sentence; null where nothing does. A rename
 * touches both its names.
 */
export function brokenPaths(
  checks: Pick<InvariantChecks, 'onlyPaths' | 'neverPaths'>,
  changes: readonly ChangedPath[],
): Found | null {
  const touched = changes.flatMap((change): Touched[] =>
    (change.oldPath === null ? [change.path] : [change.path, change.oldPath]).map((path) => ({ path, change })),
  )
  const parts: string[] = []
  const broken = new Set<Touched>()
  const collect = (rule: string, some: readonly Touched[]) => {
    if (some.length === 0) return
    parts.push(`${rule}: ${listed([...new Set(some.map(({ path }) => path))])}`)
    for (const one of some) broken.add(one)
  }
  if (checks.onlyPaths?.length) {
    const allowed = readGlobs(checks.onlyPaths)
    const outside = touched.filter(({ path }) => !allowed(path))
    collect(`changed outside of ${checks.onlyPaths.join(', ')}`, outside)
  }
  if (checks.neverPaths?.length) {
    const forbidden = readGlobs(checks.neverPaths)
    const inside = touched.filter(({ path }) => forbidden(path))
    collect(`changed inside of ${checks.neverPaths.join(', ')}`, inside)
  }
  return parts.length === 0 ? null : { evidence: parts.join('; '), findings: [...broken].map(findingOf) }
}
