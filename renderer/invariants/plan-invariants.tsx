import type { InvariantView } from '@shared/contract/invariants'
import type { PlanView } from '@shared/contract/plan-view'
import { judgesWords } from '@shared/model/built-in'
import { nextCheck } from '@shared/model/next-check'
import { isTerminal } from '@shared/model/plan'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../format/format'
import { Button, Section } from '../ui'
import { InvariantForm } from './invariant-form'
import { InvariantRow } from './invariant-row'
import { RemoveInvariant } from './remove-button'
import { WaiveDialog } from './waive-dialog'

type Holding = Pick<PlanView, 'plan_id' | 'phase' | 'state' | 'gate' | 'reason' | 'invariants' | 'actors'>

function WaiveStep(props: { readonly invariant: InvariantView; readonly onWaive: () => void }) {
  return props.invariant.non_overridable ? (
    <span className="block max-w-40 text-sm text-muted">
      Cannot be waived: it was made so that nothing sets it aside. Guide or correct the plan.
    </span>
  ) : (
    <Button onClick={props.onWaive}>Waive…</Button>
  )
}

/** When a rule that has no verdict gets one; null where nobody looks. */
function nextLook(plan: Holding, { checks }: InvariantView): string | null {
  const byMachine = checks.only_paths !== null || checks.never_paths !== null || checks.command !== null
  if (byMachine) return nextCheck(plan, 'machine')
  return judgesWords(plan.actors) ? nextCheck(plan, 'judge') : null
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
            nextLook={nextLook(plan, rule)}
            byModel={judgesWords(plan.actors)}
            actions={
              <div className="flex items-start gap-1">
                {rule.verdict === 'violated' && holdsPlan && (
                  <WaiveStep invariant={rule} onWaive={() => setWaiving(rule)} />
                )}
                {!isTerminal(plan.state) && props.only === undefined && (
                  <RemoveInvariant invariant={rule} target={{ scope: 'plan', id: plan.plan_id }} />
                )}
              </div>
            }
          />
        ))}
      </ul>
      {waiving && <WaiveDialog planId={plan.plan_id} invariant={waiving} onClose={() => setWaiving(null)} />}
    </>
  )
}

/** Everything that a plan has to keep and from where, among what it was made from; rules of its own come and go here. */
export function PlanInvariants({ plan }: { readonly plan: Holding }) {
  // Null until it was open: the button that comes back after it then takes the focus.
  const [adding, setAdding] = useState<boolean | null>(null)
  return (
    <Section
      title="Invariants"
      count={formatNumber(plan.invariants.length)}
      actions={
        !isTerminal(plan.state) &&
        !adding && (
          <Button icon={Plus} autoFocus={adding === false} onClick={() => setAdding(true)}>
            Add invariant
          </Button>
        )
      }
    >
      {plan.invariants.length === 0 ? (
        <p className="text-muted">
          No rule holds for this plan: none is set for its project, its action or everywhere, and it was given none.
        </p>
      ) : (
        <PlanInvariantRows plan={plan} />
      )}
      {adding && <InvariantForm target={{ scope: 'plan', id: plan.plan_id }} onClose={() => setAdding(false)} />}
    </Section>
  )
}
