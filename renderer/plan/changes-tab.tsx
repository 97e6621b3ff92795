import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileDiff } from 'lucide-react'
import { useAsk } from '../core/core'
import { QueryView } from '../core/query-view'
import { ChangesScreen } from '../review/changes-screen'
import { Button, EmptyState } from '../ui'
import { isRunning } from './words'

const route = getRouteApi('/plans/$planId')
export function ChangesTab({ plan }: { readonly plan: PlanView }) {
  const navigate = route.useNavigate()
  const query = useQuery(useAsk().plans.diff.queryOptions({ input: { plan_id: plan.plan_id, patches: false } }))
  if (plan.report)
    return (
      <section aria-label="Report" className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <pre className="max-w-3xl font-sans text-[13px] leading-5 whitespace-pre-wrap">{plan.report}</pre>
      </section>
    )
  return (
    <QueryView query={query}>
      {({ files, insertions, deletions }) =>
        files.length === 0 ? (
          <EmptyState
            icon={FileDiff}
            title="No changes"
            actions={
              isRunning(plan.state) && (
                <Button onClick={() => void navigate({ search: { tab: 'activity' } })}>Watch the activity</Button>
              )
            }
          >
            {plan.phase === 'strategize'
              ? 'The strategy only reads. Files change once Execute begins, and only in the sandbox.'
              : 'The plan has changed no file in its sandbox.'}
          </EmptyState>
        ) : (
          <ChangesScreen plan={plan} files={files} totals={{ insertions, deletions }} />
        )
      }
    </QueryView>
  )
}
