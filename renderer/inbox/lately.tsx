import type { PlanSummary } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { UndoDialog } from '../plan/undo-dialog'
import { PlanTitle } from '../plan/plan-title'
import { Button, Time, useNow } from '../ui'

const dayMs = 24 * 60 * 60 * 1000
const most = 3

function Applied({ summary }: { readonly summary: PlanSummary }) {
  const [asking, setAsking] = useState(false)
  const { data: plan } = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: summary.plan_id } }))
  const undone = plan ? plan.apply_undone !== null : false
  const undo = plan?.undo?.kind === 'apply' ? plan.undo : null
  return (
    <li className="flex min-h-row items-center gap-x-3 px-4 text-sm not-last:border-b border-line">
      <Link
        to="/plans/$planId"
        params={{ planId: summary.plan_id }}
        search={{ tab: 'activity' }}
        className="min-w-0 flex-1 truncate rounded-[4px] hover:underline"
      >
        <PlanTitle title={summary.title} />
      </Link>
      <span className="shrink-0 text-muted">
        {undone ? 'Applied and undone' : 'Applied'} <Time at={summary.updated} />
      </span>
      {undo && (
        <Button variant="ghost" icon={Undo2} title={undo.label} onClick={() => setAsking(true)}>
          Undo…
        </Button>
      )}
      {plan && undo && asking && <UndoDialog plan={plan} undo={undo} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** What was applied in the last day, whose items are gone: each can be looked up and undone from here. */
export function Lately() {
  const now = useNow()
  const { data } = useQuery(useAsk().plans.list.queryOptions({ input: { state: 'applied', limit: 20 } }))
  const lately = (data?.plans ?? [])
    .filter((plan) => plan.files_modified > 0 && now - plan.updated < dayMs)
    .toSorted((one, other) => other.updated - one.updated)
    .slice(0, most)
  if (lately.length === 0) return null
  return (
    <section aria-label="Applied lately" className="shrink-0 border-t border-line">
      <h2 className="flex h-row items-center border-b border-line px-4 text-sm font-medium text-muted">
        Applied lately
      </h2>
      <ul>
        {lately.map((summary) => (
          <Applied key={summary.plan_id} summary={summary} />
        ))}
      </ul>
    </section>
  )
}
