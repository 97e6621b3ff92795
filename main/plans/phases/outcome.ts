import { plural } from '@shared/model/plural'
import { Refusal } from '@shared/model/refusal'
import { isNoRoom, noRoom } from '../../platform/no-room'
import type { PlanError, SourceDrift } from '../domain/plan'
import type { PauseReason } from '../domain/transition'

/** How running a phase ended. */
export type PhaseOutcome =
  | { readonly kind: 'finished'; readonly summary: string }
  /** `finished` is the actor's summary where only checks hold the phase back. */
  | {
      readonly kind: 'paused'
      readonly reason: PauseReason
      readonly finished?: string
      readonly why?: string
      /** What others changed, where that is the reason. */
      readonly drift?: readonly SourceDrift[]
    }
  /** The strategy did not pass and is revised. */
  | { readonly kind: 'reverted'; readonly why: string; readonly text: string }
  | { readonly kind: 'failed'; readonly error: PlanError }
  /** Somebody stopped or cancelled the plan; its standing says so already. */
  | { readonly kind: 'aborted' }

/** Leaves a phase from where it cannot go on without a person; what was recorded until then is kept. */
export class PhasePause extends Error {
  constructor(
    readonly reason: PauseReason,
    readonly why: string,
  ) {
    super(why)
    this.name = 'PhasePause'
  }
}

export function planError(code: string, message: string, extra: Partial<PlanError> = {}): PlanError {
  return { code, message, hint: '', tool: null, step: null, recoverable: true, raw: null, details: null, ...extra }
}

/** An expected failure as a plan shows it; anything else is a bug and is shown without its insides. */
export function errorFrom(thrown: unknown, isFull: () => boolean = () => false): PlanError {
  if (!(thrown instanceof Refusal) && (isNoRoom(thrown) || isFull())) return errorFrom(noRoom())
  if (thrown instanceof Refusal) {
    const { code, message, hint, details } = thrown.data
    const { raw, ...rest } = details
    return planError(code, message, {
      hint,
      raw: typeof raw === 'string' ? raw : null,
      details: Object.keys(rest).length > 0 ? rest : null,
    })
  }
  return planError(
    'fault',
    'Something unexpected went wrong in the application; what was recorded until then is kept.',
    {
      hint: 'Try again; the log in the data folder has the details.',
    },
  )
}

/** What a plan shows that changed more files than it may. */
export function tooManyChanges(count: number, most: number) {
  return planError(
    'limits.plan_changes',
    `The plan changed ${plural(count, 'file')}, more than the ${most} that it may. Its work is kept.`,
    {
      hint: 'Raise limits.plan-changes and try again, or narrow down what the plan changes.',
    },
  )
}
