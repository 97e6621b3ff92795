import { matchId } from '@shared/model/id'
import { conflict, missing } from '@shared/model/refusal'
import type { Invariant } from './domain/invariant'
import { everyRule } from './gather-invariants'
import type { InvariantDeps } from './ports'
import { deleteInvariant, detachInvariant } from './repository'

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

/** Removes a rule. Plans that hold a wider one keep it; one that a plan was given itself leaves that plan. */
export function removeInvariant(deps: InvariantDeps, query: string): Invariant {
  const rule = findInvariant(query, everyRule(deps))
  if (rule.scope === 'action' && rule.id.includes('-')) {
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
  deps.db.transaction(() => {
    deleteInvariant(deps.db, rule.id)
    if (rule.scope === 'plan' && rule.targetId !== null) detachInvariant(deps.db, rule.targetId, rule.id)
  })
  deps.changed('invariant', rule.id)
  if (rule.scope === 'plan' && rule.targetId !== null) deps.changed('plan', rule.targetId)
  return rule
}
