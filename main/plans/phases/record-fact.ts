import type { Phase } from '@shared/model/plan'
import { settledDecision, type Decision } from '../../decisions'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'

type Fact = Pick<Decision, 'type' | 'question' | 'chosen'> &
  Partial<Pick<Decision, 'parentId' | 'rationale' | 'influencedBy' | 'answeredBy'>>

/** Records something that was settled without alternatives: an answer to a failure, a waiver, a reversion. */
export function recordFact(deps: PlanDeps, plan: Plan, phase: Phase, fact: Fact): Decision {
  const root = deps.decisions.live(plan.id).find((decision) => decision.parentId === null)
  const decision = deps.decisions.add(
    settledDecision({
      parentId: root?.id ?? null,
      answeredBy: 'actor',
      ...fact,
      id: deps.newId(),
      planId: plan.id,
      phase,
      attempt: plan.attempt,
      created: deps.clock(),
    }),
  )
  deps.changes.publish('decision', plan.id, 'decided')
  return decision
}
