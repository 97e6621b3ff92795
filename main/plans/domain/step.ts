import type { Phase } from '@shared/model/plan'
import type { Standing } from './plan'

/** Whether the plan waits for an answer to one of its decisions: what it chose, or a call that a guard holds. */
export const asksPerson = ({ state, reason }: Pick<Standing, 'state' | 'reason'>): boolean =>
  state === 'awaiting_input' && (reason === 'low_confidence' || reason === 'guard')

/** What the runner must do once the new standing is stored. */
export type Effect = 'run' | 'abort' | 'discard_sandbox'

export type Transition =
  | { readonly kind: 'moved'; readonly to: Standing; readonly effects: readonly Effect[] }
  /** Nothing is due; the sentence says why. */
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }

export const moved = (from: Standing, change: Partial<Standing>, ...effects: Effect[]): Transition => ({
  kind: 'moved',
  to: { ...from, reason: null, gate: null, error: null, ...change },
  effects,
})
export const nothing = (why: string): Transition => ({ kind: 'nothing', why })
export const refused = (why: string): Transition => ({ kind: 'refused', why })
export const queued = (from: Standing, phase: Phase, attempt = from.attempt) =>
  moved(from, { phase, state: 'queued', attempt }, 'run')
