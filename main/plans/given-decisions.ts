import { settledDecision } from '../decisions'
import type { Invariant } from '../invariants'
import type { Plan } from './domain/plan'
import type { PlanDeps } from './ports'

export const enforcedQuestion = 'Which rule holds throughout?'

/** What a plan begins with: the person who made it and its action said this, and nobody was asked. */
export function givenDecision(
  deps: Pick<PlanDeps, 'clock'>,
  plan: Plan,
  id: string,
  parentId: string | null,
  type: string,
  question: string,
  chosen: string,
) {
  return settledDecision({
    id,
    planId: plan.id,
    parentId,
    type,
    phase: 'strategize',
    attempt: 1,
    question,
    chosen,
    answeredBy: null,
    created: deps.clock(),
  })
}

function placeWords({ scope, source }: Pick<Invariant, 'scope' | 'source'>): string {
  switch (scope) {
    case 'global':
      return 'everywhere'
    case 'plan':
      return 'this plan alone'
    case 'project':
      return `project ${source}`
    case 'action':
      return `action ${source}`
  }
}

/** Records that a plan holds a rule that it was not made with; `why` where that was not just added. */
export function recordEnforced(
  deps: PlanDeps,
  planId: string,
  rule: Pick<Invariant, 'scope' | 'source' | 'text'>,
  why?: string,
): void {
  const plan = deps.plans.byId(planId)
  const root = deps.decisions.live(planId).find((decision) => decision.parentId === null)
  if (!plan || !root) return
  const row = givenDecision(deps, plan, deps.newId(), root.id, 'invariant_enforced', enforcedQuestion, rule.text)
  const rationale =
    why ?? `Added after this plan was made, for ${placeWords(rule)}; it is checked from the next check on.`
  deps.decisions.add({ ...row, phase: plan.phase, attempt: plan.attempt, rationale })
  deps.changes.publish('decision', planId, 'decided')
}

/** Records that a plan no longer holds a rule: its decision is superseded, and the plan's activity tells why. */
export function recordReleased(
  deps: PlanDeps,
  planId: string,
  rule: Pick<Invariant, 'scope' | 'text'>,
  why: string,
): void {
  const plan = deps.plans.byId(planId)
  if (!plan) return
  const enforced = deps.decisions
    .live(planId)
    .filter(({ type, chosen }) => type === 'invariant_enforced' && chosen === rule.text)
  for (const { id } of enforced) deps.decisions.supersede(id, null, deps.clock())
  deps.activity.add(planId, {
    phase: plan.phase,
    kind: 'notice',
    title: `The ${rule.scope} invariant "${rule.text}" no longer holds for this plan: ${why}`,
  })
  deps.changes.publish('decision', planId, 'decided')
}
