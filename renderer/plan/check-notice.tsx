import type { PlanView } from '@shared/contract/plan-view'
import { Link } from '@tanstack/react-router'
import { PlanInvariantRows } from '../invariants/plan-invariants'
import { Banner, linkLook } from '../ui'
import { heldWords, toRunFirst } from '../validations/words'

/** What holds a plan back, above its tabs: the rules it violates with the way to waive them, or the checks it fails. */
export function CheckNotice({ plan }: { readonly plan: PlanView }) {
  const rested = plan.state === 'awaiting_input' || plan.state === 'constrained'
  if (!rested || (plan.reason !== 'invariant' && plan.reason !== 'validation')) return null
  if (plan.reason === 'invariant')
    return (
      <section aria-label="Violated invariants">
        <PlanInvariantRows plan={plan} only="violated" />
      </section>
    )
  return (
    <Banner look="warning">
      {heldWords(plan.validations)}{' '}
      <Link to="/plans/$planId" params={{ planId: plan.plan_id }} search={{ tab: 'validations' }} className={linkLook}>
        {toRunFirst(plan) ? 'See the checks' : 'Read the output'}
      </Link>
    </Banner>
  )
}
