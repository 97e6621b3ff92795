import { assertNever } from '@shared/model/assert-never'
import { phaseWords, stateWords } from '@shared/model/standing-words'
import type { PlanView } from '@shared/contract/plan-view'

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
export const orNone = (value: string | null | undefined): string => (value ? value : '(none)')

const two = (number: number) => String(number).padStart(2, '0')

/** A moment in the local time zone, to the minute. */
export function moment(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Hours, minutes and seconds, as on a stopwatch. */
export function duration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Dollars; small amounts keep the digits that tell them from nothing. Where part is estimated it says about. */
export function money(dollars: number | null, estimated = false): string {
  if (dollars === null) return 'unknown'
  return `${estimated ? 'about ' : ''}$${dollars === 0 ? '0.00' : dollars.toFixed(dollars < 0.1 ? 4 : 2)}`
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

const waits: Readonly<Record<NonNullable<PlanView['reason']>, string>> = {
  phase_gate: 'your approval',
  low_confidence: 'your decision',
  invariant: 'an invariant that does not hold',
  guard: 'your consent to a tool',
  validation: 'a validation that failed',
  conflict: 'a conflict to be settled',
  source_changed: 'the source, which has changed',
  trust: 'your trust in the repository',
  child: 'a child plan',
  budget: 'its budget',
  rolled_back: 'you, after a rollback',
  stopped: 'you, after a stop',
  restored: 'you, brought back after it was cancelled',
  environment: 'its environment',
}

type Standing = Pick<PlanView, 'state' | 'reason' | 'phase'> & {
  readonly error?: PlanView['error']
  readonly apply_undone?: PlanView['apply_undone']
  readonly applied?: PlanView['applied']
  readonly report?: PlanView['report']
  readonly gate?: PlanView['gate']
}

const isUndone = ({ apply_undone: at = null }: Pick<Standing, 'apply_undone'>): boolean => at !== null

/** Whether nothing arrived anywhere, as where there was nothing to change. */
const broughtNothing = ({ applied }: Pick<Standing, 'applied'>): boolean =>
  applied !== undefined && (applied ?? []).every(({ files }) => files === 0)

/** The state in a word or two, as the window says it. */
export const stateName = (plan: Standing & { readonly error_code?: string | null }): string =>
  stateWords({ ...plan, error_code: plan.error?.code ?? plan.error_code ?? null })

export const phaseName = (phase: Standing['phase']): string => phaseWords[phase]

/** Where a plan stands, as a sentence. */
export function standing(plan: Standing): string {
  const phase = phaseName(plan.phase)
  switch (plan.state) {
    case 'queued':
      return `${phase} is queued`
    case 'processing':
      return `${phase} is running`
    case 'awaiting_input':
      if (plan.gate && plan.gate !== plan.phase)
        return `${phase} is complete; ${phaseName(plan.gate)} waits for your approval`
      return `${phase} waits for ${plan.reason ? waits[plan.reason] : 'you'}`
    case 'complete':
      return `${phase} is complete`
    case 'errored':
      return plan.error?.code === 'interrupted' ? `${phase} was interrupted` : `${phase} failed`
    case 'cancelled':
      return 'The plan is cancelled; the source is untouched'
    case 'applied':
      if (isUndone(plan)) return 'The plan was applied, then undone'
      if (plan.report) return 'The plan is complete, with its report'
      return broughtNothing(plan) ? 'Nothing to change: the plan is complete' : 'The plan is applied'
    case 'constrained':
      return 'Apply was refused; nothing was changed'
    default:
      return assertNever(plan.state)
  }
}
