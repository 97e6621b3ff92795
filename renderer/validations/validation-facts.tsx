import type { ValidationResultView, ValidationStandingView } from '@shared/contract/validations'
import { Chip, Duration, Facts, StatusMark, Time } from '../ui'
import { endWords, modeWords, phaseMeanings, standingMark } from './words'

/** How one check stands and how its last run went. */
export function ValidationFacts({ standing }: { readonly standing: ValidationStandingView | ValidationResultView }) {
  const ran = standing.passed !== null
  return (
    <Facts
      facts={[
        {
          name: 'Stands',
          value: (
            <span className="inline-flex flex-wrap items-center gap-2">
              <StatusMark {...standingMark(standing)} />
              {standing.stale && <Chip tone="waiting">ran before the latest changes</Chip>}
            </span>
          ),
        },
        { name: 'Mode', value: modeWords[standing.mode] },
        { name: 'Runs', value: phaseMeanings[standing.phase] },
        ...(standing.tests
          ? [{ name: 'Tests', value: `${standing.tests.passed} of ${standing.tests.total} passed` }]
          : []),
        ...(ran ? [{ name: 'Ended', value: endWords(standing) }] : []),
        ...(standing.duration_ms === null ? [] : [{ name: 'Took', value: <Duration ms={standing.duration_ms} /> }]),
        ...(standing.ran_on ? [{ name: ran ? 'Ran on' : 'Runs on', value: standing.ran_on }] : []),
        ...(standing.at === null ? [] : [{ name: 'When', value: <Time at={standing.at} /> }]),
        ...(standing.note ? [{ name: 'Note', value: standing.note }] : []),
      ]}
    />
  )
}
