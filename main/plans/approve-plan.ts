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
 * one: the proposal, or the nth alternative as listed, from 1. The plan goes on once none is left.
 */
export function approvePlan(deps: PlanDeps, plan: Plan, options: ApproveOptions): Moved {
  if (options.budget !== undefined || options.allowUnknownCost) return raiseBudget(deps, plan, options)
  if (options.waive) return waiveInvariant(deps, plan, options.waive.invariant, options.waive.reason)
  if (plan.state === 'awaiting_input' && plan.reason === 'invariant') throw violated(deps, plan)
  const waiting = deps.decisions.waiting(plan.id)
  if (!asksPerson(plan)) {
    if (options.choose !== undefined || options.decisionId !== undefined) {
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
  deps.activity.add(plan.id, {
    phase: plan.phase,
    kind: 'decision',
    title: `A person answered: ${decision.question} → ${chosen}`,
    decisionId: decision.id,
  })
  deps.changes.publish('decision', plan.id, 'decided')
  return moved
}
