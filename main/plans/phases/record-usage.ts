import { costOf, priceOf, type ModelAnswer } from '../../models'
import type { Phase } from '@shared/model/plan'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { estimatedPrice } from '../usage'

/** Notes what one answer of a model used and cost. */
export function recordUsage(
  deps: PlanDeps,
  plan: Plan,
  phase: Phase,
  model: Parameters<typeof priceOf>[0],
  answer: ModelAnswer,
): void {
  const cost = costOf(answer.usage, priceOf(model))
  const known = cost.kind === 'known'
  deps.usage.add({
    id: deps.newId(),
    planId: plan.id,
    phase,
    model: answer.model,
    tokens: answer.usage,
    cost: known ? cost.microDollars : null,
    priceVersion: !known ? null : answer.usage.estimated ? estimatedPrice : cost.version,
    at: deps.clock(),
  })
}
