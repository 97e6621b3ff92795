import { matchId } from '@shared/model/id'
import { conflict, missing } from '@shared/model/refusal'
import type { Invariant } from './domain/invariant'
import { everyRule } from './gather-invariants'
import { isOfText, meetPlan } from './meet-plan'
import type { InvariantDeps, Target } from './ports'
import { deleteInvariant, plansHolding } from './repository'

/** Finds a rule by its id or a unique piece of it; refuses where there is none. */
export function findInvariant<T extends Pick<Invariant, 'id' | 'text'>>(query: string, rules: readonly T[]): T {
  const exact = rules.find(({ id }) => id.toLowerCase() === query.toLowerCase())
  if (exact) return exact
  const match = matchId(
    query,
    rules.map(({ id }) => id),
  )
  if (match.kind === 'ambiguous') {
    throw conflict('invariant.id_ambiguous', `"${query}" may mean ${match.candidates.length} invariants.`, {
      hint: 'Write more of the id.',
      details: { candidates: match.candidates },
    })
  }
  const found = match.kind === 'one' ? rules.find(({ id }) => id === match.id) : undefined
  if (found) return found
  throw missing('invariant.not_found', `There is no invariant "${query}".`, { hint: 'See `agents invariant list`.' })
}

/** A plan under way that held a rule which was removed, and what had given way to that and holds there now. */
export type Left = { readonly plan: Target; readonly instead: readonly Invariant[] }

/** Takes a removed rule from the plans under way that hold it; those that have ended keep it as what they were made under. */
function leavePlans(deps: InvariantDeps, rule: Invariant): readonly Left[] {
  const holding = new Set(plansHolding(deps.db, rule.id))
  const underWay = deps.targets.plansUnderWay({ scope: 'global', targetId: null })
  return underWay
    .filter(({ id }) => holding.has(id))
    .map((plan) => {
      const { added, gone, gaveWay } = meetPlan(deps, plan.id)
      for (const one of gone) deps.released(plan.id, one, 'it was removed')
      for (const { invariant, by } of gaveWay)
        deps.released(plan.id, invariant, `it gave way to the ${by.scope} invariant "${by.text}"`)
      const why = `"${rule.text}" was removed, to which it had given way; it is checked from the next check on.`
      for (const one of added) deps.enforced(plan.id, one, why)
      return { plan, instead: added }
    })
}

export type Removed = { readonly invariant: Invariant; readonly left: readonly Left[] }

/** Removes a rule, also from every plan under way that holds it. */
export function removeInvariant(deps: InvariantDeps, query: string): Removed {
  const rule = findInvariant(query, everyRule(deps))
  if (isOfText(rule)) {
    throw conflict('invariant.in_action', `This invariant stands in the text of ${rule.source}; it was left there.`, {
      hint: 'Take it out of the YAML and create the action again with --replace.',
      details: { action: rule.source },
    })
  }
  if (rule.scope === 'plan' && rule.nonOverridable) {
    throw conflict('invariant.non_overridable', 'This invariant cannot be set aside for its plan; it was kept.', {
      hint: 'Correct the plan, or cancel it.',
      details: { plan_id: rule.targetId },
    })
  }
  const left = deps.db.transaction(() => {
    deleteInvariant(deps.db, rule.id)
    return leavePlans(deps, rule)
  })
  deps.changed('invariant', rule.id)
  for (const { plan } of left) deps.changed('plan', plan.id)
  return { invariant: rule, left }
}
