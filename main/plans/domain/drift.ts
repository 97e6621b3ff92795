import type { Plan, SourceDrift } from './plan'

const shown = 5

const listOf = (paths: readonly string[]): string => {
  const more = paths.length > shown ? ` and ${paths.length - shown} more` : ''
  return `${paths.slice(0, shown).join(', ')}${more}`
}

/** What others changed where a plan works, as a sentence. */
export function driftSentence(drift: readonly SourceDrift[]): string {
  const parts = drift.map(({ resource, paths }) =>
    paths.length > 0 ? `${listOf(paths)} of ${resource}` : `the source of ${resource}`,
  )
  if (parts.length === 0) return 'The source changed while this plan worked.'
  return `Others changed ${parts.join('; ')} while this plan worked.`
}

/** What holds a plan that waits because its source was changed; empty where it waits for something else. */
export const standingDrift = ({ state, reason, drift }: Pick<Plan, 'state' | 'reason' | 'drift'>) =>
  state === 'awaiting_input' && reason === 'source_changed' ? (drift ?? []) : []
