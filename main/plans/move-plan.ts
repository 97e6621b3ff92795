import { conflict, missing, invalid } from '@shared/model/refusal'
import { isTerminal } from '@shared/model/plan'
import { matchId } from '@shared/model/id'
import { refuseWhileChanging } from './control/change-log'
import { standingSentence } from './domain/standing-sentence'
import { transition, type Effect, type PlanEvent, type Transition } from './domain/transition'
import { modeOfApply, type Plan } from './domain/plan'
import type { PlanDeps } from './ports'
import type { Ending } from './event-reads'

export type Moved = { readonly plan: Plan; readonly effects: readonly Effect[]; readonly nothing: string | null }

const beingEnded: Readonly<Record<Ending, string>> = {
  cancelling: 'being cancelled',
  finishing: 'coming to its end',
}

type MoveDeps = Pick<PlanDeps, 'db' | 'plans' | 'changes' | 'clock' | 'activity' | 'changeLog'>

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

/** Where a refused command finds what is due; a plan that runs has to come to rest first. */
export function dueHint({ id, state }: Pick<Plan, 'id' | 'state'>): string {
  if (state !== 'queued' && state !== 'processing') return 'See `agents plan status` for what is due.'
  return `Wait until it rests: see \`agents plan status ${id}\`, or give the command that set it going --wait.`
}

type Moving = Extract<Transition, { kind: 'moved' }>

/** What an event does to a plan; refuses what is not allowed, and everything while another end has begun. */
function decide(
  deps: Pick<MoveDeps, 'plans' | 'changeLog'>,
  from: Plan,
  event: PlanEvent,
): Exclude<Transition, { kind: 'refused' }> {
  if (deps.changeLog.isOpen(from.id)) throw refuseWhileChanging(from.id)
  const ending = deps.plans.ending(from.id)
  if (ending) {
    throw conflict('plan.ending', `Plan ${from.id} is ${beingEnded[ending]}. Nothing else was changed.`, {
      hint: 'It is done in a moment; see `agents plan status` then.',
      details: { plan_id: from.id, phase: from.phase, state: from.state },
    })
  }
  const result = transition(from, event)
  if (result.kind !== 'refused') return result
  throw conflict('plan.wrong_state', `Plan ${from.id}: ${result.why}. Nothing was changed.`, {
    hint: dueHint(from),
    details: { plan_id: from.id, phase: from.phase, state: from.state },
  })
}

/** Events after which a phase that its actor has finished is still finished. */
const keepsFinish: ReadonlySet<PlanEvent['type']> = new Set(['execute_requested', 'claimed', 'approved', 'waived'])

/** An apply's own mode holds for that apply alone, and becomes the plan's once something arrived by it. */
function modesAfter(
  from: Plan,
  { to }: Moving,
  event: PlanEvent,
  change: Partial<Plan>,
): Pick<Plan, 'applyMode' | 'applyModeOnce'> {
  const arrived = event.type === 'applied' || Boolean(change.applied)
  if (arrived) return { applyMode: modeOfApply(from), applyModeOnce: null }
  return { applyMode: from.applyMode, applyModeOnce: to.phase === 'apply' ? from.applyModeOnce : null }
}

function storeMove(deps: MoveDeps, from: Plan, event: PlanEvent, result: Moving, change: Partial<Plan>): Moved {
  const now = deps.clock()
  const stamps = {
    started: from.started ?? (event.type === 'claimed' ? now : null),
    ended: isTerminal(result.to.state) ? now : null,
    finishedPhase: keepsFinish.has(event.type) ? from.finishedPhase : null,
    conflictCauses: [],
    ...modesAfter(from, result, event, change),
  }
  const plan = deps.db.transaction(() =>
    deps.plans.store(from, { ...result.to, ...stamps, ...change }, event.type, now),
  )
  announce(deps, plan)
  return { plan, effects: result.effects, nothing: null }
}

/**
 * Moves a plan by an event: the new row and the event row are one transaction. `change` adds to the row what the event
 * brings besides the standing. What is not due is said in `nothing`; what is not allowed is refused.
 */
export function movePlan(deps: MoveDeps, from: Plan, event: PlanEvent, change: Partial<Plan> = {}): Moved {
  const result = decide(deps, from, event)
  if (result.kind === 'nothing') return { plan: from, effects: [], nothing: result.why }
  return storeMove(deps, from, event, result, change)
}

/** The events that end a plan; its sandbox goes first, so that the end is true when it is told. */
export type EndingEvent = Extract<PlanEvent, { type: 'cancel_requested' | 'phase_finished' | 'applied' }>

/** Records that a plan ends by this event, which `completeEnding` brings about; until then nothing else moves it. */
export function beginEnding(deps: MoveDeps, from: Plan, event: EndingEvent, change: Partial<Plan> = {}): void {
  decide(deps, from, event)
  const ending: Ending = event.type === 'cancel_requested' ? 'cancelling' : 'finishing'
  const plan = deps.db.transaction(() => deps.plans.store(from, change, ending, deps.clock()))
  if (ending === 'cancelling')
    deps.activity.add(plan.id, { phase: plan.phase, kind: 'notice', title: 'The plan is being cancelled' })
}

/** Brings a begun end about: what its sandboxes held is gone. A plan whose end had not begun is left as it is. */
export function completeEnding(deps: MoveDeps, planId: string): void {
  const from = deps.plans.byId(planId)
  const ending = deps.plans.ending(planId)
  if (!from || !ending) return
  const finished: EndingEvent =
    from.phase === 'apply' ? { type: 'applied' } : { type: 'phase_finished', opensAlone: false, hasChanges: false }
  const event = ending === 'cancelling' ? ({ type: 'cancel_requested' } as const) : finished
  const result = transition(from, event)
  if (result.kind === 'moved') storeMove(deps, from, event, result, {})
}
