import type { BudgetView } from '@shared/contract/budget'
import type { PlanView } from '@shared/contract/plan-view'
import { useState } from 'react'
import { useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { formatMoney } from '../format/format'
import { Button, Facts, Field, TextInput } from '../ui'

type Held = NonNullable<BudgetView['held']>

const capWords: Readonly<Record<Held['cap'], { readonly label: string; readonly help: string }>> = {
  plan: { label: 'New cap for this plan', help: 'Holds for this plan alone; its profile stays as it is.' },
  plan_setting: { label: 'New cap for this plan', help: 'Holds for this plan alone; the setting stays as it is.' },
  total: {
    label: 'New cap for all plans together',
    help: 'Lets this plan go on up to it; the profile stays as it is.',
  },
  total_setting: { label: 'New cap for all plans together', help: 'Changes the setting limits.total-cost-usd.' },
  unknown: { label: '', help: '' },
}

/** The cap of the configuration is raised in the configuration, since it holds for every plan. */
function useRaise(planId: string, held: Held) {
  const { client } = useCore()
  const raise = useCommand(
    async (usd: number) => {
      if (held.cap !== 'total_setting') return client.plans.approve({ plan_id: planId, budget_usd: usd })
      await client.settings.set({ key: 'limits.total-cost-usd', value: String(usd) })
      return client.plans.approve({ plan_id: planId })
    },
    { onProblem: () => {} },
  )
  const allow = useCommand(() => client.plans.approve({ plan_id: planId, allow_unknown_cost: true }), {
    onProblem: () => {},
  })
  return { raise, allow }
}

function Amounts({ held }: { readonly held: Held }) {
  const named = [
    ['Cap', held.cap_usd],
    ['Used', held.used_usd],
    ['Next call, at most', held.needed_usd],
  ] as const
  return <Facts facts={named.map(([name, usd]) => ({ name, value: formatMoney(usd) }))} />
}

function RaiseForm(props: { readonly planId: string; readonly held: Held }) {
  const { held } = props
  const { raise } = useRaise(props.planId, held)
  const [typed, setTyped] = useState(String(held.suggested_usd ?? ''))
  const usd = typed.trim() === '' ? Number.NaN : Number(typed)
  const least = (held.used_usd ?? 0) + (held.needed_usd ?? 0)
  const wrong = !Number.isFinite(usd) || usd < least
  const { label, help } = capWords[held.cap]
  return (
    <form
      aria-label="Budget"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong && !raise.busy) raise.run(usd)
      }}
    >
      {raise.problem && <ProblemState problem={raise.problem} />}
      <Amounts held={held} />
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-72 max-w-full">
          <Field
            label={label}
            note="dollars"
            help={help}
            error={wrong ? `The next call needs ${formatMoney(Math.ceil(least * 100) / 100)} or more.` : null}
          >
            <TextInput
              type="number"
              min={0}
              step="any"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </div>
        <Button type="submit" variant="primary" className="mt-6" busy={raise.busy} disabled={wrong}>
          Raise and go on
        </Button>
      </div>
    </form>
  )
}

/** What holds a plan for its budget, with the answer that lets it go on. */
export function BudgetAnswer(props: { readonly planId: string; readonly budget: BudgetView }) {
  const { held } = props.budget
  if (!held) return null
  if (held.cap === 'unknown') return <UnknownPrice planId={props.planId} held={held} />
  return <RaiseForm key={`${held.cap}:${held.suggested_usd}`} planId={props.planId} held={held} />
}

function UnknownPrice(props: { readonly planId: string; readonly held: Held }) {
  const { allow } = useRaise(props.planId, props.held)
  return (
    <div className="flex flex-col items-start gap-3">
      {allow.problem && <ProblemState problem={allow.problem} />}
      <p className="text-muted">
        What <span className="mono">{props.held.model}</span> costs will not be counted, and no cap can stop it.
      </p>
      <Button variant="primary" busy={allow.busy} onClick={() => allow.run()}>
        Go on at unknown cost
      </Button>
    </div>
  )
}

/** The same above the tabs of a plan that waits for its budget, or has ended for want of it. */
export function BudgetNotice({ plan }: { readonly plan: PlanView }) {
  if (!plan.budget.held) return null
  return (
    <section aria-label="Budget">
      <BudgetAnswer planId={plan.plan_id} budget={plan.budget} />
    </section>
  )
}
