import type { PlanView } from '@shared/contract/plan-view'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '../core/core'
import { Banner, Button } from '../ui'
import { conflictSentence } from './conflict-advice'
import { UpdateDialog } from './update-dialog'

/** Says above a plan's tabs that its apply met conflicts, and leads to both sides of them. */
export function ConflictNotice({ plan }: { readonly plan: PlanView }) {
  const [open, setOpen] = useState(false)
  const conflicting = plan.state === 'constrained' && plan.reason === 'conflict'
  const standing = useQuery({
    ...useAsk().plans.conflicts.queryOptions({ input: { plan_id: plan.plan_id } }),
    enabled: conflicting,
    staleTime: 0,
  })
  if (!conflicting) return null
  return (
    <>
      <Banner look="waiting">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1">{conflictSentence(standing.data?.conflicts ?? null)}</p>
          <Button variant="primary" onClick={() => setOpen(true)}>
            Bring up to date…
          </Button>
        </div>
      </Banner>
      {open && <UpdateDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  )
}
