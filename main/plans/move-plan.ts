import { conflict, missing, invalid } from '@shared/model/refusal'
import { isTerminal } from '@shared/model/plan'
import { matchId } from '@shared/model/id'
import { standingSentence } from './domain/standing-sentence'
import { transition, type Effect, type PlanEvent } from './domain/transition'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'

export type Moved = { readonly plan: Plan; readonly effects: readonly Effect[]; readonly nothing: string | null }

type MoveDeps = Pick<PlanDeps, 'db' | 'plans' | 'changes' | 'clock' | 'activity'>

/** Finds the plan that an id, or a unique piece of one, stands for. */
export function findPlan(deps: Pick<PlanDeps, 'plans'>, query: string): Plan {
  const match = matchId(query, deps.plans.idsLike(query))
  if (match.kind === 'ambiguous') {
    throw invalid('plan.ambiguous', `${query} could be ${match.candidates.length} plans.`, {
      hint: `Write more of the id: ${match.candidates.slice(0, 5).join(', ')}`,
      details: { candidates: match.candidates },
    })
  }
  const plan = match.kind === 'one' ? deps.plans.byId(match.id) : undefined
  if (!plan) throw missing('plan.unknown', `There is no plan ${query}.`, { hint: 'See `agents plan list`.' })
  return plan
}

/** Tells followers and lists that a plan has a new standing. */
export function announce(deps: MoveDeps, plan: Plan): void {
  const body = plan.error ? plan.error.message : ''
  deps.activity.add(plan.id, {
    phase: plan.phase,
    kind: plan.error ? 'error' : 'state',
    title: standingSentence(plan),
    body,
  })
  deps.changes.publish('plan', plan.id, plan.state)
}

/**
 * Moves a plan by an event: the new row and the event row are one transaction. `change` adds to the row what the event
 * brings besides the standing. What is not due is said in `nothing`; what is not allowed is refused.
 */
export function movePlan(deps: MoveDeps, from: Plan, event: PlanEvent, change: Partial<Plan> = {}): Moved {
  const result = transition(from, event)
  if (result.kind === 'nothing') return { plan: from, effects: [], nothing: result.why }
  if (result.kind === 'refused') {
    throw conflict('plan.wrong_state', `Plan ${from.id}: ${result.why}. Nothing was changed.`, {
      hint: 'See `agents plan status` for what is due.',
      details: { plan_id: from.id, phase: from.phase, state: from.state },
    })
  }
  const now = deps.clock()
  const stamps = {
    started: from.started ?? (event.type === 'claimed' ? now : null),
    ended: isTerminal(result.to.state) ? now : null,
  }
  const plan = deps.db.transaction(() =>
    deps.plans.store(from, { ...result.to, ...stamps, ...change }, event.type, now),
  )
  announce(deps, plan)
  return { plan, effects: result.effects, nothing: null }
}
