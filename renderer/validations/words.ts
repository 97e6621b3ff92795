import type { ValidationStandingView } from '@shared/contract/validations'
import type { ValidationMode, ValidationPhase } from '@shared/model/validation'
import type { Tone } from '../ui'

export const modeWords: Readonly<Record<ValidationMode, string>> = {
  required: 'required',
  informational: 'informational',
}

export const phaseMeanings: Readonly<Record<ValidationPhase, string>> = {
  execute: 'at the end of Execute',
  pre_apply: 'before Apply',
  post_apply: 'after Apply, on the real files',
}

type Standing = Pick<ValidationStandingView, 'passed' | 'stale' | 'timed_out' | 'exit_code' | 'note' | 'tests'>

type Blocking = Pick<ValidationStandingView, 'mode' | 'phase' | 'passed' | 'stale'>

/** How a check stands, in a word with its tone. */
export function standingMark({ passed, stale }: Pick<Standing, 'passed' | 'stale'>): {
  readonly tone: Tone
  readonly word: string
  readonly icon?: 'warning'
} {
  if (passed === null) return { tone: 'muted', word: 'Not run' }
  if (stale) return { tone: 'waiting', word: passed ? 'Passed before' : 'Failed before', icon: 'warning' }
  return passed ? { tone: 'done', word: 'Passed' } : { tone: 'failed', word: 'Failed' }
}

/** How a run ended, in a few words. */
export function endWords({ passed, timed_out, exit_code, note }: Standing): string {
  if (passed === null) return ''
  if (timed_out) return 'out of time'
  return exit_code === null ? note || 'ended by a signal' : `exit ${exit_code}`
}

/** How many checks pass on what there is now, of how many; undefined where there are none. */
export function passedOf(all: readonly Pick<Standing, 'passed' | 'stale'>[]): string | undefined {
  return all.length === 0 ? undefined : `${all.filter((one) => one.passed && !one.stale).length}/${all.length}`
}

/** Whether it stands in the plan's way: required, and it has failed or not run on what there is now. */
export function failing(one: Blocking): boolean {
  return open(one, 'execute') || (one.mode === 'required' && (one.stale || one.passed === false))
}

const open = (one: Blocking, phase: ValidationPhase) =>
  one.mode === 'required' && one.phase === phase && (one.stale || one.passed !== true)

/** The checks because of which Apply refuses, and those that Apply itself runs before it changes anything. */
export function beforeApply<T extends Blocking>(plan: {
  readonly applied: unknown
  readonly validations: readonly T[]
}) {
  // What is in the target already is only looked at once more.
  if (plan.applied !== null) return { blocking: [], ahead: [] }
  return {
    blocking: plan.validations.filter((one) => open(one, 'execute')),
    ahead: plan.validations.filter((one) => open(one, 'pre_apply')),
  }
}

/** Whether checks stand in the way only because they have not run on what there is now: running them is the way on. */
export function toRunFirst(plan: Parameters<typeof beforeApply>[0]): boolean {
  const { blocking } = beforeApply(plan)
  return blocking.length > 0 && blocking.every((one) => one.stale || one.passed === null)
}

/** No check of the plan has run at all. */
export const neverRan = (plan: { readonly validations: readonly Pick<Standing, 'passed'>[] }): boolean =>
  plan.validations.every((one) => one.passed === null)

/** What holds a plan back, in one sentence: each check that fails, and each that has not run on what there is now. */
export function heldWords(all: readonly (Blocking & { readonly name: string })[]): string {
  const held = all.filter(failing)
  const ran = held.filter((one) => one.passed === false && !one.stale).map(({ name }) => name)
  const waits = held.filter((one) => one.passed !== false || one.stale).map(({ name }) => name)
  const parts = [
    ...(ran.length > 0 ? [`${ran.join(', ')} ${ran.length > 1 ? 'do' : 'does'} not pass on these changes.`] : []),
    ...(waits.length > 0
      ? [`${waits.join(', ')} ${waits.length > 1 ? 'have' : 'has'} not run on these changes yet.`]
      : []),
  ]
  return parts.join(' ') || 'A required validation does not pass on these changes.'
}

/** What is wrong with a required check in a few words, as a reason to wait. */
export function blockWords(one: Standing): string {
  if (one.passed === null) return 'has not run on these changes'
  if (one.stale) return 'ran before the latest changes'
  return `failed: ${endWords(one)}`
}

/** Names a check where one runs on several resources. */
export const keyOf = (one: Pick<ValidationStandingView, 'name' | 'ran_on'>) => `${one.name} ${one.ran_on}`

/** The lines at both ends of an output, and how many are between. */
export function headAndTail(output: string, each = 40) {
  const lines = output.replace(/\n$/, '').split('\n')
  if (lines.length <= each * 2 + 5) return { head: lines.join('\n'), between: 0, tail: '' }
  return {
    head: lines.slice(0, each).join('\n'),
    between: lines.length - each * 2,
    tail: lines.slice(-each).join('\n'),
  }
}
