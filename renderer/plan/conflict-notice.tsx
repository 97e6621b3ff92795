import type { PlanView } from '@shared/contract/plan-view'
import { useState } from 'react'
import { Banner, Button } from '../ui'
import { UpdateDialog } from './update-dialog'

/** Says above a plan's tabs that its apply met conflicts, and leads to both sides of them. */
export function ConflictNotice({ plan }: { readonly plan: PlanView }) {
  const [open, setOpen] = useState(false)
  if (plan.state !== 'constrained' || plan.reason !== 'conflict') return null
  return (
    <div className="shrink-0 border-b border-line px-4 py-2">
      <Banner look="waiting">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1">
            The target got other changes in the same places since the plan began. Look at both sides and choose; the
            plan keeps its changes.
          </p>
          <Button variant="primary" onClick={() => setOpen(true)}>
            Bring up to date…
          </Button>
        </div>
      </Banner>
      {open && <UpdateDialog plan={plan} onClose={() => setOpen(false)} />}
    </div>
  )
}
