import type { PlanView } from '@shared/contract/plan-view'
import type { ApplyMode } from '@shared/model/plan'
import { useQuery } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '../core/button-link'
import { useAsk, useCore } from '../core/core'
import { ProblemState } from '../core/query-view'
import { useCommand } from '../core/use-command'
import { TrustDialog } from '../resources/trust-dialog'
import { Banner, Button, CodeBlock, Elapsed } from '../ui'
import { againSearch } from './again'
import { builtinActor, noGuidance } from './guidable'

type Failure = NonNullable<PlanView['error']>

/** Whether a plan's apply was refused by a hook, or stopped because the hooks are not those that were trusted. */
export const isHookFailure = (error: Pick<Failure, 'code'> | null): boolean =>
  error?.code === 'apply.hook_failed' || error?.code === 'apply.trust_changed'

/** The resources whose hooks are not those that were trusted, as the error tells them. */
function changedTrust(error: Failure): readonly string[] {
  const resources: unknown = error.details?.['resources']
  const named: readonly unknown[] = Array.isArray(resources) ? resources : []
  return named.flatMap((one) =>
    typeof one === 'object' && one !== null && 'resource' in one && typeof one.resource === 'string'
      ? [one.resource]
      : [],
  )
}

/** Applies again in the mode that the refused apply was asked for in, unless another one is said. */
function useApplyAgain(planId: string) {
  const { client } = useCore()
  const plan = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: planId } })).data
  return useCommand(
    (how: { readonly mode?: ApplyMode; readonly skip_hooks: boolean }) =>
      client.plans.apply({ plan_id: planId, ...(plan?.tried_mode ? { mode: plan.tried_mode } : {}), ...how }),
    { onProblem: () => {} },
  )
}

/** The ways on where a repository was trusted and would run something else now. */
function TrustChanged(props: { readonly planId: string; readonly error: Failure }) {
  const { planId, error } = props
  const [looking, setLooking] = useState<string | null>(null)
  const apply = useApplyAgain(planId)
  return (
    <section aria-label="The hooks changed" className="mt-2 flex flex-col gap-2">
      {apply.problem && <ProblemState problem={apply.problem} />}
      <div className="flex flex-wrap gap-2">
        {changedTrust(error).map((name) => (
          <Button key={name} variant="primary" onClick={() => setLooking(name)}>
            Look at {name} and trust it again…
          </Button>
        ))}
        <Button busy={apply.busy} onClick={() => apply.run({ skip_hooks: false })}>
          Apply again
        </Button>
        <Button disabled={apply.busy} onClick={() => apply.run({ mode: 'working-tree', skip_hooks: false })}>
          Leave uncommitted
        </Button>
        <Button disabled={apply.busy} onClick={() => apply.run({ skip_hooks: true })}>
          Skip the hooks once
        </Button>
      </div>
      {looking !== null && <TrustDialog resource={{ name: looking }} open onClose={() => setLooking(null)} />}
    </section>
  )
}

/** What stopped an apply at the repository's hooks, and the ways on. */
export function HookFailure(props: { readonly planId: string; readonly error: Failure }) {
  return props.error.code === 'apply.trust_changed' ? <TrustChanged {...props} /> : <HookRefusal {...props} />
}

/** What a hook that refused an apply said, whole, and the three ways on. */
function HookRefusal(props: { readonly planId: string; readonly error: Failure }) {
  const { planId, error } = props
  const { client } = useCore()
  const fix = useCommand(() => client.plans.fix({ plan_id: planId }), { onProblem: () => {} })
  const apply = useApplyAgain(planId)
  const { hook, output } = error.details ?? {}
  const name = typeof hook === 'string' ? hook : 'hook'
  const problem = fix.problem ?? apply.problem
  const busy = fix.busy || apply.busy
  const plan = useQuery(useAsk().plans.status.queryOptions({ input: { plan_id: planId } })).data
  const builtin = plan ? builtinActor(plan) : null
  return (
    <section aria-label={`The hook ${name}`} className="mt-2 flex flex-col gap-2">
      <CodeBlock
        label={`Output of ${name}`}
        text={typeof output === 'string' && output.trim() !== '' ? output : '(it said nothing)'}
        wrap
        className="max-h-48"
      />
      {problem && <ProblemState problem={problem} />}
      <div className="flex flex-wrap gap-2">
        {plan && builtin !== null ? (
          <ButtonLink to="/plans/new" search={againSearch(plan)} title={noGuidance(builtin)}>
            Use again with other arguments…
          </ButtonLink>
        ) : (
          <Button variant="primary" busy={fix.busy} disabled={!plan || (busy && !fix.busy)} onClick={() => fix.run()}>
            Fix in the sandbox
          </Button>
        )}
        <Button disabled={busy} onClick={() => apply.run({ mode: 'working-tree', skip_hooks: false })}>
          Leave uncommitted
        </Button>
        <Button disabled={busy} onClick={() => apply.run({ skip_hooks: true })}>
          Skip the hooks once
        </Button>
      </div>
    </section>
  )
}

/** The hook that an apply waits for: how long already, how long at most, and the way to end it. */
export function HookNotice({ plan, toldAt }: { readonly plan: PlanView; readonly toldAt: number }) {
  const { client } = useCore()
  const stop = useCommand(() => client.plans.stop({ plan_id: plan.plan_id }))
  const { hook } = plan
  if (!hook) return null
  return (
    <Banner look="info">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1">
          The hook <span className="mono">{hook.name}</span> of {hook.resource} runs:{' '}
          <span className="tabular">
            <Elapsed ms={Math.max(0, toldAt - hook.since)} running toldAt={toldAt} />
          </span>{' '}
          <span className="text-muted">of {Math.round(hook.timeout_s)} s at most</span>
          {hook.after && <span className="text-muted">; the changes are applied already</span>}
        </p>
        <Button icon={Square} busy={stop.busy} onClick={() => stop.run()}>
          Stop the hook
        </Button>
      </div>
    </Banner>
  )
}
