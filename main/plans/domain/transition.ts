import { assertNever } from '@shared/model/assert-never'
import { isTerminal, type WaitReason } from '@shared/model/plan'
import { phaseWords } from '@shared/model/standing-words'
import { goBack, type BackwardEvent } from './backward'
import type { PlanError, Standing } from './plan'
import { standingSentence } from './standing-sentence'
import { asksPerson, moved, nothing, queued, refused, type Transition } from './step'

export type { Effect, Transition } from './step'

/** Reasons for which a running phase pauses by itself; a gate, a stop and a way back have events of their own. */
export type PauseReason = Exclude<WaitReason, 'phase_gate' | 'stopped' | 'restored'>

/** What happens to a plan. Who asked is not part of it; what the profile says is. */
export type PlanEvent =
  | { readonly type: 'execute_requested' }
  | { readonly type: 'claimed' }
  | { readonly type: 'phase_finished'; readonly opensAlone: boolean; readonly hasChanges: boolean }
  | {
      readonly type: 'paused'
      readonly reason: PauseReason
      readonly neverWaits: boolean
      /** What it waits for, in a sentence, where more than the reason is known. */
      readonly why?: string | null
    }
  | { readonly type: 'failed'; readonly error: PlanError }
  | { readonly type: 'interrupted' }
  /** `hookRuns`: a hook decides whether the apply goes on, and nothing of the target is touched. */
  | { readonly type: 'stop_requested'; readonly hookRuns?: boolean }
  | { readonly type: 'prompted' }
  | { readonly type: 'approved'; readonly decisionsLeft: number }
  /** A violated rule was set aside; others may be left. */
  | { readonly type: 'waived'; readonly violationsLeft: number }
  /** The strategy is revised by the profile, without a person. */
  | { readonly type: 'reverted' }
  | { readonly type: 'apply_requested' }
  | { readonly type: 'apply_refused'; readonly reason: 'conflict' | 'validation' }
  | {
      readonly type: 'apply_blocked'
      readonly reason: 'invariant'
      readonly neverWaits: boolean
      readonly why?: string | null
    }
  | { readonly type: 'applied' }
  | { readonly type: 'cancel_requested' }
  | BackwardEvent

export const interruptedError: PlanError = {
  code: 'interrupted',
  message: 'The application ended while this phase was running. Everything recorded until then is kept.',
  hint: 'Resume it to go on after the last recorded step, or discard it.',
  tool: null,
  step: null,
  recoverable: true,
  raw: null,
}

/** The waits that an answer ends by running the same phase again. */
function resumed(from: Standing): Transition {
  return queued(from, from.phase)
}

/** What ended a phase from outside, so that going on is no new attempt at it. */
const outside: ReadonlySet<string | undefined> = new Set(['interrupted', 'disk.full'])

/** A retry of what failed counts as a new attempt; going on after an interruption does not. */
function retried(from: Standing): Transition {
  return queued(from, from.phase, outside.has(from.error?.code) ? from.attempt : from.attempt + 1)
}

function onExecute(from: Standing): Transition {
  switch (from.state) {
    case 'queued':
    case 'processing':
      return nothing(`${phaseWords[from.phase]} is already running`)
    case 'complete':
      return from.phase === 'strategize' ? queued(from, 'execute') : nothing('Execute is complete; apply is due')
    case 'awaiting_input':
      if (asksPerson(from))
        return nothing(`a ${from.reason === 'guard' ? 'tool call' : 'decision'} waits for an answer`)
      if (from.gate === 'apply') return nothing('Execute is complete; apply is due')
      return from.gate ? queued(from, from.gate) : resumed(from)
    case 'errored':
      return from.phase === 'apply' ? nothing('Execute is complete; apply is due') : retried(from)
    case 'constrained':
      return nothing('apply was refused; resolve that and apply again')
    case 'applied':
    case 'cancelled':
      return nothing(`the plan is ${from.state}`)
    default:
      return assertNever(from.state)
  }
}

function onFinished(from: Standing, opensAlone: boolean, hasChanges: boolean): Transition {
  if (from.state !== 'processing' || from.phase === 'apply')
    return refused('only a running Strategize or Execute finishes')
  if (from.phase === 'execute' && !hasChanges)
    return moved(from, { phase: 'apply', state: 'applied' }, 'discard_sandbox')
  const next = from.phase === 'strategize' ? 'execute' : 'apply'
  if (opensAlone) return queued(from, next)
  return moved(from, { state: 'awaiting_input', reason: 'phase_gate', gate: next })
}

function onPaused(from: Standing, reason: PauseReason, neverWaits: boolean, why: string | null): Transition {
  if (from.state !== 'processing') return refused('only a running phase pauses')
  if (!neverWaits) return moved(from, { state: 'awaiting_input', reason })
  const error: PlanError = {
    code: `would_wait.${reason}`,
    message: `${why ? `${why} ` : ''}The plan would have to wait for a person (${reason}), which its profile does not allow.`,
    hint: 'Do one of its next steps, or use a profile that may wait.',
    tool: null,
    step: null,
    recoverable: true,
    raw: null,
  }
  return moved(from, { state: 'errored', error })
}

function onApproved(from: Standing, decisionsLeft: number): Transition {
  if (asksPerson(from))
    return decisionsLeft > 0 ? moved(from, { state: 'awaiting_input', reason: from.reason }) : resumed(from)
  if (from.state === 'awaiting_input' && from.reason === 'invariant')
    return refused('a violated invariant is not passed by approving')
  if (from.state === 'awaiting_input') return from.gate ? queued(from, from.gate) : resumed(from)
  if (from.state === 'errored' && from.phase !== 'apply') return retried(from)
  return refused(`nothing waits for an approval: ${standingSentence(from)}`)
}

