import { phaseWords } from '@shared/model/standing-words'
import type { PlanState, WaitReason } from '@shared/model/plan'
import type { Standing } from './plan'

const waits: Readonly<Record<WaitReason, string>> = {
  phase_gate: 'waits for approval',
  low_confidence: 'waits for a decision',
  invariant: 'waits: an invariant is violated',
  guard: 'waits: a guard stopped it',
  validation: 'waits: a validation failed',
  conflict: 'waits: there are conflicts',
  source_changed: 'waits: the source checkout changed',
  trust: 'waits for trust in the repository',
  child: 'waits for a child plan',
  budget: 'waits: its budget is used up',
  rolled_back: 'waits after a rollback',
  stopped: 'was stopped',
  restored: 'waits: it was brought back after it was cancelled',
  environment: 'waits for its environment',
}

const states: Readonly<Record<Exclude<PlanState, 'awaiting_input' | 'constrained' | 'applied' | 'cancelled'>, string>> =
  {
    queued: 'is queued',
    processing: 'has begun',
    complete: 'is complete',
    errored: 'failed',
  }

/** What a plan's standing is called in its activity, for example "Execute waits for approval". */
export function standingSentence({ phase, state, reason, gate }: Standing): string {
  if (state === 'applied') return 'The plan is applied'
  if (state === 'cancelled') return 'The plan was cancelled'
  if (state === 'constrained')
    return `Apply was refused: ${reason === 'validation' ? 'a validation failed' : 'there are conflicts'}`
  if (state !== 'awaiting_input') return `${phaseWords[phase]} ${states[state]}`
  if (gate !== null && gate !== phase) return `${phaseWords[phase]} is complete; ${phaseWords[gate]} waits for approval`
  return `${phaseWords[phase]} ${waits[reason ?? 'phase_gate']}`
}
