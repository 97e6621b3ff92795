import { assertNever } from '@shared/model/assert-never'
import { phases, type Phase, type PlanState } from '@shared/model/plan'
import { phaseWords } from '@shared/model/standing-words'
import type { Standing } from './plan'
import { standingSentence } from './standing-sentence'
import { asksPerson, moved, queued, refused, type Transition } from './step'

/** What takes a plan back. Nothing here ever leads to a later phase than the plan is in. */
export type BackwardEvent =
  | { readonly type: 'rolled_back' }
  /** `undone`: what the plan applied was taken back in the repository already. */
  | { readonly type: 'corrected'; readonly phase: Phase; readonly undone: boolean }
  | { readonly type: 'appended' }
  | { readonly type: 'undone'; readonly to: Standing }
  | { readonly type: 'restored' }
  /** What its targets got meanwhile stands in its sandboxes now. */
  | { readonly type: 'updated' }

const running = (from: Standing) => from.state === 'queued' || from.state === 'processing'

/** Standings from which a plan is rolled back, by phase. */
const rollsBack: Readonly<Record<Phase, readonly PlanState[]>> = {
  strategize: [],
  execute: ['awaiting_input', 'complete', 'errored'],
  apply: ['constrained', 'errored', 'applied'],
}

/** Standings in which guidance is added under a decision and Execute goes on. */
const appends: Readonly<Record<Phase, readonly PlanState[]>> = {
  strategize: [],
  execute: ['awaiting_input', 'complete'],
  apply: ['constrained'],
}

function onRolledBack(from: Standing): Transition {
  if (running(from)) return refused(`${phaseWords[from.phase]} is running; stop it first`)
  if (!rollsBack[from.phase].includes(from.state))
    return refused(`there is nothing to roll back: ${standingSentence(from)}`)
  return moved(from, { phase: 'execute', state: 'awaiting_input', reason: 'rolled_back' })
}

function onCorrected(from: Standing, phase: Phase, undone: boolean): Transition {
  if (phase === 'apply') return refused('a correction goes back to Strategize or Execute, not to Apply')
  if (phases.indexOf(phase) > phases.indexOf(from.phase))
    return refused(`a correction never goes forward: the plan is in ${phaseWords[from.phase]}`)
  if (running(from)) return refused(`${phaseWords[from.phase]} is running; stop it first`)
  if (from.state === 'cancelled') return refused('the plan is cancelled')
  if (from.state === 'applied' && !undone)
    return refused('the plan is applied; undo the apply, or roll back, before it is corrected')
  return queued(from, phase, from.attempt + 1)
}

function onAppended(from: Standing): Transition {
  if (asksPerson(from)) return refused('a decision waits for an answer first')
  if (!appends[from.phase].includes(from.state))
    return refused(`guidance is appended once Execute waits; ${standingSentence(from)}`)
  return queued(from, 'execute', from.attempt + 1)
}

/** Only where a plan stands before Apply, or waits because of what others changed. */
function onUpdated(from: Standing): Transition {
  if (running(from)) return refused(`${phaseWords[from.phase]} is running; stop it first`)
  const atApply = from.phase === 'apply' && (from.state === 'constrained' || from.state === 'errored')
  const waits = from.state === 'awaiting_input' && (from.gate === 'apply' || from.reason === 'source_changed')
  const executed = from.phase === 'execute' && from.state === 'complete'
  if (!atApply && !waits && !executed)
    return refused(`a plan is brought up to date once Execute is done; here ${standingSentence(from)}`)
  return queued(from, from.phase === 'apply' ? 'execute' : from.phase)
}

function onUndone(from: Standing, to: Standing): Transition {
  if (running(from)) return refused(`${phaseWords[from.phase]} is running; stop it first`)
  if (running(to) || to.state === 'cancelled') return refused('there is no such state to go back to')
  return { kind: 'moved', to, effects: to.state === 'applied' ? ['discard_sandbox'] : [] }
}

export function goBack(from: Standing, event: BackwardEvent): Transition {
  switch (event.type) {
    case 'rolled_back':
      return onRolledBack(from)
    case 'corrected':
      return onCorrected(from, event.phase, event.undone)
    case 'appended':
      return onAppended(from)
    case 'undone':
      return onUndone(from, event.to)
    case 'updated':
      return onUpdated(from)
    case 'restored': {
      if (from.state !== 'cancelled') return refused(`only a cancelled plan is restored; this one is ${from.state}`)
      const phase = from.phase === 'apply' ? 'execute' : from.phase
      return moved(from, { phase, state: 'awaiting_input', reason: 'restored' })
    }
    default:
      return assertNever(event)
  }
}
