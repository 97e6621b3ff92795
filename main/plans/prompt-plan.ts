import { isTerminal } from '@shared/model/plan'
import { settledDecision } from '../decisions'
import type { Plan } from './domain/plan'
import { movePlan, type Moved } from './move-plan'
import type { PlanDeps } from './ports'
import { actingRole, requireGuidable } from './require-guidable'

/**
 * Gives a plan guidance, recorded as a `user_intervention`. A waiting or failed plan goes on with it; a running one takes
 * it up at its next step. Paused decisions that are answered this way are superseded and decided anew.
 */
export function promptPlan(deps: PlanDeps, plan: Plan, text: string): Moved & { readonly decisionId: string } {
  // A held call is answered by it: the call is not made, whoever wanted it.
  if (!isTerminal(plan.state) && plan.reason !== 'guard')
    requireGuidable(deps, plan, actingRole(plan), plan.reason === 'low_confidence')
  const decisionId = deps.newId()
  const now = deps.clock()
  const moved = deps.db.transaction(() => {
    // Moving first refuses guidance that could never be taken up, before anything is stored.
    const result = movePlan(deps, plan, { type: 'prompted' })
    const live = deps.decisions.live(plan.id)
    const waiting = live.filter((decision) => decision.standing === 'waiting')
    const root = live.find((decision) => decision.parentId === null)
    deps.decisions.add(
      settledDecision({
        id: decisionId,
        planId: plan.id,
        parentId: waiting[0]?.parentId ?? root?.id ?? null,
        type: 'user_intervention',
        phase: plan.phase === 'apply' ? 'execute' : plan.phase,
        attempt: result.plan.attempt,
        question: 'What did the person say?',
        chosen: text,
        answeredBy: 'person',
        influencedBy: waiting.map((decision) => decision.id),
        created: now,
      }),
    )
    for (const decision of waiting) deps.decisions.supersede(decision.id, decisionId, now)
    deps.guidance.add({ id: deps.newId(), planId: plan.id, decisionId, text })
    return result
  })
  deps.activity.add(plan.id, { phase: plan.phase, kind: 'guidance', title: 'Guidance given', body: text, decisionId })
  deps.changes.publish('decision', plan.id, 'decided')
  deps.changes.publish('plan', plan.id, moved.plan.state)
  return { ...moved, decisionId }
}
