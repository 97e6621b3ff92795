import type { InvariantView } from '@shared/contract/invariants'
import type { PlanView } from '@shared/contract/plan-view'
import { useState } from 'react'
import { formatNumber } from '../format/format'
import { Button, Section } from '../ui'
import { InvariantRow } from './invariant-row'
import { WaiveDialog } from './waive-dialog'

type Holding = Pick<PlanView, 'plan_id' | 'state' | 'reason' | 'invariants'>

function WaiveStep(props: { readonly invariant: InvariantView; readonly onWaive: () => void }) {
  return props.invariant.non_overridable ? (
    <span className="block max-w-40 text-sm text-muted">
      Cannot be waived: it was made so that nothing sets it aside. Guide or correct the plan.
    </span>
  ) : (
    <Button onClick={props.onWaive}>Waive…</Button>
  )
}

/** A plan's rules with their verdicts; a violated one that holds the plan can be waived where it stands. */
export function PlanInvariantRows(props: { readonly plan: Holding; readonly only?: InvariantView['verdict'] }) {
  const { plan } = props
  const [waiving, setWaiving] = useState<InvariantView | null>(null)
  const holdsPlan = plan.state === 'awaiting_input' && plan.reason === 'invariant'
  const rules = props.only === undefined ? plan.invariants : plan.invariants.filter((one) => one.verdict === props.only)
  return (
    <>
      <ul aria-label="Invariants" className="overflow-hidden rounded-md border border-line bg-canvas">
        {rules.map((rule) => (
          <InvariantRow
            key={rule.id}
            invariant={rule}
            judged
            actions={
              rule.verdict === 'violated' &&
              holdsPlan && <WaiveStep invariant={rule} onWaive={() => setWaiving(rule)} />
            }
          />
        ))}
      </ul>
      {waiving && <WaiveDialog planId={plan.plan_id} invariant={waiving} onClose={() => setWaiving(null)} />}
    </>
  )
}

/** Everything that a plan has to keep, among what it was made from. */
export function PlanInvariants({ plan }: { readonly plan: Holding }) {
  return (
    <Section title="Invariants" count={formatNumber(plan.invariants.length)}>
      {plan.invariants.length === 0 ? (
        <p className="text-muted">
          No rule holds for this plan: none is set for its project, its action or everywhere.
        </p>
      ) : (
        <PlanInvariantRows plan={plan} />
      )}
    </Section>
  )
}
