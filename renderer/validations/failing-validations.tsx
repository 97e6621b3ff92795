import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { Chip, StatusMark } from '../ui'
import { ValidationOutput } from './validation-output'
import { endWords, failing, keyOf, standingMark } from './words'

/** The required checks that a plan does not pass, with what they wrote. */
export function FailingValidations({ plan }: { readonly plan: Pick<PlanView, 'plan_id' | 'validations'> }) {
  const query = useQuery(useAsk().validations.results.queryOptions({ input: { plan_id: plan.plan_id } }))
  return (
    <QueryView query={query}>
      {({ results }) => (
        <ul aria-label="Failing validations" className="flex flex-col gap-4">
          {plan.validations.filter(failing).map((one) => {
            const last = results.findLast((run) => run.name === one.name && run.ran_on === one.ran_on)
            return (
              <li key={keyOf(one)} className="flex flex-col gap-1.5">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="font-medium break-words">{one.name}</span>
                  <StatusMark {...standingMark(one)} />
                  <span className="text-muted">{endWords(one)}</span>
                  {one.tests && (
                    <Chip>
                      {one.tests.passed} of {one.tests.total} tests
                    </Chip>
                  )}
                  {one.ran_on && <span className="text-sm text-muted">on {one.ran_on}</span>}
                </div>
                {last && <ValidationOutput result={last} />}
              </li>
            )
          })}
        </ul>
      )}
    </QueryView>
  )
}
