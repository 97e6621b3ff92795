import { plural } from '@shared/model/plural'
import { computed, type Risk } from './risk'

/** A check that failed on the very files that are looked at, with how it ended. */
export type FailedCheck = { readonly name: string; readonly end: string }

const shown = 3

/** What is computed of the tests, less what failed checks of the same files say: whoever names a file, it does not pass. */
export function withFailedChecks(risks: readonly Risk[], failed: readonly FailedCheck[]): readonly Risk[] {
  if (failed.length === 0) return risks
  const names = failed.slice(0, shown).map(({ name }) => name)
  const more = failed.length > shown ? ` and ${failed.length - shown} more` : ''
  const reason = `${plural(failed.length, 'check')} failed on these changes: ${names.join(', ')}${more}.`
  const ends = failed.map(({ name, end }) => `${name} failed: ${end}`)
  return risks.map((risk) =>
    risk.kind === 'tests' && risk.source === 'computed'
      ? computed('tests', 'high', reason, [...ends, ...risk.evidence])
      : risk,
  )
}
