import type { Plan, SourceDrift } from './plan'

const shown = 5

const listOf = (paths: readonly string[]): string => {
  const more = paths.length > shown ? ` and ${paths.length - shown} more` : ''
  return `${paths.slice(0, shown).join(', ')}${more}`
}

/** What changed where a plan works, as a sentence. */
export function driftSentence(drift: readonly SourceDrift[]): string {
  // A command of the plan may have done it as well as a person: nothing here says who.
  const parts = drift.map(({ resource, paths }) =>
    paths.length > 0 ? `${listOf(paths)} in the source of ${resource}` : `the source of ${resource}`,
  )
  return `${parts.length > 0 ? parts.join('; ') : 'The source'} changed while this plan worked.`
}

/** What holds a plan that waits because its source was changed; empty where it waits for something else. */
export const standingDrift = ({ state, reason, drift }: Pick<Plan, 'state' | 'reason' | 'drift'>) =>
  state === 'awaiting_input' && reason === 'source_changed' ? (drift ?? []) : []
