import type { PlanCheck, Result } from './validation'

/** How a check stands for the present changes. */
export type Standing = {
  readonly check: PlanCheck
  readonly result: Result | null
  /** It ran, on something else than what there is now. */
  readonly stale: boolean
}

export function standingsOf(
  checks: readonly PlanCheck[],
  results: ReadonlyMap<string, Result>,
  tree: string | null,
): readonly Standing[] {
  return checks.map((check) => {
    const result = results.get(check.key) ?? null
    // What ran on the real target says nothing of a tree of the sandbox.
    const stale = result !== null && check.phase !== 'post_apply' && result.tree !== tree
    return { check, result, stale }
  })
}

/** Why a check does not let the plan pass, in one sentence; null where it does. Informational ones never hold it. */
export function holdsBack({ check, result, stale }: Standing): string | null {
  if (check.mode !== 'required') return null
  if (result === null) return `${check.name} has not run`
  if (stale) return `${check.name} ran before the latest changes`
  if (result.passed) return null
  return `${check.name} failed: ${endOf(result)}`
}

/** How a run ended, in a few words. */
export function endOf({ exitCode, timedOut, durationMs, note }: Result): string {
  if (timedOut) return `it ran out of time after ${Math.round(durationMs / 1000)} s`
  // One that has failed for what it did may have ended well.
  if (exitCode === 0 && note !== '') return note
  return exitCode === null ? note || 'it was ended by a signal' : `exit ${exitCode}`
}
