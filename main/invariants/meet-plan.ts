import type { Invariant, PlanInvariant } from './domain/invariant'
import { resolveInvariants, type Overridden } from './domain/resolve-invariants'
import { globalRules, rulesOfAction, rulesOfProject } from './gather-invariants'
import type { InvariantDeps } from './ports'
import { allInvariants, attachInvariants, detachInvariant, invariantsOf, planInvariantsOf } from './repository'

/** What became of a plan's rules: `gone` were removed, `gaveWay` lost to one that it holds now. */
export type Met = {
  readonly added: readonly Invariant[]
  readonly gone: readonly PlanInvariant[]
  readonly gaveWay: readonly Overridden<Invariant>[]
}

/** Whether a rule stands in an action's text, of which each plan keeps its own. */
export const isOfText = ({ scope, id }: Pick<Invariant, 'scope' | 'id'>): boolean =>
  scope === 'action' && id.includes('-')

const byAge = (a: Invariant, b: Invariant) => a.created - b.created || (a.id < b.id ? -1 : 1)

/**
 * Brings what a plan holds to what there is now: rules that were removed leave it, those of its places that it does not hold
 * come to it, and of two in conflict the resolver tells which stays. What it inherited stays as long as it exists.
 */
export function meetPlan(deps: Pick<InvariantDeps, 'db' | 'targets'>, planId: string): Met {
  const { db, targets } = deps
  const { action, projects } = targets.rulePlaces(planId)
  const held = planInvariantsOf(db, planId)
  const known = new Set(allInvariants(db).map(({ id }) => id))
  const gone = held.filter((rule) => !isOfText(rule) && !known.has(rule.id))
  const kept = held.filter((rule) => !gone.includes(rule))
  const has = new Set(kept.map(({ id }) => id))
  const there = [
    ...globalRules(deps),
    ...projects.flatMap((project) => rulesOfProject(deps, project)),
    ...rulesOfAction(deps, action),
    ...invariantsOf(db, 'plan', planId).map((rule) => ({ ...rule, source: planId })),
  ]
  const all: Invariant[] = [...kept, ...there.filter(({ id }) => !has.has(id))]
  const { effective, overridden } = resolveInvariants(all.toSorted(byAge))
  const added = effective.filter(({ id }) => !has.has(id))
  const gaveWay = overridden.filter(({ invariant }) => has.has(invariant.id))
  for (const { id } of [...gone, ...gaveWay.map(({ invariant }) => invariant)]) detachInvariant(db, planId, id)
  attachInvariants(db, planId, added, true)
  return { added, gone, gaveWay }
}
