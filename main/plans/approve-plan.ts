import { conflict, invalid } from '@shared/model/refusal'
import { matchId } from '@shared/model/id'
import { choices, type Decision } from '../decisions'
import type { Plan } from './domain/plan'
import { asksPerson } from './domain/step'
import { movePlan, type Moved } from './move-plan'
import { raiseBudget } from './raise-budget'
import type { PlanDeps } from './ports'
import { violated, waiveInvariant } from './waive-invariant'

function waitingDecision(waiting: readonly Decision[], wanted: string | undefined): Decision {
  const ids = waiting.map((decision) => decision.id)
  const match = wanted === undefined ? null : matchId(wanted, ids)
  if (match?.kind === 'ambiguous') {
    throw invalid('decision.ambiguous', `${wanted} could be ${match.candidates.length} decisions.`, {
      hint: `Write more of the id: ${match.candidates.slice(0, 5).join(', ')}`,
      details: { candidates: match.candidates },
    })
  }
  const found = match === null ? waiting[0] : waiting.find(({ id }) => match.kind === 'one' && id === match.id)
  if (!found)
    throw conflict('decision.not_waiting', 'That decision does not wait for an answer.', {
      hint: 'See `agents plan tree` for those that do.',
    })
  return found
}

function chosenOf(decision: Decision, choose: number | undefined): string {
  if (choose === undefined) return decision.proposed
  const list = choices(decision)
  const chosen = list[choose - 1]
  if (chosen !== undefined) return chosen
  throw invalid('decision.no_such_alternative', `There is no alternative ${choose}: the decision has ${list.length}.`, {
    hint: list.map((text, index) => `${index + 1}. ${text}`).join('\n'),
    details: { alternatives: list },
  })
}

/** Decisions of the strategy that the review at the gate before Execute can still answer in another way; null elsewhere. */
function underReview(deps: PlanDeps, plan: Plan): readonly Decision[] | null {
  if (plan.state !== 'awaiting_input' || plan.gate !== 'execute') return null
  return deps.decisions
    .live(plan.id)
    .filter(
      (one) =>
        one.phase === 'strategize' &&
        one.type === 'strategy_choice' &&
        (one.standing === 'flagged' || one.answeredBy === 'person'),
    )
}

/** The decision that a review speaks of: the one that is named, else the only one that is flagged. */
function reviewedDecision(review: readonly Decision[], wanted: string | undefined): Decision {
  if (wanted !== undefined) return waitingDecision(review, wanted)
  const flagged = review.filter((one) => one.standing === 'flagged')
  if (flagged.length === 1) return flagged[0]!
  throw conflict(
    'decision.which',
    `${flagged.length === 0 ? 'No decision is' : `${flagged.length} decisions are`} left for this review; nothing was changed.`,
    {
      hint: ['Name one with --decision:', ...review.map((one) => `${one.id}  ${one.question}`)].join('\n'),
      details: { decisions: review.map((one) => one.id) },
    },
  )
}

/** Notes a person's answer to a decision. */
function tellAnswer(deps: PlanDeps, plan: Plan, decision: Decision, chosen: string): void {
  deps.activity.add(plan.id, {
    phase: plan.phase,
    kind: 'decision',
    title: `A person answered: ${decision.question} → ${chosen}`,
    decisionId: decision.id,
  })
  deps.changes.publish('decision', plan.id, 'decided')
}

/** Answers a decision at the review of the strategy; the plan goes on waiting for the approval of the whole. */
function answerReviewed(deps: PlanDeps, plan: Plan, review: readonly Decision[], options: ApproveOptions): Moved {
  const decision = reviewedDecision(review, options.decisionId)
  const chosen = chosenOf(decision, options.choose)
  deps.decisions.answer(decision.id, chosen)
  tellAnswer(deps, plan, decision, chosen)
  return { plan, effects: [], nothing: null }
}

export type ApproveOptions = {
  readonly choose?: number
  readonly decisionId?: string
  /** Dollars that the cap which holds the plan is raised to. */
  readonly budget?: number
  readonly allowUnknownCost?: boolean
  readonly waive?: { readonly invariant: string; readonly reason: string }
}

/**
 * Approves what a plan waits for. At a phase gate that is the command of the next phase; at paused decisions it answers
 * one: the proposal, or the nth alternative as listed, from 1. The plan goes on once none is left. A decision that was only
 * flagged can be answered so at the gate before Execute, before the strategy is approved as a whole.
 */
export function approvePlan(deps: PlanDeps, plan: Plan, options: ApproveOptions): Moved {
  if (options.budget !== undefined || options.allowUnknownCost) return raiseBudget(deps, plan, options)
  if (options.waive) return waiveInvariant(deps, plan, options.waive.invariant, options.waive.reason)
  if (plan.state === 'awaiting_input' && plan.reason === 'invariant') {
    if (deps.invariants.violated(plan.id).length > 0) throw violated(deps, plan)
    // The rule that held it was removed since.
    return movePlan(deps, plan, { type: 'waived', violationsLeft: 0 })
  }
  const waiting = deps.decisions.waiting(plan.id)
  if (!asksPerson(plan)) {
    if (options.choose !== undefined || options.decisionId !== undefined) {
      const review = underReview(deps, plan)
      if (review) return answerReviewed(deps, plan, review, options)
      throw conflict(
        'decision.not_waiting',
        `No decision of plan ${plan.id} waits for an answer; nothing was changed.`,
        { hint: 'See `agents plan status`.' },
      )
    }
    return movePlan(deps, plan, { type: 'approved', decisionsLeft: 0 })
  }
  const decision = waitingDecision(waiting, options.decisionId)
  const chosen = chosenOf(decision, options.choose)
  const moved = deps.db.transaction(() => {
    deps.decisions.answer(decision.id, chosen)
    return movePlan(deps, plan, { type: 'approved', decisionsLeft: waiting.length - 1 })
  })
  tellAnswer(deps, plan, decision, chosen)
  return moved
}
