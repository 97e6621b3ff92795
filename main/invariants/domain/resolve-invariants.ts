import { readGlobs } from '@shared/model/globs'
import { invariantScopes } from '@shared/model/invariant'
import type { Invariant } from './invariant'

export type Overridden<T> = { readonly invariant: T; readonly by: T; readonly why: string }
export type Resolved<T> = { readonly effective: readonly T[]; readonly overridden: readonly Overridden<T>[] }

type Rule = Pick<Invariant, 'id' | 'scope' | 'text' | 'checks' | 'nonOverridable'>

const negations = /\b(?:not|never|no|cannot|can't|mustn't|don't|do|does|without)\b/g
const plainly = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}'/*_.-]+/gu, ' ')
    .replaceAll(/[.'-]+(?=\s|$)/g, '')
    .trim()
const subjectOf = (text: string) => plainly(text).replaceAll(negations, ' ').replaceAll(/\s+/g, ' ').trim()

/** A path that a glob surely matches inside the folder that it names; null where it names none. */
function probeOf(glob: string): string | null {
  const path = glob.replace(/^\.?\//, '')
  if (!/[*?[{]/.test(path)) return path
  const folder = path.replace(/\/?[^/]*[*?[{].*$/, '')
  return folder === '' ? null : `${folder}/any`
}

/** Whether one allows changes only where the other forbids all of them. */
function pathsExclude(only: readonly string[] | null, never: readonly string[] | null): boolean {
  if (!only?.length || !never?.length) return false
  const forbidden = readGlobs(never)
  return only.map(probeOf).every((path) => path !== null && forbidden(path))
}

/** Why two rules cannot both hold as they are; null where they can. Sees equal subjects and excluding paths, not meaning. */
export function conflictOf(one: Rule, other: Rule): string | null {
  if (subjectOf(one.text) === subjectOf(other.text)) {
    return plainly(one.text) === plainly(other.text) ? 'says the same' : 'says the opposite'
  }
  const excludes =
    pathsExclude(one.checks.onlyPaths, other.checks.neverPaths) ||
    pathsExclude(other.checks.onlyPaths, one.checks.neverPaths)
  return excludes ? 'allows changes only where the other forbids them' : null
}

const widthOf = (rule: Rule) => invariantScopes.indexOf(rule.scope)

/** Which of two conflicting rules holds: a locked one over one that is not, else the narrower, else the later. */
function stronger<T extends Rule>(one: T, other: T): T {
  if (one.nonOverridable !== other.nonOverridable) return one.nonOverridable ? one : other
  // Of two locked ones the wider was there to bind the narrower.
  if (one.nonOverridable && widthOf(one) !== widthOf(other)) return widthOf(one) < widthOf(other) ? one : other
  return widthOf(one) > widthOf(other) ? one : other
}

/**
 * The one resolver (domain section 6): the union of all scopes, widest first; of two in conflict the narrower holds unless
 * the wider is not overridable. What gave way is told with what it gave way to.
 */
export function resolveInvariants<T extends Rule>(all: readonly T[]): Resolved<T> {
  const ordered = all.toSorted((a, b) => widthOf(a) - widthOf(b))
  const effective: T[] = []
  const overridden: Overridden<T>[] = []
  for (const rule of ordered) {
    const clashes = effective.flatMap((held) => {
      const why = conflictOf(held, rule)
      return why === null ? [] : [{ held, why }]
    })
    const winner = clashes.find(({ held }) => stronger(held, rule) === held)
    if (winner) {
      overridden.push({ invariant: rule, by: winner.held, why: winner.why })
      continue
    }
    for (const { held, why } of clashes) {
      overridden.push({ invariant: held, by: rule, why })
      effective.splice(effective.indexOf(held), 1)
    }
    effective.push(rule)
  }
  return { effective, overridden }
}
