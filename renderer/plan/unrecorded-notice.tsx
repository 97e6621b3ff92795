import type { PlanView } from '@shared/contract/plan-view'
import { Banner } from '../ui'

/** Says above a plan's tabs that it was stopped and that this cannot be recorded yet, as on a full disk. */
export function UnrecordedNotice({ plan }: { readonly plan: Pick<PlanView, 'unrecorded'> }) {
  if (plan.unrecorded === null) return null
  return (
    <Banner look="warning">
      <p className="break-words">
        <span className="font-medium">{plan.unrecorded.message}</span>{' '}
        <span className="text-muted">{plan.unrecorded.hint}</span>
      </p>
    </Banner>
  )
}