function onWaived(from: Standing, violationsLeft: number): Transition {
  if (from.state !== 'awaiting_input' || from.reason !== 'invariant') return refused('no violated invariant holds it')
  return violationsLeft > 0 ? moved(from, { state: 'awaiting_input', reason: 'invariant' }) : resumed(from)
}

/** Backward by itself: always to Strategize, from a running Execute or a refused Apply. */
function onReverted(from: Standing): Transition {
  const fromExecute = from.phase === 'execute' && from.state === 'processing'
  const fromApply = from.phase === 'apply' && from.state === 'constrained'
  if (!fromExecute && !fromApply) return refused('only Execute, or a refused Apply, goes back to the strategy')
  return queued(from, 'strategize', from.attempt + 1)
}

function onPrompted(from: Standing): Transition {
  if (isTerminal(from.state)) return refused(`the plan is ${from.state}`)
  // What Apply was refused for is put right in the sandbox; what it applied already is not.
  const refusedApply = from.state === 'constrained' || from.state === 'errored'
  if (from.phase === 'apply' && refusedApply && from.error?.code !== 'apply.post_validation')
    return queued(from, 'execute', from.attempt + 1)
  if (from.phase === 'apply') return refused('guidance reaches Strategize and Execute; this plan is in apply')
  if (from.state === 'queued' || from.state === 'processing') return nothing('queued for the next step')
  // At the gate before Strategize nothing has run yet: the guidance waits there with the plan.
  if (from.gate === 'strategize') return nothing('queued for the first step')
  return from.state === 'errored' ? retried(from) : resumed(from)
}

function onApply(from: Standing): Transition {
  const atExecute = from.phase === 'execute' && (from.state === 'complete' || from.state === 'awaiting_input')
  if (atExecute && asksPerson(from)) return refused('a decision waits for an answer first')
  const again = from.phase === 'apply' && (from.state === 'constrained' || from.state === 'errored')
  if (atExecute || again) return queued(from, 'apply')
  if (from.phase === 'apply' && (from.state === 'queued' || from.state === 'processing'))
    return nothing('apply is already running')
  if (from.state === 'applied') return nothing('the plan is applied already')
  if (from.state === 'queued' || from.state === 'processing')
    return refused(`it is being worked on, and apply needs a finished Execute; ${standingSentence(from)}`)
  return refused(`apply needs a finished Execute; ${standingSentence(from)}`)
}

function onWorker(from: Standing, event: PlanEvent): Transition {
  const running = from.state === 'processing'
  switch (event.type) {
    case 'claimed':
      return from.state === 'queued'
        ? moved(from, { state: 'processing' })
        : refused('only a queued phase can be claimed')
    case 'failed':
      return running ? moved(from, { state: 'errored', error: event.error }) : refused('only a running phase fails')
    case 'interrupted':
      return running
        ? moved(from, { state: 'errored', error: interruptedError })
        : refused('only a running phase is interrupted')
    case 'apply_refused':
      if (!running || from.phase !== 'apply') return refused('only a running apply is refused')
      return moved(from, { state: 'constrained', reason: event.reason })
    case 'apply_blocked': {
      if (!running || from.phase !== 'apply') return refused('only a running apply is blocked')
      // Nothing was applied: the plan waits where its work can still be changed.
      return onPaused({ ...from, phase: 'execute' }, event.reason, event.neverWaits, event.why ?? null)
    }
    case 'applied':
      if (!running || from.phase !== 'apply') return refused('only a running apply ends applied')
      return moved(from, { state: 'applied' }, 'discard_sandbox')
    default:
      return refused(`not a worker's event: ${event.type}`)
  }
}

/**
 * Decides what an event does to a plan (domain section 2). Pure: the only place that knows which standings follow
 * which; nothing else writes phase or state.
 */
export function transition(from: Standing, event: PlanEvent): Transition {
  switch (event.type) {
    case 'execute_requested':
      return onExecute(from)
    case 'phase_finished':
      return onFinished(from, event.opensAlone, event.hasChanges)
    case 'paused':
      return onPaused(from, event.reason, event.neverWaits, event.why ?? null)
    case 'approved':
      return onApproved(from, event.decisionsLeft)
    case 'waived':
      return onWaived(from, event.violationsLeft)
    case 'reverted':
      return onReverted(from)
    case 'prompted':
      return onPrompted(from)
    case 'apply_requested':
      return onApply(from)
    case 'stop_requested':
      if (from.state !== 'processing' && from.state !== 'queued') return refused('nothing is running')
      if (from.phase === 'apply') {
        if (from.state === 'processing' && event.hookRuns !== true)
          return refused('apply is a short transaction and cannot be stopped half way')
        // Nothing was applied: the plan waits where it did before.
        return moved(from, { phase: 'execute', state: 'awaiting_input', reason: 'phase_gate', gate: 'apply' }, 'abort')
      }
      return moved(from, { state: 'awaiting_input', reason: 'stopped' }, 'abort')
    case 'cancel_requested':
      if (isTerminal(from.state)) return refused(`the plan is ${from.state} already`)
      if (from.phase === 'apply' && from.state === 'processing') return refused('apply is running; wait for its end')
      return moved(from, { state: 'cancelled' }, 'abort', 'discard_sandbox')
    case 'claimed':
    case 'failed':
    case 'interrupted':
    case 'apply_refused':
    case 'apply_blocked':
    case 'applied':
      return onWorker(from, event)
    case 'rolled_back':
    case 'corrected':
    case 'appended':
    case 'undone':
    case 'restored':
    case 'updated':
      return goBack(from, event)
    default:
      return assertNever(event)
  }
}
