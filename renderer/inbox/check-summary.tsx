import type { InboxItem } from '@shared/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { PlanInvariantRows } from '../invariants/plan-invariants'
import { FailingValidations } from '../validations/failing-validations'

/** What holds a plan back: the rules it violates with the evidence, or the checks it fails with their output. */
export function CheckSummary({ item }: { readonly item: InboxItem }) {
  const query = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: item.plan_id } }))
  return (
    <QueryView query={query}>
      {(plan) =>
        item.reason === 'invariant' ? (
          <PlanInvariantRows plan={plan} only="violated" />
        ) : (
          <FailingValidations plan={plan} />
        )
      }
    </QueryView>
  )
}
