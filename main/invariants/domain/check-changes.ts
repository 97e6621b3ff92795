import { readGlobs } from '@shared/model/globs'
import type { InvariantChecks } from '@shared/model/invariant'

export type ChangedPath = { readonly resource: string; readonly path: string; readonly oldPath: string | null }

const shown = 10
const listed = (paths: readonly string[]) =>
  paths.slice(0, shown).join(', ') + (paths.length > shown ? ` and ${paths.length - shown} more` : '')

/** What of a changeset breaks the path rules, in one sentence; null where nothing does. A rename touches both its names. */
export function brokenPaths(
  checks: Pick<InvariantChecks, 'onlyPaths' | 'neverPaths'>,
  changes: readonly ChangedPath[],
): string | null {
  const touched = [...new Set(changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath])))]
  const parts: string[] = []
  if (checks.onlyPaths?.length) {
    const allowed = readGlobs(checks.onlyPaths)
    const outside = touched.filter((path) => !allowed(path))
    if (outside.length > 0) parts.push(`changed outside of ${checks.onlyPaths.join(', ')}: ${listed(outside)}`)
  }
  if (checks.neverPaths?.length) {
    const forbidden = readGlobs(checks.neverPaths)
    const inside = touched.filter((path) => forbidden(path))
    if (inside.length > 0) parts.push(`changed inside of ${checks.neverPaths.join(', ')}: ${listed(inside)}`)
  }
  return parts.length === 0 ? null : parts.join('; ')
}
