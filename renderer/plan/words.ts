import type { PlanSummary, PlanView } from '@shared/contract/plan-view'
import { assertNever } from '@shared/model/assert-never'
import type { Phase, PlanState, WaitReason } from '@shared/model/plan'
import type { Tone } from '../ui'

export const phaseWords: Readonly<Record<Phase, string>> = {
  strategize: 'Strategize',
  execute: 'Execute',
  apply: 'Apply',
}

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

/** Short enough for a column. */
export const reasonLabels: Readonly<Record<WaitReason, string>> = {
  phase_gate: 'Approval',
  low_confidence: 'Decision',
  invariant: 'Invariant',
  guard: 'Permission',
  validation: 'Validation',
  conflict: 'Conflict',
  source_changed: 'Source changed',
  trust: 'Trust',
  child: 'Child plan',
  budget: 'Budget',
  rolled_back: 'Rolled back',
  stopped: 'Stopped',
  restored: 'Brought back',
  environment: 'Environment',
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

/** A plan's state in a word, with its tone. */
export function markOf(plan: Standing): Mark {
  switch (plan.state) {
    case 'queued':
      return { tone: 'running', word: 'Queued' }
    case 'processing':
      return { tone: 'running', word: runningWords[plan.phase] }
    case 'awaiting_input':
      return { tone: 'waiting', word: plan.reason ? `Waits: ${reasonLabels[plan.reason].toLowerCase()}` : 'Waits' }
    case 'complete':
      return { tone: 'done', word: `${phaseWords[plan.phase]} complete` }
    case 'errored':
      return plan.error_code === 'interrupted'
        ? { tone: 'failed', word: 'Interrupted', icon: 'warning' }
        : { tone: 'failed', word: 'Failed' }
    case 'cancelled':
      return { tone: 'muted', word: 'Cancelled', icon: 'cancelled' }
    case 'applied':
      return (plan.apply_undone ?? null) === null
        ? { tone: 'done', word: 'Applied' }
        : { tone: 'muted', word: 'Applied, undone' }
    case 'constrained':
      return {
        tone: 'failed',
        word: plan.reason ? `Refused: ${reasonLabels[plan.reason].toLowerCase()}` : 'Refused',
        icon: 'warning',
      }
    default:
      return assertNever(plan.state)
  }
}

const runningWords: Readonly<Record<Phase, string>> = {
  strategize: 'Building the strategy',
  execute: 'Executing',
  apply: 'Applying',
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
