import type { PlanSummary, PlanView } from '@shared/contract/plan-view'
import type { Phase, PlanState, WaitReason } from '@shared/model/plan'
import { stateWords } from '@shared/model/standing-words'
import type { Tone } from '../ui'

export const reasonWords: Readonly<Record<WaitReason, string>> = {
  phase_gate: 'Waits for your approval of the next phase',
  low_confidence: 'A decision is below its threshold',
  invariant: 'An invariant is violated',
  guard: 'A tool call needs your permission',
  validation: 'A validation failed',
  conflict: 'The changes conflict with the target',
  source_changed: 'The source changed since the plan began',
  trust: 'The repository is not trusted yet',
  child: 'A child plan needs you',
  budget: 'The budget is reached',
  rolled_back: 'Rolled back to a checkpoint',
  stopped: 'Stopped; sandbox and history are kept',
  restored: 'Brought back after it was cancelled, with its sandbox and history',
  environment: 'The environment failed',
}

export type Mark = {
  readonly tone: Tone
  readonly word: string
  readonly icon?: 'cancelled' | 'warning'
}

type Standing = Pick<PlanSummary, 'phase' | 'state' | 'reason'> & {
  readonly error_code?: string | null
  readonly apply_undone?: PlanView['apply_undone']
}

const tones: Readonly<Record<PlanState, Tone>> = {
  queued: 'running',
  processing: 'running',
  awaiting_input: 'waiting',
  complete: 'done',
  errored: 'failed',
  cancelled: 'muted',
  applied: 'done',
  constrained: 'failed',
}

/** A plan's state in a word or two, with its tone. */
export function markOf(plan: Standing): Mark {
  const word = stateWords(plan)
  const isUndone = plan.state === 'applied' && (plan.apply_undone ?? null) !== null
  const warns = plan.state === 'constrained' || (plan.state === 'errored' && plan.error_code === 'interrupted')
  return {
    tone: isUndone ? 'muted' : tones[plan.state],
    word,
    ...(plan.state === 'cancelled' ? { icon: 'cancelled' } : warns ? { icon: 'warning' } : {}),
  }
}

export function isRunning(state: PlanState): boolean {
  return state === 'queued' || state === 'processing'
}

export type StepMark = 'done' | 'running' | 'waiting' | 'failed' | 'ahead' | 'cancelled'

/** How one phase of the stepper stands. */
export function stepMark(plan: Standing, phase: Phase): StepMark {
  const order: readonly Phase[] = ['strategize', 'execute', 'apply']
  const at = order.indexOf(plan.phase)
  const index = order.indexOf(phase)
  if (index < at || plan.state === 'applied') return 'done'
  if (index > at) return 'ahead'
  if (isRunning(plan.state)) return plan.state === 'queued' ? 'ahead' : 'running'
  if (plan.state === 'complete') return 'done'
  if (plan.state === 'awaiting_input') return 'waiting'
  return plan.state === 'cancelled' ? 'cancelled' : 'failed'
}
