import { invalid, missing } from '@shared/model/refusal'
import { matchId } from '@shared/model/id'
import { isTerminal, phases } from '@shared/model/plan'
import type { DecisionDetail, DecisionNode } from '@shared/contract/decisions'
import { choices, type Decision } from '../../decisions'
import type { Plan } from '../domain/plan'
import type { PlanDeps } from '../ports'
import { escalationView } from './control-view'
import { decisionImpact } from './decision-impact'

type Reviewing = Pick<Plan, 'phase' | 'state'>

/** Whether the review that ends a decision's phase has yet to come: what a person let pass there is settled. */
const reviewIsAhead = ({ phase }: Pick<Decision, 'phase'>, plan: Reviewing): boolean =>
  !isTerminal(plan.state) && phases.indexOf(plan.phase) <= phases.indexOf(phase)

/** A decision as a node of the tree. */
export function decisionNode(decision: Decision, plan: Reviewing): DecisionNode {
  return {
    id: decision.id,
    plan_id: decision.planId,
    parent_id: decision.parentId,
    sequence: decision.seq,
    type: decision.type,
    question: decision.question,
    proposed: decision.proposed,
    chosen: decision.chosen,
    confidence: decision.confidence,
    threshold: decision.threshold,
    alternatives:
      decision.confidence === null && decision.alternatives.length === 0
        ? []
        : choices(decision).map((text) => ({
            text,
            proposed: text === decision.proposed,
            chosen: text === decision.chosen,
          })),
    superseded: decision.supersededAt !== null,
    superseded_by: decision.supersededBy,
    corrects: decision.corrects,
    influenced_by: [...decision.influencedBy],
    waiting: decision.standing === 'waiting' && decision.supersededAt === null,
    flagged: decision.standing === 'flagged' && reviewIsAhead(decision, plan),
    phase: decision.phase,
    attempt: decision.attempt,
    created: decision.created,
  }
}

export function findDecision(deps: Pick<PlanDeps, 'decisions'>, query: string): Decision {
  const match = matchId(query, deps.decisions.idsLike(query))
  if (match.kind === 'ambiguous') {
    throw invalid('decision.ambiguous', `${query} could be ${match.candidates.length} decisions.`, {
      hint: `Write more of the id: ${match.candidates.slice(0, 5).join(', ')}`,
      details: { candidates: match.candidates },
    })
  }
  const decision = match.kind === 'one' ? deps.decisions.byId(match.id) : undefined
  if (!decision)
    throw missing('decision.unknown', `There is no decision ${query}.`, { hint: 'See `agents plan tree PLAN`.' })
  return decision
}

/** A decision in full; context and reasoning only where they are asked for. */
export function decisionDetail(
  deps: Pick<PlanDeps, 'decisions' | 'invariants' | 'sandboxes' | 'plans'>,
  decision: Decision,
  plan: Reviewing,
  show: { readonly context: boolean; readonly reasoning: boolean },
): DecisionDetail {
  const all = deps.decisions.ofPlan(decision.planId)
  return {
    ...decisionNode(decision, plan),
    rationale: decision.rationale,
    influences: all.filter((other) => other.influencedBy.includes(decision.id)).map((other) => other.id),
    artifacts: [...decision.artifacts],
    answered_by: decision.answeredBy,
    impact: decisionImpact(deps, decision),
    escalation: escalationView(deps, decision),
    context:
      show.context && decision.context ? { hash: decision.context.hash, entries: [...decision.context.entries] } : null,
    reasoning: show.reasoning ? decision.reasoning : null,
  }
}
