import { assertNever } from './assert-never'
import type { Phase, PlanState, WaitReason } from './plan'

export const phaseWords: Readonly<Record<Phase, string>> = {
  strategize: 'Strategize',
  execute: 'Execute',
  apply: 'Apply',
}

/** Why a plan waits or was refused, short enough for a column. */
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

const runningWords: Readonly<Record<Phase, string>> = {
  strategize: 'Building the strategy',
  execute: 'Executing',
  apply: 'Applying',
}

type Standing = {
  readonly phase: Phase
  readonly state: PlanState
  readonly reason: WaitReason | null
  readonly error_code?: string | null
  readonly apply_undone?: number | null
}

/** A plan's state in the words that every front shows. */
export function stateWords(plan: Standing): string {
  const reason = plan.reason === null ? '' : `: ${reasonLabels[plan.reason].toLowerCase()}`
  switch (plan.state) {
    case 'queued':
      return 'Queued'
    case 'processing':
      return runningWords[plan.phase]
    case 'awaiting_input':
      return `Waits${reason}`
    case 'complete':
      return `${phaseWords[plan.phase]} complete`
    case 'errored':
      return plan.error_code === 'interrupted' ? 'Interrupted' : 'Failed'
    case 'cancelled':
      return 'Cancelled'
    case 'applied':
      return (plan.apply_undone ?? null) === null ? 'Applied' : 'Undone'
    case 'constrained':
      return `Refused${reason}`
    default:
      return assertNever(plan.state)
  }
}
